"""Phrases of an abstract reworded as a title would have them: no padding, no praise, verbs as nouns."""

import re

# What stands before the thing and says nothing of it.
_LEADING = re.compile(
    r"(?:(?:an?|the|our|its|several|various|how to|novel|new|simple|simpler|comprehensive|principled|practical|powerful|"
    r"general|generic|in-depth|extensive|detailed|thorough|rigorous|effective|elegant|modern|careful|carefully|critical|important|"
    r"challenging|fundamental|following|surprising|well-known|classical|standard|naive|theoretically|grounded|promising|"
    r"innovative|original|highly|very|more|fully|interesting|long-standing|sound|unified|universal|tailored|specialized|concrete|"
    r"specific|particular|alternative|another|designed|easy-to-implement|straightforward|successful|state-of-the-art|"
    r"complete|precise|sophisticated|major|key|central|core|present|overall|resulting|proposed|"
    r"(?:problem|problems|task|question|issue|notion|concept|idea|use|challenge|setting|possibility|role|effects?|impact|"
    r"result|case|issues) of)(?:,? (?:yet|but|and))?,?\s+)+",
    re.IGNORECASE,
)
_FIRST = re.compile(
    r"(?:the )?(?=first (?!order\b|step\b))", re.IGNORECASE
)  # "the first lower bound" stays first

# Head nouns that any paper could have, before the clause that tells.
HEAD = (
    r"(?:method|framework|approach|model|algorithm|system|technique|strategy|procedure|scheme|mechanism|paradigm|"
    r"solution|pipeline|architecture|methodology|tool|formulation|module|mechanism|construction|methods|approaches)s?"
)
_CAN = r"(?:(?:can|could|is able to|aims to|learns to|helps to|seeks to|first|also|allows us to) )*"
_HEAD_THAT = re.compile(
    rf"(?:algorithmic |computational |general |learning |novel )?{HEAD},? (?:that|which)(?:, [^,]*,)? {_CAN}"
    r"(?:(?P<adverb>\w+ly) )?(?P<verb>[a-z-]+) (?P<rest>.+)"
)
_HEAD_FOR = re.compile(rf"{HEAD} (?:for|of) (?P<what>[\w-]+ing .+)")
_HEAD_TO = re.compile(
    rf"(?:{HEAD} )(?:designed |tailored |aimed |able )?(?:to|capable of|for) (?P<verb>[a-z]+) (?P<rest>.+)"
)
_LIGHT = frozenset(
    "providing offering giving achieving constituting yielding enabling introducing featuring having incorporating".split()
)

_CITATION = re.compile(
    r"\s*\b(?:by|of|in|from) [A-Z][\w’'-]+(?: (?:and|&) [A-Z][\w’'-]+| et al\.?)*,? \(\d{4}[a-z]?\)|\s*[(\[][^()\[\]]*\b(?:19|20)\d\d[a-z]?[^()\[\]]*[)\]]"
)
_ASIDE = re.compile(r"\s*\((?:[^()]|\([^()]*\))*\)|\s*\[[\d,;\s–-]*\]|\s*[—–-]?\s*\be\.g[,.].*$|,? i\.e\..*$")
_PADDING = re.compile(
    r"\b(?:explicitly|novelly|specifically|carefully|effectively|efficiently|significantly|substantially|naturally|simply|essentially|"
    r"fundamentally|seamlessly|notably|successfully|automatically and|novel|respective|new(?= (?:and|yet)\b))(?: and| yet)?\s+(?=[\w-])"
)
_BETTER = (
    (re.compile(r"\b(?:in|within) the context of\b"), "in"),
    (re.compile(r"\bwith the (?:overall |ultimate |main )?(?:goal|aim|purpose) of\b"), "for"),
    (re.compile(r"\bin order to\b"), "to"),
    (re.compile(r"\ba (?:wide|broad|large) (?:range|variety|array) of\b"), "many"),
    (re.compile(r"\b(?:that|which) can be (?:used|applied|employed) (?:in|for|to) "), "for "),
    (re.compile(r"\ba (?=[aeio](?!ne\b))"), "an "),
    (re.compile(r"\ban (?=[^\W\daeiouAEFHILMNORSX])"), "a "),
)
_MARKS = str.maketrans(dict.fromkeys('\\$*{}“”"', "") | {"\n": " "})

_GERUNDS = {
    "is": "",
    "are": "",
    "was": "",
    "be": "",
    "can": "",
    "does": "",
    "has": "having",
    "goes": "going",
    "go": "going",
    "control": "controlling",
}
_DOUBLED = re.compile(
    r"(?:^|out|re)(?:set|get|put|cut|fit|plan|map|run|step|plug|program|transfer|infer|refer|prun|let|hit|stop|drop|trim|split|submit|permit|begin)$"
)


def clean(text: str) -> str:
    """The text on one line, without asides, citations, markup and padding."""
    text = _ASIDE.sub("", _CITATION.sub("", text))
    text = _PADDING.sub("", text.translate(_MARKS))
    for pattern, better in _BETTER:
        text = pattern.sub(better, text)
    return " ".join(text.split())


def told(text: str) -> str:
    """The phrase from where it begins to tell something: no article, no praise, no head that any paper could have.

    "a novel framework that learns to grow turnips" becomes "growing turnips".
    """
    text = text.strip(" ,.")
    first = _FIRST.match(text)
    text = text[first.end() :] if first else bare(text)
    clause = _HEAD_THAT.match(text)
    if clause:
        doing = gerund(clause["verb"])
        if doing in _LIGHT:
            return bare(clause["rest"])
        if doing:
            return " ".join(filter(None, [clause["adverb"], doing, clause["rest"]]))
    clause = _HEAD_FOR.match(text)
    if clause:
        return clause["what"]
    clause = _HEAD_TO.match(text)
    if clause:
        doing = gerund(clause["verb"])
        if doing:
            return f"{doing} {clause['rest']}"
    return text


def bare(text: str) -> str:
    """The phrase without articles and praise in front, unless nothing but these would go before a stop."""
    return _LEADING.sub("", text, count=1) if _LEADING.match(text) else text


def gerund(verb: str) -> str:
    """learns, learn -> learning; empty for a form of "to be" and for what is no verb by its spelling."""
    low = verb.lower()
    if low in _GERUNDS:
        return _GERUNDS[low]
    if len(low) < 2 or low.endswith(("ly", "ed")):
        return ""
    if low.endswith("ing"):
        return low
    if low.endswith("ies") and len(low) > 4:
        low = low[:-3] + "y"
    elif re.search(r"(?:ss|sh|ch|x|zz)es$", low):
        low = low[:-2]
    elif low.endswith("s") and not low.endswith(("ss", "us", "is")):
        low = low[:-1]
    if low in _GERUNDS:
        return _GERUNDS[low]
    if _DOUBLED.search(low):
        return low + low[-1] + "ing"
    if low.endswith("ie"):
        return low[:-2] + "ying"
    if low.endswith("e") and not low.endswith(("ee", "oe", "ye")):
        return low[:-1] + "ing"
    return low + "ing"


def evened(phrase: str, name: str) -> str:
    """The phrase without capitals that only spell the name: Multi-grAnularity -> Multi-granularity for MAGIC."""
    wanted = [letter for letter in name if letter.isupper()]
    capitals = iter(letter for letter in phrase if letter.isupper())
    if len(wanted) < 2 or not all(letter in capitals for letter in wanted):
        return phrase
    return re.sub(
        r"(?<=[a-z])[A-Z](?=[a-z])|(?<=\b[A-Z])[A-Z](?=[a-z]{2})", lambda match: match.group().lower(), phrase
    )


def expansions(text: str) -> dict[str, str]:
    """The acronyms that a text spells out before a bracket, "Federated Learning (FL)", singular."""
    found: dict[str, str] = {}
    for bracket in re.finditer(r"\(([A-Za-z]?[A-Z][\w-]{1,7})\)", text):
        short = bracket.group(1).removesuffix("s")
        letters = [letter for letter in short.lower() if letter.isalnum()]
        start = max(0, bracket.start() - 100)
        words = list(re.finditer(r"[^\W_]+", text[start : bracket.start()]))[-len(letters) :]
        if [word.group()[0].lower() for word in words] == letters:
            found[short] = text[start + words[0].start() : bracket.start()].strip()
    return found
