"""A heading for a paper that has no title, made from the abstract's own sentences.

With a name: ``NAME: what it is``.
Without: what the paper proposes, studies or shows, whichever of its phrases says most.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from bot.text.names import Abstract, Introduced, introduced, read
from bot.text.phrases import clip, shorten
from bot.text.wording import HEAD, bare, clean, evened, expansions, gerund, told

LONGEST = 90

# What authors say they do, and how much the object of each verb tells of the paper as a whole.
_DO = {
    "propose": (
        6.0,
        r"propos(?:e|es|ed)|introduc(?:e|es|ed)|present(?:s|ed)?|develop(?:s|ed)?|design(?:s|ed)?|devis(?:e|es|ed)|"
        r"releas(?:e|es|ed)|buil(?:d|ds|t)|construct(?:s|ed)?|creat(?:e|es|ed)|contribut(?:e|es|ed)|put forward",
    ),
    "study": (
        5.5,
        r"stud(?:y|ies|ied)|investigat(?:e|es|ed)|analy[sz](?:e|es|ed)|examin(?:e|es|ed)|consider(?:s|ed)?|"
        r"explor(?:e|es|ed)|characteri[sz](?:e|es|ed)|address(?:es|ed)?|tackl(?:e|es|ed)|focus(?:es|ed)? on|deal(?:s|t)? with|"
        r"concerns?|report(?:s|ed)? on|discuss(?:es|ed)?|compar(?:e|es|ed)|extend(?:s|ed)?|describ(?:e|es|ed)|explain(?:s|ed)?|"
        r"solv(?:e|es|ed)",
    ),
    "revisit": (
        5.5,
        r"revisit(?:s|ed)?|rethinks?|reconsider(?:s|ed)?|reformulat(?:e|es|ed)|reframe(?:s|d)?|recasts?",
    ),
    "give": (
        5.3,
        r"provid(?:e|es|ed)|giv(?:e|es)|gave|conduct(?:s|ed)?|perform(?:s|ed)?|offer(?:s|ed)?|initiat(?:e|es|ed)|"
        r"deriv(?:e|es|ed)|obtain(?:s|ed)?|prov(?:e|es|ed)|establish(?:es|ed)?|formulat(?:e|es|ed)",
    ),
    "show": (
        4.0,
        r"identif(?:y|ies|ied)|demonstrat(?:e|es|ed)|show(?:s|ed)?|us(?:e|es|ed)|appl(?:y|ies|ied)|evaluat(?:e|es|ed)|improv(?:e|es|ed)",
    ),
}
_VERB = re.compile("|".join(rf"(?P<{kind}>\b(?:{verbs})\b)" for kind, (_, verbs) in _DO.items()))
_SUBJECT = re.compile(
    r"(?:\b[Ww]e|\bI|\b[Tt]h(?:is|e present|e current) (?:paper|work|article|study|thesis|report|letter|contribution|research|survey)|"
    r"\b[Tt]he (?:paper|authors?|article)|\b[Oo]ur (?:work|paper|study))"
    r"(?:,? (?:\w+ly|also|first|then|thus|here|instead|next|now|further|therefore|hence|(?:aims?|seeks?|wants?|attempts?|try|tries) to|"
    r"will|can|have|has|in this (?:paper|work)|to this end|in particular)\b,?)* $"
)
_AND = re.compile(r"\b(?:and|then|to) (?:(?:\w+ly|then|also|thereby) )?$")
# The object ends where the authors do the next thing.
_NEXT = re.compile(
    rf",? (?:and|then|where|while|which|to)(?: then| also| we| \w+ly| thus)* (?={_VERB.pattern})|, (?:and|where|for which|by which) we\b|;|: \(?(?:i|1|a)\)"
)
_SHOWN = re.compile(
    r"\b(?:[Ww]e|[Tt]h(?:is|e present) (?:paper|work)|[Oo]ur (?:results?|analysis|experiments)|(?<=[a-z] and)) (?:\w+ly |also |then |further |first |instead )*"
    r"(?:show|prove|demonstrate|find|observe|argue|reveal|establish|discover|conclude|verif|suggest|indicat)(?:s|e|es|ies|y)?(?: \w+ly| here)? that,? "
)
_BEFORE_CLAUSE = re.compile(r"(?:(?:in|for|under|with|on|at|as|when|by|to) [^,]{3,60}, )+")
_VIA = re.compile(
    r"\b(?:via|through|with|by (?:means of|using|providing|developing|introducing|proposing|conducting|performing|presenting|establishing|deriving)) (?=an? )"
)
_PASSIVE = re.compile(
    r"(?:^|, )(?P<what>(?:[Aa]n?|[Tt]he|[Tt]wo|[A-Z][\w-]+) [^,;:]{15,160}?) (?:is|are|was|were|has been|have been) (?:then |also |\w+ly )?"
    r"(?:proposed|presented|introduced|described|developed|studied|investigated|considered|discussed|analyzed|addressed|reported|given|derived)\b"
)
_PURPOSE = re.compile(
    r"\b(?:[Tt]he (?:goal|aim|objective|purpose|focus) of (?:this|our) (?:paper|work|article|study)|[Oo]ur (?:goal|aim|objective)) is (?:to (?P<verb>\w+) |on )?(?P<what>.+)"
)
_AS = re.compile(r"^(?:it|this|this problem|the problem|the task|this task) as (?P<what>.+)$")

# Sentences that tell the whole, and sentences that tell a part.
_WHOLE = re.compile(
    r"(?:[Ii]n|[Tt]h(?:is|e|e present)) ?(?:this |the present )?(?:paper|work|article|study)\b|To (?:address|overcome|tackle|bridge|solve|this end)|Motivated by|We\b|Inspired by"
)
_PART = re.compile(
    r"(?:Additionally|Moreover|Furthermore|Also|Second|Third|Then|Next|Finally|Lastly|In addition|Specifically|Concretely|In particular|"
    r"Further|We (?:also|then|further|additionally|finally|next|first|complement|evaluate|validate)|Beyond|To (?:improve|demonstrate|validate|evaluate|further|enhance|facilitate|handle|efficiently|ensure|practically))\b"
)
# Words that point to what the heading does not hold.
_POINTING = re.compile(
    r"\b(?:this|these|those|such|it|its|they|them|their|he|aforementioned|above|latter|former|said|our|us|we|you|which they|"
    r"both (?:algorithms|methods|settings|cases|objectives|problems)|key (?:challenge|failure|insight|idea|observation)|"
    r"the (?:two|same|original|former|latter|above|proposed|resulting|corresponding)|"
    r"the (?:algorithms?|methods?|problems?|approach|framework|model|methodologies|relaxation|gap|issues?|challenges?|limitations?|"
    r"question|bottleneck|goal|results?|data|task|bound|estimator|paper))\b(?! (?:of|for|in|with|that)\b)",
    re.IGNORECASE,
)
_THIN = re.compile(
    r"\b(?:experiments?|evaluations?|results?|insights?|simulations?|code|performance|baselines?|overview|evidence|understanding|"
    r"foundation|guarantees$|failure mode|gap|problem|challenges?|examples?|improvements?|state-of-the-art|superior(?:ity)?|analysis$)\b",
    re.IGNORECASE,
)
_FORMULA = re.compile(r"[=∈≤≥^_√∑∫→{}|/]|\b[A-Za-z]\b(?<![aAI])")
_WORD = re.compile(r"[^\W\d_][\w’'-]{2,}")
_EMPTY = frozenset(
    "the and for with that which from into this these those are was our its their can have has been via using based through between both under over "
    "more than method methods framework approach approaches model models algorithm algorithms propose novel new paper work results show existing "
    "performance problem problems data learning task tasks experiments training when not while such each where only two".split()
)
# Acronyms that readers know better than what they stand for.
_FAMILIAR = frozenset(
    "LLM VLM MLLM AI RL GNN CNN RNN PCA NLP DP QA GPU CPU ADMM MCMC RLHF PDE ODE SGD KL VAE GAN PAC LQR SVM MDP".split()
)
_TOPIC = re.compile(
    r"(?P<topic>[A-Z0-9][\w–-]*(?: [\w–-]+){1,5}?)(?: \((?P<short>[^)]*)\))? (?:is|are|has|have|aims?|seeks?|requires?|enables?|plays?|"
    r"involves?|remains?|suffers?|faces?|provides?|offers?|extends?|refers?|serves?|can|emerged)\b"
)
_LATER = re.compile(
    r"(?:Specifically, |In particular, |Concretely, |By [^,]*, |At [^,]*, )?(?P<who>[\w+.-]+(?: [A-Z][\w-]+)*|it|our (?:method|framework|approach|model)) "
    r"(?:is (?P<is>an? .+)|(?:\w+ly )?(?P<verb>[a-z]+s) (?P<rest>.+))"
)
_PRAISE = frozenset(
    "achieves outperforms improves consistently reduces demonstrates exhibits attains surpasses shows yields guarantees maintains comprises consists "
    "preserves establishes reveals contains admits has was satisfies enjoys remains sets".split()
)


# Nothing but what any paper could say.
_HOLLOW = re.compile(
    rf"(?:algorithmic |general |learning |computational |two-stage |offline )?{HEAD}|that|which|it|we"
)
_FOR_WHAT = re.compile(
    rf"(?:[\w-]+ ){{0,5}}?{HEAD} (?:that|which) (?:enables|provides|supports|allows for|facilitates|delivers) (?P<what>.+)"
)


@dataclass(frozen=True, slots=True)
class Phrase:
    """What could be the heading, or what follows the name in it, and what speaks for it."""

    text: str
    weight: float


def heading(raw: str) -> str:
    """A heading of at most 90 characters, plain text, never empty for a text with letters.

    It is the name the paper introduces and what that is, or what the paper proposes, studies or shows,
    in its own words; the beginning of the text where it says nothing of the kind.
    """
    abstract = read(raw)
    found = introduced(abstract)
    if found:
        return _named(abstract, found[0])
    phrase = _best(abstract, _phrases(abstract), LONGEST)
    return _capitalised(phrase) if phrase else clip(clean(abstract.text) or abstract.text, LONGEST)


def _named(abstract: Abstract, name: Introduced) -> str:
    # Two letters alone tell nothing: "RC" is shown as what it stands for.
    label = clean(name.expansion if name.expansion and len(name.name) < 3 else name.name)
    room = LONGEST - len(label) - 2
    if room < 20:
        return clip(_capitalised(label), LONGEST)
    phrase = _best(
        abstract, [*_descriptions(abstract, name, label), *_elsewhere(abstract)], room, without=label
    )
    return f"{_capitalised(label)}: {phrase}" if phrase else _capitalised(label)


def _elsewhere(abstract: Abstract) -> Iterator[Phrase]:
    for phrase in _phrases(abstract):
        yield Phrase(phrase.text, phrase.weight - 3.0)


def _descriptions(abstract: Abstract, name: Introduced, label: str) -> Iterator[Phrase]:
    """What may stand after the name."""
    sentence = abstract.sentences[name.sentence]
    left, right = sentence[: name.start], sentence[name.end :].rstrip(" .")
    aside = r"\s*(?:\([^()]*\))?\s*"
    apposition = re.match(rf"{aside}(?:,|—|–|:| -)\s*(?P<what>(?:an?|the|our|two) .+)", right)
    relative = re.match(rf"{aside},?\s*(?:which|that|where it) (?P<what>.+)", right)
    doing = re.match(rf"{aside},?\s+(?P<verb>[a-z]+(?:s|ing)) (?P<what>.+)", right)
    purpose = re.match(rf"{aside}(?:{HEAD})?,? (?P<how>for|to|with) (?P<what>.+)", right)
    if name.expansion and name.expansion != label:
        long = evened(name.expansion, name.name)
        yield Phrase(long, 8.0)
        if purpose and purpose["how"] == "for":
            yield Phrase(f"{long} for {purpose['what']}", 8.5)
        for_what = _FOR_WHAT.match(clean(apposition["what"])) if apposition else None
        if for_what:
            yield Phrase(f"{long} for {for_what['what']}", 9.0)
        if apposition or relative:
            extra = (
                apposition["what"]
                if apposition
                else told(f"framework that {relative['what']}")
                if relative
                else ""
            )
            brief = shorten(clean(extra), LONGEST - len(label) - len(long) - 4)
            if len(brief) > 12 and not _POINTING.search(brief):
                yield Phrase(f"{long}, {brief}", 8.0)
    if apposition:
        yield Phrase(apposition["what"], 8.0)
    before = _noun_before(left, sentence[name.start] == "(")
    if before:
        before = evened(before, name.name)
        yield Phrase(before, 7.0)
        if relative:
            yield Phrase(f"{before} that {relative['what']}", 7.5)
        elif purpose:
            yield Phrase(f"{before} {purpose['how']} {purpose['what']}", 7.5)
    if relative and not re.match(r"(?:is|are|can be|was)\b", relative["what"]):
        yield Phrase(f"framework that {relative['what']}", 6.5)
    elif doing and gerund(doing["verb"]):
        yield Phrase(f"{gerund(doing['verb'])} {doing['what']}", 6.0)
    if purpose and not apposition:
        yield Phrase(
            purpose["what"] if purpose["how"] == "for" else f"method {purpose['how']} {purpose['what']}", 5.5
        )
    for later in abstract.sentences[name.sentence + 1 :]:
        said = _LATER.match(later)
        if said and (said["who"] in (name.name, "it") or said["who"].startswith("our ")):
            if said["is"]:
                yield Phrase(said["is"], 6.0)
            elif said["verb"] not in _PRAISE:
                yield Phrase(f"framework that {said['verb']} {said['rest']}", 5.0)


def _noun_before(left: str, bracketed: bool) -> str:
    """The noun phrase that ends just before the name: "we design a sampler called NAME" -> "a sampler"."""
    tail = re.search(
        r"(?:,?\s*(?:i\.e\.,?|namely,?|dubbed|called|termed|named|coined|(?:which|that) we (?:call|term|name|dub))\s+(?:the |as )?|,\s+|\s*)$",
        left,
    )
    end = tail.start() if tail else len(left)
    if not bracketed and tail and not tail.group().strip():
        return ""
    starts = [
        found.end()
        for found in re.finditer(
            r"(?:\b(?:propos|introduc|present|develop|design|deriv|devis|construct|releas|creat)\w*|\bin|\b[Oo]ur)\s+(?=[\w-])",
            left[:end],
        )
    ]
    phrase = left[starts[-1] if starts else 0 : end].strip(" ,(")
    return phrase if 8 <= len(phrase) <= 120 and "," not in phrase and starts else ""


def _best(abstract: Abstract, phrases: Iterator[Phrase] | list[Phrase], room: int, without: str = "") -> str:
    """The phrase that says most about the paper, shortened to the room; empty when none does."""
    counts = Counter(word.lower() for word in _WORD.findall(abstract.text))
    best, best_worth = "", 0.0
    for phrase in phrases:
        whole = _spelled_out(told(clean(phrase.text)), abstract.text, room)
        short = shorten(whole, room)
        if len(short) < 45 and len(short) > 12:
            short = _with_topic(short, abstract, room)
        if len(short) < 12 or (without and without.lower() in short.lower()) or _HOLLOW.fullmatch(short):
            continue
        worth = phrase.weight + _says(short, counts) - _faults(short, whole)
        if worth > best_worth:
            best, best_worth = short, worth
    return best


def _says(text: str, counts: Counter[str]) -> float:
    """How much of what the abstract keeps speaking of is in the phrase."""
    words = {word.lower() for word in _WORD.findall(text)} - _EMPTY
    return sum(min(counts[word], 4) * 0.3 for word in words)


def _faults(short: str, whole: str) -> float:
    """What is wrong with the phrase as a heading."""
    cost = (
        2.5 * len(_POINTING.findall(short))
        + (3.0 if _POINTING.match(short) else 0.0)
        + 0.8 * len(_THIN.findall(short))
        + 0.7 * len(_FORMULA.findall(short))
    )
    if len(short) < 40:
        cost += (40 - len(short)) * 0.1
    if len(short) < len(whole) - 1:
        cost += 0.5
    return cost


def _phrases(abstract: Abstract) -> Iterator[Phrase]:
    """The phrases that tell what the paper does."""
    for number, sentence in enumerate(abstract.sentences):
        stands = (
            (1.0 if _WHOLE.match(sentence) else 0.0) - (1.5 if _PART.match(sentence) else 0.0) - 0.1 * number
        )
        spoken = False
        for verb in _VERB.finditer(sentence):
            left, kind = sentence[: verb.start()], verb.lastgroup or "show"
            weight = _DO[kind][0] + stands
            if not _SUBJECT.search(left):
                if not (spoken and _AND.search(left)):
                    continue
                weight -= 1.0
            spoken = True
            yield from _objects(sentence[verb.end() :].strip(" ."), verb.group(), kind, weight, abstract)
        shown = _SHOWN.search(sentence)
        if shown:
            clause = sentence[shown.end() :].strip(" .")
            yield Phrase(_BEFORE_CLAUSE.sub("", clause, count=1), 4.5 + stands)
        passive = _PASSIVE.search(sentence)
        if passive:
            yield Phrase(passive["what"], 5.0 + stands)
        purpose = _PURPOSE.search(sentence)
        if purpose:
            doing = gerund(purpose["verb"]) + " " if purpose["verb"] else ""
            yield Phrase(doing + purpose["what"], 5.0 + stands)


def _objects(what: str, verb: str, kind: str, weight: float, abstract: Abstract) -> Iterator[Phrase]:
    if re.match(r"(?:that|how|whether|why|to|in|on|and|by|for|with|from|at)\b", what):
        return
    what = _NEXT.split(what, maxsplit=1)[0]
    cast = _AS.match(what)
    if cast:
        topic = _topic(abstract)
        if topic:
            yield Phrase(f"{topic} as {cast['what']}", weight + 1.0)
    elif kind == "revisit":
        yield Phrase(f"{gerund(verb)} {bare(what)}", weight)
    else:
        yield Phrase(what, weight)
    via = _VIA.search(what)
    if via and _POINTING.search(what[: via.start()]):
        yield Phrase(what[via.end() :], weight)


def _topic(abstract: Abstract) -> str:
    """What the first sentence is about, when it begins with that."""
    found = _TOPIC.match(abstract.text)
    if not found or _POINTING.search(found["topic"]) or len(found["topic"]) > 50:
        return ""
    return bare(found["topic"])


def _with_topic(phrase: str, abstract: Abstract, room: int) -> str:
    """A short phrase with what the abstract is about: "update mixture strategy for 3D Gaussian splatting"."""
    topic = _topic(abstract)
    held = {word.lower().rstrip("s") for word in _WORD.findall(phrase)}
    if (
        not topic
        or {word.lower().rstrip("s") for word in _WORD.findall(topic)} & held
        or re.search(r"\b(?:for|in|of|that|is|are)\b", phrase)
    ):
        return phrase
    longer = (
        f"{phrase} for {topic[:1].lower() + topic[1:] if not any(c.isupper() for c in topic[1:]) else topic}"
    )
    return longer if len(longer) <= room else phrase


@lru_cache(maxsize=16)
def _acronyms(text: str) -> dict[str, str]:
    return {short: long for short, long in expansions(text).items() if short not in _FAMILIAR}


def _spelled_out(phrase: str, text: str, room: int) -> str:
    """The phrase with the abstract's own acronyms spelled out, as far as the whole still fits."""
    for short, long in _acronyms(text).items():
        if short not in phrase:
            continue
        single = long.removesuffix("s") if long.endswith("s") and not long.endswith("ss") else long
        longer = re.sub(
            rf"(?<![\w-]){re.escape(short)}(s?)(?![\w-])",
            lambda found, one=single, many=long: many if found[1] else one,
            phrase,
            count=1,
        )
        if (
            len(longer) <= room
            or len(shorten(longer, room)) >= len(shorten(phrase, room)) + len(long) - len(short) - 2
        ):
            phrase = longer
    return phrase


def _capitalised(text: str) -> str:
    first = text.split(" ", 1)[0]
    return text if any(letter.isupper() for letter in first) else text[:1].upper() + text[1:]
