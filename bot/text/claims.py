"""What the authors say they do: the phrases of an abstract that could tell what the paper is about."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bot.text.phrases import words
from bot.text.wording import bare, gerund

# What authors say they do, and how much the object of such a verb tells of the paper as a whole.
_DO = {
    "propose": (
        6.0,
        (
            "propose|proposes|proposed|introduce|introduces|introduced|present|presents|presented|develop|develops|developed|"
            "design|designs|designed|devise|devised|release|released|build|built|construct|constructs|constructed|create|"
            "created|contribute|contributes|put forward|advocate|advocates"
        ),
    ),
    "study": (
        5.5,
        (
            "study|studies|studied|investigate|investigates|investigated|analyze|analyzes|analyse|analyzed|examine|examines|"
            "examined|consider|considers|considered|explore|explores|explored|characterize|characterizes|address|addresses|"
            "tackle|tackles|deals with|concerns|report on|reports|discuss|discusses|explain|explains|solve|solves|question|challenge"
        ),
    ),
    "revisit": (
        5.5,
        ("revisit|revisits|revisited|rethink|rethinks|reconsider|reformulate|reformulates|reframe|recast"),
    ),
    "give": (
        5.3,
        (
            "provide|provides|provided|give|gives|conduct|conducts|perform|performs|performed|offer|offers|initiate|derive|derives|derived|formulate|formulates"
        ),
    ),
    "prove": (4.8, "prove|proves|establish|establishes|obtain|obtains|show|shows"),
    "use": (
        4.0,
        (
            "identify|identifies|demonstrate|demonstrates|use|uses|apply|applies|evaluate|evaluates|improve|improves|employ|leverage|extend|extends|compare|compares|describe|describes|focus on|focuses on"
        ),
    ),
}
_KINDS = {verb: (kind, weight) for kind, (weight, verbs) in _DO.items() for verb in verbs.split("|")}
_VERB = "(?:" + "|".join(sorted(_KINDS, key=len, reverse=True)) + ")"
_BETWEEN = (
    r"(?:,? (?:\w+ly|also|first|then|thus|here|instead|next|now|further|therefore|hence|(?:aims?|seeks?|wants?|attempts?|try|"
    r"tries) to|will|can|have|has|in this (?:paper|work)|to this end|in particular)\b,?)*"
)
_CLAIM = re.compile(
    r"\b(?:[Ww]e|I|[Tt]h(?:is|e present|e current) (?:paper|work|article|study|thesis|report|letter|contribution|research|survey)|"
    rf"[Tt]he (?:paper|authors?|article)|[Oo]ur (?:work|paper|study)){_BETWEEN} (?P<verb>{_VERB})\b"
)
_ALSO = re.compile(rf"\b(?:and|then|to) (?:(?:\w+ly|then|also|thereby) )?(?P<verb>{_VERB})\b")
# The object ends where the authors do the next thing.
_NEXT = re.compile(
    rf",? (?:and|then|where|while|which|to)(?: then| also| we| \w+ly| thus)* (?={_VERB}\b)|"
    r",? (?:and|where|for which|by which) (?:we|it|this|they)\b|;|: \(?(?:i|1|a)\)"
)
_SHOWN = re.compile(
    r"(?:\b[Ww]e|\b[Tt]h(?:is|e present) (?:paper|work)|\b[Oo]ur (?:results?|analysis|experiments)|[a-z] and) "
    r"(?:\w+ly |also |then |further |first |instead )*(?:show|prove|demonstrate|find|observe|argue|reveal|establish|discover|"
    r"conclude|suggest|indicate)s?(?: \w+ly| here)? (?:the surprising result )?(?P<how>that,?|how) "
)
_CONDITION = re.compile(
    r"(?:(?:in|for|under|with|on|at|as|when|by|to|while|although|despite|if|even|unlike) [^,]{3,100}, )+"
)
_VIA = re.compile(
    r"\b(?:via|through|with|by (?:means of|using|providing|developing|introducing|proposing|conducting|performing|presenting|"
    r"establishing|deriving)) (?=an? )"
)
_PASSIVE = re.compile(
    r"(?:^|, )(?P<what>(?:[Aa]n?|[Tt]he|[Tt]wo|[A-Z][\w-]+) [^,;:]{15,160}?) (?:is|are|was|were|has been|have been) "
    r"(?:then |also |\w+ly )?(?:proposed|presented|introduced|described|developed|studied|investigated|considered|discussed|"
    r"analyzed|addressed|reported|given|derived)\b"
)
_GOAL = re.compile(
    r"\b(?:[Tt]he (?:goal|aim|objective|purpose|focus) of (?:this|our) (?:paper|work|article|study)|[Oo]ur (?:goal|aim|"
    r"objective)) is (?:to (?P<verb>\w+) |on )?(?P<what>.+)"
)
_CAST = re.compile(r"(?:it|this|this problem|the problem|the task|this task) as (?P<what>.+)")
_NO_OBJECT = words("that how whether why to in on and by for with from at")

# Sentences that tell the whole, and sentences that tell a part.
_WHOLE = re.compile(
    r"(?:[Ii]n )?[Tt]h(?:is|e present) (?:paper|work|article|study)\b|To (?:address|overcome|tackle|bridge|solve|this end)|"
    r"Motivated by|We\b|Inspired by"
)
_PART = re.compile(
    r"(?:Additionally|Moreover|Furthermore|Also|Second|Third|Then|Next|Finally|Lastly|In addition|Specifically|Concretely|"
    r"In particular|Further|Theoretically|Empirically|We (?:also|then|further|additionally|finally|next|first|complement|"
    r"evaluate|validate|establish|derive)|Beyond|To (?:improve|demonstrate|validate|evaluate|further|enhance|facilitate|handle|"
    r"efficiently|ensure|practically))\b"
)
_TOPIC = re.compile(
    r"(?:The (?:rapid |recent )?(?:emergence|success|rise|growth|development|advent|problem|task|field) of )?"
    r"(?P<topic>[^\W_][\w–-]*(?: (?!like\b|such\b)[\w–-]+){1,5}?)(?: \([^)]*\))?(?: like [^,]*| such as [^,]*)? (?:is|are|has|have|aims?|seeks?|requires?|"
    r"enables?|plays?|involves?|remains?|suffers?|faces?|provides?|offers?|extends?|refers?|serves?|can|emerged)\b"
)
_NO_TOPIC = re.compile(
    r"^(?:number|appearance|proliferation|ability|lack|use|availability|importance|advances?|progress|goal|purpose|majority|"
    r"quality|performance|presence|effectiveness|complexity|cost|art|most|many) (?:of|in|to)\b|"
    r"\b(?:this|these|those|such|it|its|they|their|we|our|recent|existing|techniques|approaches|methods)\b",
    re.IGNORECASE,
)
# Words that point to what the phrase does not hold.
POINTING = re.compile(
    r"\b(?:this|these|those|such|it|its|they|them|their|he|aforementioned|above|latter|former|said|our|us|we|you|"
    r"both (?:algorithms|methods|settings|cases|objectives|problems)|key (?:challenge|failure|insight|idea|observation)|"
    r"the (?:two|same|original|former|latter|above|proposed|resulting|corresponding)|"
    r"the (?:algorithms?|methods?|problems?|approach|framework|model|methodologies|relaxation|gap|issues?|challenges?|"
    r"limitations?|question|bottleneck|goal|results?|data|task|bound|estimator|paper))\b(?! (?:of|for|in|with|that)\b)",
    re.IGNORECASE,
)


_SEEN = 300  # characters of a claim; a heading holds 90


@dataclass(frozen=True, slots=True)
class Claim:
    """A phrase that could be a heading, or what follows the name in it, and what speaks for it."""

    text: str
    weight: float


def claims(sentences: tuple[str, ...]) -> Iterator[Claim]:
    """The phrases that tell what the paper does, in order."""
    for number, sentence in enumerate(sentences):
        # Whole contributions are announced early.
        stands = -0.15 * number
        if _PART.match(sentence):
            stands -= 1.5
        elif _WHOLE.match(sentence):
            stands += 1.5
        yield from _done(sentence, stands, sentences[0])
        shown = _SHOWN.search(sentence)
        if shown:
            what = _CONDITION.sub("", _ended(sentence[shown.end() :]), count=1)
            yield Claim(f"how {what}" if shown["how"] == "how" else what, 4.0 + stands)
        passive = _PASSIVE.search(sentence)
        if passive:
            yield Claim(passive["what"], 5.0 + stands)
        goal = _GOAL.search(sentence)
        if goal:
            doing = gerund(goal["verb"]) + " " if goal["verb"] else ""
            yield Claim(doing + _ended(goal["what"]), 5.0 + stands)


def topic(first: str) -> str:
    """What the first sentence is about, when it begins with that: "3D Gaussian Splatting", "image clustering"."""
    found = _TOPIC.match(first)
    if not found or len(found["topic"]) > 50 or _NO_TOPIC.search(found["topic"]):
        return ""
    text = bare(found["topic"])
    return text if any(letter.isupper() for letter in text[1:]) else text.lower()


def _done(sentence: str, stands: float, opening: str) -> Iterator[Claim]:
    claim = _CLAIM.search(sentence)
    if not claim:
        return
    kind, weight = _KINDS[claim["verb"]]
    yield from _objects(_ended(sentence[claim.end() :]), claim["verb"], kind, weight + stands, opening)
    for also in _ALSO.finditer(sentence, claim.end()):
        kind, weight = _KINDS[also["verb"]]
        yield from _objects(
            _ended(sentence[also.end() :]), also["verb"], kind, weight + stands - 1.0, opening
        )


def _ended(text: str) -> str:
    return text[:_SEEN].strip(" .")


def _objects(what: str, verb: str, kind: str, weight: float, opening: str) -> Iterator[Claim]:
    first, _, rest = what.partition(" ")
    if first in _NO_OBJECT or (first.endswith("ly") and rest.partition(" ")[0] in _NO_OBJECT):
        return
    what = _NEXT.split(what, maxsplit=1)[0]
    cast = _CAST.fullmatch(what)
    if cast and topic(opening):
        yield Claim(f"{topic(opening)} as {cast['what']}", weight + 1.0)
    elif kind == "revisit":
        yield Claim(f"{gerund(verb)} {bare(what)}", weight)
    else:
        yield Claim(what, weight)
    via = _VIA.search(what)
    if via and POINTING.search(what, 0, via.start()):
        yield Claim(what[via.end() :], weight)
