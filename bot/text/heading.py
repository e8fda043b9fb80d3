"""A heading for a paper that has no title, made from the abstract's own sentences.

With a name: ``NAME: what it is``.
Without: what the paper proposes, studies or shows, whichever of its phrases says most.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

from bot.text.claims import POINTING, Claim, claims, topic
from bot.text.names import LOOKED_AT, Abstract, Introduced, introduced, read
from bot.text.phrases import clip, shorten, words
from bot.text.spelling import expansions
from bot.text.wording import HEAD, clean, evened, gerund, told, unmarked

LONGEST = 90  # characters
_BRIEF = 45  # a phrase up to here has room for the topic
_LEAST = 12  # a shorter phrase tells nothing

_ASIDE = r"\s*(?:\([^()]*\))?\s*"
_APPOSED = re.compile(rf"{_ASIDE}(?:,|—|–|:| -+|,? (?:which|that) is)\s*(?P<what>(?:an?|the|our|two) .+)")
_HERE = re.compile(r",? in this (?:paper|work|article|study)\b")
_RELATIVE = re.compile(rf"{_ASIDE},?\s*(?:which|that|where it) (?!is\b|are\b|can be\b|was\b)(?P<what>.+)")
_DOING = re.compile(rf"{_ASIDE},\s+(?P<verb>[a-z]+(?:s|ing)) (?P<what>.+)")
_PURPOSE = re.compile(rf"{_ASIDE}(?:{HEAD})?,? (?P<how>for|to|with) (?P<what>.+)")
_ENABLING = re.compile(
    rf"(?:[\w-]+ ){{0,5}}?{HEAD} (?:that|which) (?:enables|provides|supports|allows for|facilitates|delivers) (?P<what>.+)"
)
_NAMING = re.compile(
    r"(?:,?\s*(?:i\.e\.,?|namely,?|dubbed|called|termed|named|coined|(?:which|that) we (?:call|term|name|dub))\s+(?:the |as )?|"
    r"[,:]\s+|\s+-+\s+|\s*)$"
)
_THAT = re.compile(rf"(?:[\w-]+ ){{1,7}}?{HEAD} (?:that|which) (?P<what>.+)")
_BEFORE_NAME = re.compile(
    r"(?:\b(?:propos|introduc|present|develop|design|deriv|devis|construct|releas|creat)\w*|\bin|\b[Oo]ur)\s+(?=[\w-])"
)
_LATER = re.compile(
    r"(?:Specifically, |In particular, |Concretely, |By [^,]*, |At [^,]*, )?(?P<who>[\w+.-]+(?: [A-Z][\w-]+)*|it|[Oo]ur "
    r"(?:method|framework|approach|model)) (?:is (?P<is>an? .+)|(?:\w+ly )?(?P<verb>[a-z]+s) (?P<what>.+))"
)
_PRAISE = words(
    "achieves outperforms improves consistently reduces demonstrates exhibits attains surpasses shows yields guarantees "
    "maintains comprises consists preserves establishes reveals contains admits has was satisfies enjoys remains sets is"
)
# Nothing but what any paper could say.
_HOLLOW = re.compile(
    rf"(?:algorithmic |general |learning |computational |two-stage |offline )?{HEAD}|that|which|it|we"
)
# Half a sentence, or one that leans on another.
_HALF = re.compile(
    r"(?:while|although|when|if|where|because|whose|and|or|by|which|that|is|are|with|of|in|on|at|from|to|for|this|these|those|"
    r"it|its|they|their|such|our)\b|(?:problems?|issues?|challenges?|questions?|gaps?|limitations?|insights?|fact|prior work|"
    r"previous work)\b(?! of)",
    re.IGNORECASE,
)
_THIN = re.compile(
    r"\b(?:experiments?|evaluations?|results?|insights?|simulations?|code|performance|baselines?|overview|evidence|"
    r"understanding|foundation|guarantees\b(?! (?:on|for|of))|failure mode|gap|problem|challenges?|examples?|improvements?|"
    r"state-of-the-art|superior(?:ity)?|analysis$|prior work|shared)\b",
    re.IGNORECASE,
)
_FORMULA = re.compile(r"[=∈≤≥^_√∑∫→{}|/()]|\b[B-HJ-Zb-z]\b|Õ|Ω|Θ")
_WORD = re.compile(r"[^\W\d_][\w’'-]{2,}")
_EMPTY = words(
    "the and for with that which from into this these those are was our its their can have has been via using based "
    "through between both under over more than method methods framework approach approaches model models algorithm "
    "algorithms propose novel new paper work results show existing performance problem problems data learning task tasks "
    "experiments training when not while such each where only two often their"
)
# Acronyms that readers know better than what they stand for.
_FAMILIAR = words(
    "LLM VLM MLLM AI RL GNN CNN RNN PCA NLP DP QA GPU CPU ADMM MCMC RLHF PDE ODE SGD KL VAE GAN PAC LQR SVM MDP"
)
_HAS_RELATION = re.compile(r"\b(?:for|in|of|that|is|are|on|to|by|as|from)\b")


def heading(raw: str) -> str:
    """A heading of at most 90 characters, plain text, never empty for a text with letters.

    It is the name the paper introduces and what that is, or what the paper proposes, studies or shows,
    in its own words; the beginning of the text where it says nothing of the kind.
    """
    abstract = read(raw)
    found = introduced(abstract)
    if found and _leads(found[0]):
        return _named(abstract, found[0])
    phrase = _best(abstract, claims(abstract.sentences), LONGEST)
    return (
        _capitalised(phrase)
        if phrase
        else clip(clean(abstract.text) or unmarked(abstract.text or raw[:LOOKED_AT]), LONGEST)
    )


def _leads(name: Introduced) -> bool:
    """Whether the name is fit to open a heading: a phrase in small letters only when the paper says what it is."""
    return any(letter.isupper() for letter in name.name) or "apposed" in name.evidence


def _named(abstract: Abstract, name: Introduced) -> str:
    # Two letters alone tell nothing: "RC" is shown as what it stands for.
    label = clean(name.expansion if name.expansion and len(name.name) < 3 else name.name)
    room = LONGEST - len(label) - 2
    if room < 20:
        return clip(_capitalised(label), LONGEST)
    elsewhere = (Claim(claim.text, claim.weight - 3.0) for claim in claims(abstract.sentences))
    phrase = _best(abstract, [*_descriptions(abstract, name, label), *elsewhere], room, without=label)
    phrase = phrase or shorten(topic(abstract.sentences[0]), room)
    return f"{_capitalised(label)}: {phrase}" if phrase else _capitalised(label)


def _descriptions(abstract: Abstract, name: Introduced, label: str) -> Iterator[Claim]:
    """What may stand after the name."""
    sentence = abstract.sentences[name.sentence]
    right = _HERE.sub("", sentence[name.end :].rstrip(" ."))
    apposed, relative, purpose = _APPOSED.match(right), _RELATIVE.match(right), _PURPOSE.match(right)
    if name.expansion and name.expansion != label:
        yield from _expanded(evened(name.expansion, name.name), label, apposed, relative, purpose)
    if apposed:
        yield Claim(apposed["what"], 8.0)
        doing = _THAT.match(apposed["what"])
        if doing:
            yield Claim(f"framework that {doing['what']}", 7.0)
    noun = evened(_noun_before(sentence, name), name.name)
    if noun:
        yield Claim(noun, 7.0)
        if relative:
            yield Claim(f"{noun} that {relative['what']}", 7.5)
        elif purpose:
            yield Claim(f"{noun} {purpose['how']} {purpose['what']}", 7.5)
    doing = _DOING.match(right)
    if relative:
        yield Claim(f"framework that {relative['what']}", 6.5)
    elif doing and gerund(doing["verb"]):
        yield Claim(f"{gerund(doing['verb'])} {doing['what']}", 6.0)
    if purpose and not apposed:
        yield Claim(("" if purpose["how"] == "for" else f"method {purpose['how']} ") + purpose["what"], 5.5)
    yield from _told_later(abstract.sentences[name.sentence + 1 :], name.name)


def _expanded(
    long: str,
    label: str,
    apposed: re.Match[str] | None,
    relative: re.Match[str] | None,
    purpose: re.Match[str] | None,
) -> Iterator[Claim]:
    """What the name stands for, alone and with what it is or is for."""
    yield Claim(long, 8.0)
    if purpose and purpose["how"] == "for":
        yield Claim(f"{long} for {purpose['what']}", 8.5)
    enabling = _ENABLING.match(clean(apposed["what"])) if apposed else None
    if enabling:
        yield Claim(f"{long} for {enabling['what']}", 9.0)
    extra = apposed["what"] if apposed else told(f"framework that {relative['what']}") if relative else ""
    brief = shorten(clean(extra), LONGEST - len(label) - len(long) - 4)
    if len(brief) > _LEAST and not POINTING.search(brief):
        yield Claim(f"{long}, {brief}", 8.0)


def _noun_before(sentence: str, name: Introduced) -> str:
    """The noun phrase that ends just before the name: "we design a sampler called NAME" gives "a sampler"."""
    left = sentence[: name.start]
    naming = _NAMING.search(left)
    if not naming or not (naming.group().strip() or sentence[name.start] == "("):
        return ""
    starts = [found.end() for found in _BEFORE_NAME.finditer(left, 0, naming.start())]
    phrase = left[starts[-1] : naming.start()].strip(" ,(") if starts else ""
    return phrase if 8 <= len(phrase) <= 120 and "," not in phrase else ""


def _told_later(sentences: tuple[str, ...], name: str) -> Iterator[Claim]:
    """What later sentences say of the name as their subject, but for praise."""
    for sentence in sentences:
        later = _LATER.match(sentence)
        if later and (later["who"] in (name, "it") or later["who"][:3].lower() == "our"):
            if later["is"]:
                yield Claim(later["is"], 6.0)
            elif later["verb"] not in _PRAISE:
                yield Claim(f"framework that {later['verb']} {later['what'].rstrip(' .')}", 5.0)


def _best(abstract: Abstract, phrases: Iterable[Claim], room: int, without: str = "") -> str:
    """The phrase that says most about the paper, shortened to the room; empty when none does."""
    counts = Counter(word.lower() for word in _WORD.findall(abstract.text))
    subject = topic(abstract.sentences[0]) if abstract.sentences else ""
    best, best_worth = "", -3.0 if without else 0.0
    for claim in phrases:
        whole = told(clean(claim.text))
        short = shorten(whole, room)
        if (
            len(short) < _LEAST
            or _HOLLOW.fullmatch(short)
            or _HALF.match(short)
            or (without and without.lower() in short.lower())
        ):
            continue
        if len(short) <= _BRIEF:
            short = _with_topic(_spelled_out(short, abstract.text, room), subject, room)
        worth = claim.weight + _says(short, counts) - _faults(short, whole)
        if worth > best_worth:
            best, best_worth = short, worth
    return _spelled_out(best, abstract.text, room)


def _says(text: str, counts: Counter[str]) -> float:
    """How much of what the abstract keeps speaking of is in the phrase."""
    held = {word.lower() for word in _WORD.findall(text)} - _EMPTY
    return min(3.5, sum(min(counts[word], 4) * 0.25 for word in held))


def _faults(short: str, whole: str) -> float:
    """What is wrong with the phrase as a heading."""
    cost = (
        2.5 * len(POINTING.findall(short))
        + 0.8 * len(_THIN.findall(short))
        + 0.7 * len(_FORMULA.findall(short))
    )
    cost += max(0, 40 - len(short)) * 0.12
    return cost + (0.5 if len(short) < len(whole) - 1 else 0.0)


def _with_topic(phrase: str, subject: str, room: int) -> str:
    """A short phrase with what the abstract is about: "update mixture strategy for 3D Gaussian Splatting"."""
    if not subject or _HAS_RELATION.search(phrase):
        return phrase
    held = {word.lower().rstrip("s") for word in _WORD.findall(phrase)}
    if held & {word.lower().rstrip("s") for word in _WORD.findall(subject)}:
        return phrase
    longer = f"{phrase} for {subject}"
    return longer if len(longer) <= room else phrase


@lru_cache(maxsize=16)
def _acronyms(text: str) -> dict[str, str]:
    return {short: long for short, long in expansions(text).items() if short not in _FAMILIAR}


def _spelled_out(phrase: str, text: str, room: int) -> str:
    """The phrase with the abstract's own acronyms spelled out, as far as there is room."""
    for acronym, long in _acronyms(text).items():
        single = long.removesuffix("s") if not long.endswith("ss") else long
        for short, full in ((acronym, single), (acronym + "s", long)):
            longer = f" {phrase} ".replace(f" {short} ", f" {full} ", 1).strip()
            if len(longer) <= room:
                phrase = longer
    return phrase


def _capitalised(text: str) -> str:
    first = text.split(" ", 1)[0]
    return text if any(letter.isupper() for letter in first) else text[:1].upper() + text[1:]
