"""Phrases of an abstract reworded as a title would have them: no padding, no praise, verbs as nouns."""

import re

from bot.text.phrases import words

# What stands before the thing and says nothing of it.
_LEADING = re.compile(
    r"(?:(?:[Aa]n?|[Tt]he|[Oo]ur|its|several|various|novel|new|simple|simpler|comprehensive|principled|practical|powerful|"
    r"general|generic|in-depth|extensive|detailed|thorough|rigorous|effective|elegant|modern|careful|carefully|critical|important|"
    r"challenging|fundamental|following|surprising|well-known|classical|standard|naive|theoretically|grounded|promising|"
    r"innovative|original|highly|very|more|fully|interesting|long-standing|sound|unified|universal|tailored|specialized|concrete|"
    r"specific|particular|alternative|another|designed|easy-to-implement|straightforward|successful|state-of-the-art|"
    r"sophisticated|key|present|overall|resulting|proposed|"
    r"(?:problem|problems|task|question|issue|notion|concept|idea|use|challenge|setting|possibility|role|effects?|impact|"
    r"result|case|issues) of|(?:problem|task|setting|phenomenon) (?:called|termed|known as))(?:,? (?:yet|but|and))?,?\s+)+"
)  # not "Careful", which is a part of a name
_FIRST = re.compile(r"(?:[Tt]he )?(?=first (?!order\b|step\b))")  # "the first lower bound" stays first

# Head nouns that any paper could have, before the clause that tells.
HEAD = (
    r"(?:method|framework|approach|model|algorithm|system|technique|strategy|procedure|scheme|mechanism|paradigm|"
    r"solution|pipeline|architecture|methodology|tool|formulation|module|mechanism|construction|methods|approaches)s?"
)
_CAN = r"(?:(?:can|could|is able to|aims to|learns to|helps to|seeks to|first|also|allows us to) )*"
_HEAD_THAT = re.compile(
    rf"(?:algorithmic |computational |general |learning |adaptive |iterative |two-stage )?{HEAD},? (?:that|which)(?:, [^,]*,)? {_CAN}"
    r"(?:(?P<adverb>\w+ly) )?(?P<verb>[a-z-]+) (?P<what>.+)"
)
_HEAD_FOR = re.compile(rf"{HEAD} (?:for|of) (?P<what>[\w-]+ing .+)")
_HEAD_TO = re.compile(
    rf"(?:{HEAD} )(?:designed |tailored |aimed |able )?(?:to|capable of) (?P<verb>[a-z]+) (?P<what>.+)"
)
_HOW_TO = re.compile(r"(?:how to|to) (?P<verb>[a-z]+) (?P<what>.+)")
# A second verb of the same subject is another clause.
_SECOND = re.compile(
    r",? and (?:can|is|are|has|have|then|also|thus|hence|thereby|therefore|it|we|our|they|does|do|will|may|therein)\b.*"
)
_LIGHT = words(
    "providing offering giving achieving constituting yielding introducing featuring having incorporating"
)

_CITATION = re.compile(
    r"\s*\b(?:by|of|in|from) [A-Z][\w’'-]+(?: (?:and|&) [A-Z][\w’'-]+| et al\.?)*,? \(\d{4}[a-z]?\)|\s*[(\[][^()\[\]]*\b(?:19|20)\d\d[a-z]?[^()\[\]]*[)\]]"
)
_ASIDE = re.compile(r"\s*\((?:[^()]|\([^()]*\))*\)|\s*\[[\d,;\s–-]*\]|\s*[—–-]?\s*\be\.g[,.].*$|,? i\.e\..*$")
_PADDING = re.compile(
    r"\b(?:explicitly|novelly|specifically|carefully|effectively|efficiently|significantly|substantially|naturally|simply|essentially|"
    r"fundamentally|seamlessly|notably|successfully|automatically and|novel|existing|unified|respective|new(?= (?:and|yet)\b))(?: and| yet)?\s+(?=[\w-])"
)
# Longer words for shorter ones: what must be in the text for the pattern to be tried, the pattern, the better words.
_BETTER = (
    ("context", re.compile(r"\b(?:in|within) the context of\b"), "in"),
    ("with the", re.compile(r"\bwith the (?:overall |ultimate |main )?(?:goal|aim|purpose) of\b"), "for"),
    ("in order", re.compile(r"\bin order to\b"), "to"),
    (" of", re.compile(r"\ba (?:wide|broad|large) (?:range|variety|array) of\b"), "many"),
    ("can be", re.compile(r"\b(?:that|which) can be (?:used|applied|employed) (?:in|for) "), "for "),
    ("can be", re.compile(r"\b(?:that|which) can be (?:used|applied|employed) to "), "to "),
    ("such as", re.compile(r"\b(?:domains|tasks|applications|areas|problems|fields) such as "), ""),
    ("a ", re.compile(r"\ba (?=[aeio](?!ne\b))"), "an "),
    ("an ", re.compile(r"\ban (?=[^\W\daeiouAEFHILMNORSX])(?!\w-)"), "a "),
)
_MARKS = str.maketrans(dict.fromkeys('\\$*{}“”"', "") | {"\n": " "})

_GERUNDS = {"is": "", "are": "", "was": "", "be": "", "can": "", "does": "", "has": "having", "go": "going"}
_NO_VERBS = words(
    "the this these those our its their both all such each one more most many some any two three and but not for with "
    "experiments results methods models various several existing previous prior using"
)
_STEMS = (
    (re.compile(r"(?<=\w\w)ies$"), "y"),
    (re.compile(r"(?<=ss|sh|ch|zz)es$|(?<=[xo])es$"), ""),
    (re.compile(r"(?<![sui])s$"), ""),
)
_ENDINGS = (
    (re.compile(r"ing$"), "ing"),
    (
        re.compile(
            r"((?:^|out|re)(?:set|get|put|cut|fit|plan|map|run|step|plug|let|hit|stop|drop|trim|split)|program|control|"
            r"transfer|infer|refer|submit|permit|begin)$"
        ),
        "double",
    ),
    (re.compile(r"ie$"), "ying"),
    (re.compile(r"(?<![eoy])e$"), "ing"),
    (re.compile(r"$"), "ing"),
)


def unmarked(text: str) -> str:
    """The text on one line, without quotation marks and what is left of markup."""
    return " ".join(text.translate(_MARKS).split())


def clean(text: str) -> str:
    """The text on one line, without asides, citations, markup and padding."""
    text = _SECOND.sub("", _ASIDE.sub("", _CITATION.sub("", text)))
    text = _PADDING.sub("", text.translate(_MARKS))
    for sign, pattern, better in _BETTER:
        if sign in text:
            text = pattern.sub(better, text)
    return " ".join(text.split())


def told(text: str) -> str:
    """The phrase from where it begins to tell something: no article, no praise, no head that any paper could have.

    "a novel framework that learns to grow turnips" becomes "growing turnips".
    """
    text = text.strip(" ,.")
    first = _FIRST.match(text)
    text = text[first.end() :] if first else bare(text)
    clause = _HEAD_FOR.match(text)
    if clause:
        return clause["what"]
    clause = _HEAD_THAT.match(text) or _HEAD_TO.match(text) or _HOW_TO.match(text)
    doing = gerund(clause["verb"]) if clause else ""
    if not clause or not doing:
        return text
    if doing in _LIGHT:
        return bare(clause["what"])
    adverb = clause.groupdict().get("adverb")
    return f"{adverb} {doing} {clause['what']}" if adverb else f"{doing} {clause['what']}"


def bare(text: str) -> str:
    """The phrase without articles and praise in front."""
    return _LEADING.sub("", text, count=1) if _LEADING.match(text) else text


def gerund(verb: str) -> str:
    """learns, learn -> learning; empty for a form of "to be" and for what is no verb by its spelling."""
    low = verb.lower()
    if low in _NO_VERBS or low.endswith(("ly", "ed", "ic", "ous", "able", "ful", "ional")) or len(low) < 3:
        return ""
    stem = next((pattern.sub(end, low) for pattern, end in _STEMS if pattern.search(low)), low)
    for form in (low, stem):
        if form in _GERUNDS:
            return _GERUNDS[form]
    pattern, end = next((pattern, end) for pattern, end in _ENDINGS if pattern.search(stem))
    return stem + stem[-1] + "ing" if end == "double" else pattern.sub(end, stem, count=1)


def evened(phrase: str, name: str) -> str:
    """The phrase without capitals that only spell the name: Multi-grAnularity -> Multi-granularity for MAGIC."""
    wanted = [letter for letter in name if letter.isupper()]
    capitals = iter(letter for letter in phrase if letter.isupper())
    if len(wanted) < 2 or not all(letter in capitals for letter in wanted):
        return phrase
    return re.sub(
        r"(?<=[a-z])[A-Z](?=[a-z])|(?<=\b[A-Z])[A-Z](?=[a-z]{2})", lambda match: match.group().lower(), phrase
    )
