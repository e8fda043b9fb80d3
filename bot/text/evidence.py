"""What speaks for a name's being introduced by its paper, and what against.

Each kind of evidence is a pattern left or right of the name, and a worth; worths are added up, so that no
single turn of phrase decides alone.
"""

import re

from bot.text.spelling import WORD, distinctive, known, squeeze

ENOUGH = 3.0  # a name is introduced from here on
WORTH = {
    "object": 3.0,  # we propose NAME, ...
    "named": 3.0,  # a method called NAME
    "resulting": 3.0,  # the resulting construction, NAME, ...; our algorithm NAME
    "passive": 3.0,  # NAME is introduced
    "new": 3.0,  # NAME, a novel metric that ...
    "loose": 1.5,  # a weaker verb (we identify NAME), or another noun is the object's head (a NAME strategy)
    "set off": 2.5,  # we present an architecture for this and that, NAME, which ...
    "aside": 2.5,  # we propose a transform (NAME)
    "ours": 2.5,  # our NAME, the proposed NAME
    "linked": 2.0,  # the code's repository or page is called NAME
    "modified": 1.5,  # we propose a fast NAME
    "apposed": 1.5,  # NAME, a method that ...; NAME, which ...
    "titled": 1.5,  # a Capitalised Score
    "bold": 1.5,
    "subject": 1.0,  # NAME outperforms ...
    "spelled": 0.5,  # NAME (What It Stands For)
    "kept": 0.5,  # used again later
    "summary": 0.5,  # with these designs, we develop NAME
    "studied": -2.0,  # we analyse NAME
    "example": -2.0,  # such as NAME, compared with NAME
    "earlier": -2.0,  # spoken of before it is introduced
    "cited": -4.0,  # NAME (Somebody et al., 2024)
    "known": -4.0,  # everybody's acronym, dataset or optimizer
}
# Without one of these there is no introduction, whatever else speaks for it.
INTRODUCING = frozenset(
    {"object", "named", "resulting", "passive", "new", "loose", "aside", "set off", "ours", "modified"}
)

_STRONG = (
    r"propos(?:e|es|ed|ing)|introduc(?:e|es|ed|ing)|present(?:s|ed|ing)?|develop(?:s|ed|ing)?|design(?:s|ed|ing)?|"
    r"devis(?:e|es|ed|ing)|releas(?:e|es|ed|ing)|contribut(?:e|es|ed|ing)|unveil(?:s|ed|ing)?|produc(?:e|es|ing)|yield(?:s|ing)?|"
    r"creat(?:e|es|ed|ing)|construct(?:s|ed|ing)?|buil[dt]s?|building|establish(?:es|ed|ing)?|deriv(?:e|es|ed|ing)|"
    r"describ(?:e|es|ed|ing)|curat(?:e|es|ed|ing)|incorporating|coin(?:s|ed)?|put forward|advocat(?:e|es|ing)|offers?"
)
_WEAK = r"identif(?:y|ies|ied|ying)|defin(?:e|es|ed|ing)|reveal(?:s|ed|ing)?|uncover(?:s|ed|ing)?|formulat(?:e|es|ed|ing)|quantif(?:y|ied) via"
_CUE = re.compile(rf"\b(?:(?P<strong>{_STRONG})|(?P<weak>{_WEAK}))\s+")
GENERIC = (
    r"(?:method|framework|algorithm|approach|model|architecture|system|benchmark|dataset|data ?set|corpus|suite|library|"
    r"toolkit|tool|package|platform|pipeline|paradigm|strategy|technique|metric|measure|score|loss|objective|estimator|"
    r"optimizer|network|module|mechanism|scheme|protocol|agent|simulator|environment|attack|defense|procedure|"
    r"construction|solver|policy|sampler|layer|operator|variant|test|index|divergence|task|challenge|language|family|"
    r"engine|extension|solution|regularizer|kernel|representation|embedding|planner|controller|detector|classifier|"
    r"generator|decoder|encoder|transformer|counterfactual|game|problem|concept|theory|phenomenon|effect|bottleneck|"
    r"baseline|process|interface|robot|testbed|implementation|formulation|program|learner|unit|principle|notion|term|"
    r"collection|resource|methodology)s?"
)
# What may stand between the verb and the name it introduces.
_FILLER = (
    r"(?:(?:an?|the|our|its|first|both|novel|new|simple|yet|and|but|general|efficient|effective|scalable|unified|"
    r"principled|powerful|lightweight|flexible|comprehensive|model|namely|entirely|large-scale|open-source|i\.e\.)"
    r"[,:]?\s+)*"
)
_OBJECT = re.compile(rf"\s*{_FILLER}")
_MODIFIED = re.compile(r"(?:an?|the|our) (?:[a-z-]+,? ){1,4}")
_NAMING = r"called|dubbed|termed|named|coined|titled|entitled|call|name|dub|denoted?|refer|i\.e\.|namely"
_NAMED = re.compile(
    r"\b(?:called|dubbed|termed|named|coined|titled|entitled|denoted(?: as| by)?|"
    r"(?:we|which|that) (?:call|name|term|dub|denote)|(?:call|dub|name) (?:it|them|th(?:is|e|ese)(?: [a-z-]+){0,3}|our(?: [a-z-]+){1,3})|"
    r"refer(?:red)? to (?:\w+ ){0,3}as|i\.e\.,?|namely,?)\s+(?:as\s+)?(?:an? |the |our )?$|"
    r"\b(?:[Ww]e (?:\w+ly )?(?:name|call|refer to|denote|term|dub|abbreviate) [^,;]{3,80} as (?:the )?$)",
    re.IGNORECASE,
)
_NOUN_THEN_NAME = re.compile(rf"\b{GENERIC},?\s+(?:[-–—]+\s+|the\s+)?$")
_SET_OFF = re.compile(r"(?:[,:]|\s[-–—]+)\s$")
_SET_OFF_END = re.compile(r"\s*(?:$|\.|:|\s[-–—]|,\s(?!and\b|or\b|[^\Wa-z_]))")
_MEANS = re.compile(r"\b(?:with|by|through|via|as|to) $")
_WE = re.compile(r"\b[Ww]e\b")
_RESULTING = re.compile(
    rf"\b(?:resulting|proposed|our|new|novel)\s+(?:[a-z-]+\s+){{0,4}}{GENERIC},?\s+$", re.IGNORECASE
)
_OURS = re.compile(
    r"\b(?:the (?:newly )?(?:proposed|resulting|new|novel|final)|our(?: (?:proposed|new|novel|full))?|proposed)\s+$",
    re.IGNORECASE,
)
_EXAMPLE = re.compile(
    r"\b(?:such as|like|e\.g\.,?|including|baselines?|compared (?:to|with)|comparable to|over|than|existing|standard|"
    r"vanilla|original|classical?|popular|conventional|previous|prior|recent|well-known|unlike|from|outperform(?:s|ing)?|"
    r"datasets|variants? of|analysis of|extend(?:s|ing)?|extension of|on the|of the|based on|upon|building on|"
    r"inspired by|generalizes?)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_STUDIED = re.compile(
    r"\b[Ww]e (?:\w+ly |also |then |first )*(?:study|studied|consider|investigate|analy[sz]e|examine|revisit|explore|focus|"
    r"evaluate|compare|use|apply|employ|adopt)\b"
)
_OTHERS = re.compile(
    r"\b(?i:et al|existing|previous|previously|prior|recent|recently|traditional|conventional|have been|has been)\b"
)
_AUTHORS = re.compile(
    r"\b(?:we|us|our|this|these|here|I|authors?|the (?:present )?(?:paper|work|article|study))\b",
    re.IGNORECASE,
)
_NAME_FIRST = re.compile(rf"(?:\w+, )?{WORD}(?: [^\Wa-z_]\w*)* (?:\w+ )?$")  # "NAME further introduces ..."
_SUMMARY = re.compile(
    r"(?:with|building on|based on|together|combining|by combining|putting|integrating|leveraging) (?:\w+ ){0,3}"
    r"(?:these|this|designs?|insights?|all)",
    re.IGNORECASE,
)

_CLOSED = re.compile(
    r"\s*$|[,.:;)]|\s*[—–(]|\s-{1,3}\s|\s+(?:which|that|to|for|as|with|in|by|and|or|using|on|when|where|via|is|are|from|of|based|"
    r"leveraging|capable|consisting|at|through|under|an?)\b"
)
# An ordinary word in capitals must be all of it: not "the Effective width", not "the Principle of Separation".
_ALONE = re.compile(
    r"\s*$|[,.:;)]|\s*[—–(]|\s-{1,3}\s|\s+(?:which|that|to|for|as|is|and|with|by|in|on|an?)\b"
)
_GENERIC_NEXT = re.compile(rf"\s+(?:[a-z-]+\s+)?{GENERIC}\b")
_APPOSED = re.compile(
    r"\s*(?:\([^()]*\))?\s*(?:is\s+(?=an?\s+(?:novel|new)\b)|[,—–:-]+\s*)(?:(?P<new>(?:an?|the)\s+(?:novel|new|first)\b)|(?:an?|the|our|two|one)\s|"
    r"which\b|where\b)|\s+(?:that|which)\b"
)
_PASSIVE = re.compile(
    r"\s*(?:\([^()]*\))?,?\s+(?:is|are|was|were)\s+(?:\w+ly\s+)?(?:proposed|introduced|presented|developed|described)\b"
)
_CITED = re.compile(r"\s*[(\[][^()\[\]]*(?:\b(?:19|20)\d\d|et al)")
_SUBJECT = re.compile(
    r"\s+(?:\w+ly\s+)?(?:is|are|has|can|does|[a-z]{3,}s|preserve|induce|show|enable|improve|outperform|encode)\b"
)
_TITLED = re.compile(rf"(?:\S+ )+{GENERIC}", re.IGNORECASE)
_A = re.compile(r"\ban? $")
_HINT = re.compile(
    rf"\b(?:{_NAMING}|our|resulting|proposed|novel|new|first|introduced|presented|developed|described)\b",
    re.IGNORECASE,
)

Cue = tuple[int, bool]


def cues(sentence: str) -> list[Cue]:
    """Where verbs of introduction end that are the authors' own, and whether each is a strong one."""
    return [
        (cue.end(), cue.lastgroup == "strong")
        for cue in _CUE.finditer(sentence)
        if _authors_speak(sentence[: cue.start()])
    ]


def hints(sentence: str) -> bool:
    """Whether a sentence without such a verb can introduce a name all the same."""
    return bool(_HINT.search(sentence))


def _authors_speak(left: str) -> bool:
    ours = max((found.start() for found in _AUTHORS.finditer(left)), default=-1)
    others = max((found.start() for found in _OTHERS.finditer(left)), default=-1)
    if ours < 0:
        return others < 0 and bool(_NAME_FIRST.match(left))
    return ours > others or left[ours : ours + 2].lower() == "we"


def evidence_for(
    name: str, start: int, end: int, sentence: str, verbs: list[Cue], *, spelled: bool
) -> set[str]:
    """What speaks for the name that stands there, in the sentence itself."""
    left, right = sentence[max(0, start - 90) : start], sentence[end:]
    plainly = distinctive(name) or " " in name
    if not plainly and not _ALONE.match(right):
        return set()
    found = _verb_before(name, start, sentence, verbs, right)
    if _NAMED.search(left):
        ours = any(verb <= start for verb, _ in verbs) or (
            _AUTHORS.search(sentence, 0, start) and not _STUDIED.search(sentence, 0, start)
        )
        found.add(
            "named"
            if ours or (plainly and not spelled and not _STUDIED.search(sentence, 0, start))
            else "loose"
        )
    elif _RESULTING.search(left):
        found.add("resulting")
    elif distinctive(name) and _OURS.search(left):
        found.add("ours")
    if _PASSIVE.match(right):
        found.add("passive")
    apposed = _APPOSED.match(right) if plainly else None
    if apposed:
        found.add("new" if apposed["new"] else "apposed")
        if _MEANS.search(left) and _WE.search(sentence, 0, start):
            found.add("loose")
    if _SUBJECT.match(right):
        found.add("subject")
    if verbs and _A.search(left) and _TITLED.fullmatch(name):
        found.add("titled")
    if spelled:
        found.add("spelled")
    if found & {"object", "resulting"} and _SUMMARY.match(sentence):
        found.add("summary")
    return found


def _verb_before(name: str, start: int, sentence: str, verbs: list[Cue], right: str) -> set[str]:
    found = set()
    for verb, strong in verbs:
        if not verb <= start <= verb + 160:
            continue
        if _OBJECT.fullmatch(sentence, verb, start):
            whole = _CLOSED.match(right) or (distinctive(name) and _GENERIC_NEXT.match(right))
            found.add("object" if strong and whole else "loose")
        elif strong and _NOUN_THEN_NAME.search(sentence, verb, start):
            found.add("resulting")
        elif strong and sentence[start] == "(":
            found.add("aside")
        elif (
            strong
            and distinctive(name)
            and _SET_OFF.search(sentence, verb, start)
            and _SET_OFF_END.match(right)
        ):
            found.add("set off")
        elif (
            strong
            and distinctive(name)
            and _MODIFIED.fullmatch(sentence, verb, start)
            and _CLOSED.match(right)
        ):
            found.add("modified")
    return found


def evidence_against(start: int, end: int, sentence: str, verbs: list[Cue], *, settled: bool) -> set[str]:
    """What speaks against it there; once introduced (settled), a name may be studied and compared with at will."""
    found = set()
    if _CITED.match(sentence, end):
        found.add("cited")
    if not settled:
        if _EXAMPLE.search(sentence, max(0, start - 30), start):
            found.add("example")
        if not any(verb <= start for verb, _ in verbs) and _STUDIED.search(sentence, 0, start):
            found.add("studied")
    return found


def evidence_around(
    name: str, sentence: int, end: int, sentences: tuple[str, ...], links: tuple[str, ...]
) -> set[str]:
    """What the rest of the abstract says of a name introduced in that sentence, up to that place."""
    found = set()
    if all(known(word) for word in name.split(" ")):
        found.add("known")
    key = squeeze(name)
    if len(key) > 2 and any(key in _address(link) for link in links):
        found.add("linked")
    for number in range(sentence, len(sentences)):
        at = sentences[number].find(name, end if number == sentence else 0)
        if at >= 0:
            found.add("kept")
            if _SUBJECT.match(sentences[number], at + len(name)):
                found.add("subject")
    return found


def _address(link: str) -> str:
    """The telling parts of a link, squeezed: its host's first label and its last part, apart from each other."""
    host, _, path = link.partition("://")[2].partition("/")
    return squeeze(host.partition(".")[0]) + " " + squeeze(path.rstrip("/").rpartition("/")[2])
