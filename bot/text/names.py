"""The names a paper introduces, told from the names it only mentions.

No model: evidence for and against is gathered around each thing that looks like a name, and added up.
"""

import re

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from bot.text.phrases import sentences
from bot.text.plain import plain

# An abstract is shorter; what follows is a paper's body or hostile.
LOOKED_AT = 6_000

# What each piece of evidence is worth, and what a name needs in all.
ENOUGH = 3.0
WORTH = {
    "object": 3.0,  # we propose NAME, ...
    "named": 3.0,  # a method called NAME
    "resulting": 3.0,  # the resulting construction, NAME, ...; our algorithm NAME
    "passive": 3.0,  # NAME is introduced
    "new": 3.0,  # NAME, a novel metric that ...
    "ours": 2.0,  # the proposed NAME, our NAME
    "linked": 2.0,  # the code's repository is called NAME
    "loose": 1.5,  # a weaker verb (we identify NAME), or the object's head is another noun (a NAME strategy)
    "apposed": 1.5,  # NAME, a method that ...; NAME, which ...
    "bold": 1.5,
    "subject": 1.0,  # NAME outperforms ...
    "spelled": 0.5,  # NAME (What It Stands For)
    "kept": 0.5,  # used again later
    "summary": 0.5,  # with these, we develop NAME
    "studied": -2.0,  # we analyse NAME
    "cited": -4.0,  # NAME (Somebody et al., 2024)
    "known": -4.0,  # everybody's acronym, dataset or optimizer
    "example": -2.0,  # such as NAME, compared with NAME
    "earlier": -2.0,  # spoken of before it is introduced
}

# Acronyms and proper names that papers use and hardly ever introduce.
_KNOWN = frozenset(
    "adaboost adagrad adam adamw admm ai alexnet alfworld amp anova api asr auc auroc automl bart bert bfgs bleu blip "
    "bnn bo cart cca ce ces cifar clip cnn cnns coco cot cpu crf ctc cuda cv d4rl ddim ddpg ddpm dnn dnns dp dpo dqn "
    "dro dtw em emnist erm ffn fid fl flop flops flux fpga gan gans gcl gcn gcns gib glue gmm gnn gnns gp gpl gpqa gps gpt gpu "
    "gpus gru grpo gsm8k hmm hmms hpo human humaneval i.i.d ica icl icml iclr iid imagenet infonce ipm irl irls it jax json kde "
    "kitti kkt kl knn l-bfgs lars lasso lda lidar lipschitz llama llava llm llms lm lms lora lp lqr lstm lstms mab mae "
    "map mape math mcmc mcts mdp mdps mi mimo ml mlm mlp mlps mllm mllms mmd mmlu mnist moe mri mse mt mujoco mvc "
    "nas nerf neurips ngd nlg nli nlp nmt nn nns nnet nphard np-hard ntk ocr ode odes ood opt ot pac pbt pca pde pdes "
    "pinn pinns pl pomdp pomdps ppo psd psnr pytorch qa qlora qwen rag rbf rct relu resnet rgb rgb-d rkhs rl rlhf rlvr "
    "rmse rmsprop rnn rnns roc rouge sac sam sde sdes sdp sft sfm sgd sgld shap sift slam smt sota spd squad ssim ssl ssm "
    "st svd svhn svi svm svms swe-bench t5 td tensorflow tpu ttt tv ucb uda uav ui unet u-net vae vaes vae-gan vc vgg vit vits "
    "vl vla vlm vlms vlmaps vqa wasserstein wsi wordnet word2vec xgboost xai zo 2d 3d 3dgs 4d 6d 6dof bf16 fp4 fp8 fp16 int4 int8 "
    "theorem lemma section table figure appendix algorithm bayesian gaussian".split()
)
# One-word heads of titles that are no names: "Position: ...".
_TITLE_KINDS = frozenset(
    "position survey review tutorial opinion perspective perspectives viewpoint editorial correction corrigendum erratum comment "
    "keynote demo demonstration abstract poster paper preface introduction overview challenge challenges workshop panel "
    "invited proceedings appendix note report study commentary discussion retraction reply response summary "
    "beyond towards toward rethinking understanding learning revisiting".split()
)

_STRONG = (
    r"propos(?:e|es|ed|ing)|introduc(?:e|es|ed|ing)|present(?:s|ed|ing)?|develop(?:s|ed|ing)?|design(?:s|ed|ing)?|"
    r"devis(?:e|es|ed|ing)|releas(?:e|es|ed|ing)|contribut(?:e|es|ed|ing)|unveil(?:s|ed|ing)?|produc(?:e|es|ing)|"
    r"creat(?:e|es|ed|ing)|construct(?:s|ed|ing)?|buil[dt]s?|building|establish(?:es|ed|ing)?|deriv(?:e|es|ed|ing)|"
    r"describ(?:e|es|ed|ing)|curat(?:e|es|ed|ing)|incorporating|coin(?:s|ed)?|put forward|advocat(?:e|es|ing)|offer(?:s|ing)?"
)
_WEAK = r"identif(?:y|ies|ied|ying)|defin(?:e|es|ed|ing)|reveal(?:s|ed|ing)?|uncover(?:s|ed|ing)?|formulat(?:e|es|ed|ing)|quantif(?:y|ied) via"
_CUE = re.compile(rf"\b(?:(?P<strong>{_STRONG})|(?P<weak>{_WEAK}))\s+")

# Words that may stand between the verb and what it introduces.
_FILLER = (
    r"(?:(?:an?|the|our|its|first|both|novel|new|simple|yet|and|but|general|efficient|effective|scalable|unified|principled|"
    r"powerful|lightweight|flexible|comprehensive|model|namely|entirely|large-scale|open-source|i\.e\.)[,:]?\s+)*"
)
_GENERIC = (
    r"(?:method|framework|algorithm|approach|model|architecture|system|benchmark|dataset|data ?set|corpus|suite|library|"
    r"toolkit|tool|package|platform|pipeline|paradigm|strategy|technique|metric|measure|score|loss|objective|estimator|optimizer|"
    r"network|module|mechanism|scheme|protocol|agent|simulator|environment|attack|defense|procedure|construction|solver|"
    r"policy|sampler|layer|operator|variant|test|index|divergence|task|challenge|language|family|engine|extension|solution|"
    r"regularizer|kernel|representation|embedding|planner|controller|detector|classifier|generator|decoder|encoder|transformer|"
    r"counterfactual|game|problem|concept|theory|phenomenon|effect|bottleneck|baseline|process|interface|robot|testbed|"
    r"implementation|formulation|program|learner|unit|principle|notion|term|collection|resource|method(?:ology)?)s?"
)
_OBJECT_TAIL = re.compile(rf"\s*{_FILLER}$")
_NOUN_TAIL = re.compile(
    rf"\b{_GENERIC}(?:,|:|,? i\.e\.,|,? namely,?|,? (?:which|that) we (?:call|name|term|dub))?\s+(?:the\s+)?$"
)
_NAMED_TAIL = re.compile(
    r"\b(?:called|dubbed|termed|named|coined|titled|entitled|denoted(?: as| by)?|abbreviated(?: as)?|known hereafter as|"
    r"(?:we|which|that) (?:call|name|term|dub|denote)|call (?:it|them|this)|refer(?:red)? to (?:\w+ ){0,3}as|"
    r"i\.e\.,?|dub (?:it|this)|namely,?)\s+(?:as\s+)?(?:a |an |the |our )?$",
    re.IGNORECASE,
)
_RESULTING_TAIL = re.compile(
    rf"\b(?:resulting|proposed|our|new|novel)\s+(?:[a-z-]+\s+){{0,4}}{_GENERIC},?\s+(?:called |named |termed |dubbed )?$",
    re.IGNORECASE,
)
_OURS_TAIL = re.compile(
    r"\b(?:(?:the|our) (?:newly )?(?:proposed|resulting|new|novel|final|full)|[Oo]ur|[Pp]roposed)\s+$"
)
_EXAMPLE_TAIL = re.compile(
    r"\b(?:such as|like|e\.g\.,?|including|baselines?|compared (?:to|with)|comparable to|over|than|existing|standard|vanilla|"
    r"original|classical|classic|popular|conventional|previous|prior|recent|well-known|unlike|from|outperform(?:s|ing)?|datasets?|"
    r"variants? of|analysis of|extends?|extending|extension of|on the|of the|based on|upon|building on|inspired by|generalizes?)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_STUDIED = re.compile(
    r"\b[Ww]e (?:\w+ly |also |then |first )*(?:stud(?:y|ied)|consider|investigate|analy[sz]e|examine|revisit|explore|focus|evaluate|compare|use|apply|employ|adopt)\b"
)
_OTHERS = re.compile(
    r"\b(?:et al|existing|previous|previously|prior|recent|recently|traditional|conventional|have been|has been)\b"
)
_AUTHORS = re.compile(
    r"\b(?:we|us|our|this|these|here|i|authors?|the (?:present )?(?:paper|work|article|study))\b",
    re.IGNORECASE,
)
_SUMMARY = re.compile(
    r"^(?:with|building on|based on|combining|together|by combining|putting|integrating|leveraging) (?:\w+ ){0,3}(?:these|this|designs?|insights?|all)",
    re.IGNORECASE,
)

_CLOSED = re.compile(
    r"(?:\s*$|[,.:;)]|\s*[—–(]|\s+(?:which|that|to|for|as|with|in|by|and|or|using|on|when|where|via|is|are|from|of|based|leveraging|capable|consisting|at|through|under)\b)"
)
_GENERIC_AFTER = re.compile(rf"\s+(?:[a-z-]+\s+)?{_GENERIC}\b")
_APPOSED = re.compile(
    r"\s*(?:\([^()]*\))?\s*(?:[,—–:]\s*(?:(?P<new>(?:an?|the)\s+(?:novel|new|first)\b)|(?:an?|the|our|two|one)\s|which\b|where\b)|(?:that|which)\b)"
)
_PASSIVE = re.compile(
    r"\s*(?:\([^()]*\))?,?\s+(?:is|are|was|were)\s+(?:\w+ly\s+)?(?:proposed|introduced|presented|developed|described)\b"
)
_CITED = re.compile(r"\s*(?:\(|\[)[^()\[\]]*(?:\b(?:19|20)\d\d|et al)", re.IGNORECASE)
_SUBJECT = re.compile(
    r"\s+(?:\w+ly\s+)?(?:is|are|has|can|does|achieves?|outperforms?|improves?|reduces?|yields?|enables?|provides?|"
    r"shows?|demonstrates?|preserves?|combines?|uses?|employs?|learns?|adopts?|satisf(?:y|ies)|[a-z]{3,}(?:es|s))\b"
)

_TOKEN = r"[^\W_][\w²³]*(?:[-‑–+&/.][^\W_][\w²³]*)*(?:\+{1,2}|\*)?"
_CAPITAL = r"(?=[^\Wa-z_])" + _TOKEN
_RUN = re.compile(rf"(?<![\w-]){_CAPITAL}(?: {_CAPITAL})*|(?<![\w-])[a-z]+\d*[A-Z]{_TOKEN}?")
_BRACKET = re.compile(r"\(([^()]{2,90})\)")
_MARK = re.compile(r"\*\*([^*\n]{3,80}?)\*\*|\\textbf\{([^{}\n]{3,80})\}")
_LINK = re.compile(r"https?://[^\s)>\]}]+")
_LOWER_TAIL = re.compile(
    r"[-‑–](?:based|aware|free|like|style|driven|guided|only|specific|level|agnostic|type|regularized|trained|tuned|invariant|"
    r"wise|optimal|hard|complete|shot|time|norm|tuning|generated|induced|inspired|efficient|weighted|adaptive|augmented|enabled|powered|to|as|and)\b"
)
_SQUEEZE = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Abstract:
    """An abstract as it is looked at here.

    Attributes:
        text: plain, without links.
        sentences: of the text.
        bold: what the authors set in bold, squeezed.
        links: addresses in it.
    """

    text: str
    sentences: tuple[str, ...]
    bold: frozenset[str]
    links: tuple[str, ...]


@dataclass(slots=True)
class Introduced:
    """A name with the place that speaks most for its being introduced.

    Attributes:
        name: as written.
        expansion: what it stands for, or empty.
        sentence: number of the sentence of that place.
        start: where name, or name and expansion, begin there.
        end: where they end there.
        evidence: keys of WORTH.
    """

    name: str
    expansion: str = ""
    sentence: int = 0
    start: int = 0
    end: int = 0
    evidence: set[str] = field(default_factory=set)

    @property
    def worth(self) -> float:
        """The sum of the evidence."""
        return sum(WORTH[kind] for kind in self.evidence)


def names(raw: str) -> tuple[str, ...]:
    """What the abstract introduces, as written without markup, most important first."""
    return tuple(found.name for found in introduced(read(raw)))


@lru_cache(maxsize=16)  # names and heading are asked for in turn
def read(raw: str) -> Abstract:
    """The abstract made ready; only its first LOOKED_AT characters count."""
    raw = raw[:LOOKED_AT]
    bold = frozenset(squeeze(first or second) for first, second in _MARK.findall(raw))
    links = tuple(_LINK.findall(raw))
    text = " ".join(_LINK.sub(" ", plain(raw)).split())
    return Abstract(text, sentences(text), bold, links)


def squeeze(text: str) -> str:
    """Only the letters, digits and pluses, without case: equal for spellings of one name."""
    return _SQUEEZE.sub("", text.replace("+", "plus")).casefold()


@lru_cache(maxsize=16)
def introduced(abstract: Abstract) -> tuple[Introduced, ...]:
    """The names with their evidence, most important first."""
    found: dict[str, Introduced] = {}
    first_seen: dict[str, int] = {}
    for number, sentence in enumerate(abstract.sentences):
        cues = [
            (cue.end(), cue.lastgroup == "strong")
            for cue in _CUE.finditer(sentence)
            if _authors_speak(sentence, cue.start())
        ]
        for mention in _mentions(sentence, abstract.bold):
            key = squeeze(mention.name)
            first_seen.setdefault(key, number)
            mention.sentence = number
            mention.evidence |= _around(mention, sentence, cues)
            held = found.get(key)
            if held is None:
                found[key] = mention
                continue
            # Once introduced, a name may be studied and compared with at will.
            later = mention.evidence - ({"studied", "example"} if _introducing(held) else set())
            evidence = held.evidence | later
            if mention.worth > held.worth and _introducing(mention):
                mention.expansion = mention.expansion or held.expansion
                found[key] = held = mention
            held.expansion = held.expansion or mention.expansion
            held.evidence = evidence
    chosen = []
    for key, name in found.items():
        if not _introducing(name):
            continue
        name.evidence |= _throughout(name, key, abstract, first_seen[key])
        if name.worth >= ENOUGH:
            chosen.append(name)
    chosen = _without_parts(chosen)
    return tuple(
        sorted(
            chosen,
            key=lambda name: (
                -name.worth - 0.5 * min(4, abstract.text.count(name.name)),
                name.sentence,
                name.start,
            ),
        )
    )


def _introducing(name: Introduced) -> bool:
    return any(WORTH[kind] >= 1.5 for kind in name.evidence)


def _authors_speak(sentence: str, end: int) -> bool:
    """Whether the verb at that place is the authors' and not that of earlier work."""
    left = sentence[:end]
    ours = max((match.start() for match in _AUTHORS.finditer(left)), default=-1)
    others = max((match.start() for match in _OTHERS.finditer(left)), default=-1)
    if ours < 0:  # "NAME introduces ...": judged by the name's own evidence
        return others < 0 and bool(re.match(rf"(?:\w+, )?{_RUN.pattern}\s+(?:\w+ )?$", left))
    return ours > others or sentence[ours : ours + 2].lower() == "we"


def _mentions(sentence: str, bold: frozenset[str]) -> Iterator[Introduced]:
    """Whatever has the form of a name: acronyms with what they stand for, odd spellings, capitalised runs, bold words."""
    taken: list[tuple[int, int]] = []
    for bracket in _BRACKET.finditer(sentence):
        mention = _with_bracket(sentence, bracket)
        if mention is not None:
            taken.append((mention.start, mention.end))
            yield mention
            if squeeze(mention.expansion) in bold and len(mention.name) < 3:
                yield Introduced(mention.expansion, "", 0, mention.start, mention.end)
    for run in _RUN.finditer(sentence):
        if any(start <= run.start() < end for start, end in taken):
            continue
        yield from _of_run(sentence, run.start(), run.end())
    low = sentence.lower()
    for mark in bold:
        words = mark
        if " " in words and words in low:
            yield Introduced(mark, "", 0, low.index(words), low.index(words) + len(words))


def _with_bracket(sentence: str, bracket: re.Match[str]) -> Introduced | None:
    """ "What It Stands For (NAME)" or "NAME (What It Stands For)"."""
    inside = bracket.group(1).strip()
    left = sentence[: bracket.start()].rstrip()
    if (
        " " not in inside
        and _distinctive(inside)
        and not inside[0].isdigit()
        or re.fullmatch(r"[A-Z]{2,}", inside)
    ):
        start = _expansion_start(inside, left)
        if start is not None:
            return Introduced(inside, left[start:], 0, start, bracket.end())
        return Introduced(inside, "", 0, bracket.start(), bracket.end())
    before = re.search(rf"{_TOKEN}$", left)
    if (
        before
        and " " in inside
        and _distinctive(before.group())
        and _spells(before.group(), inside, loosely=True)
    ):
        return Introduced(before.group(), inside, 0, before.start(), bracket.end())
    return None


def _of_run(sentence: str, start: int, end: int) -> Iterator[Introduced]:
    """The name in a run of capitalised words: all of it, or its first word spelled out by the others."""
    words = sentence[start:end].rstrip(".").split(" ")
    if start == 0 and len(words) == 1 and not _distinctive(words[0]):
        return
    head = words[0].removesuffix("’s").removesuffix("'s")
    if len(words) > 2 and _distinctive(head) and _spells(head, " ".join(words[1:])):
        yield Introduced(head, " ".join(words[1:]), 0, start, end)
        return
    whole = " ".join(words)
    if len(words) > 5 or sum(letter.isalpha() for letter in whole) < 2:
        return
    yield Introduced(whole, "", 0, start, start + len(whole))
    if len(words) > 1:
        at = start
        for word in words:
            if _distinctive(word):
                yield Introduced(word, "", 0, at, at + len(word))
            at += len(word) + 1


def _distinctive(word: str) -> bool:
    """Whether a word's spelling alone makes it look like a name: FedVeer, GP2F, M+Adam, MM-DeepResearch, but not 3D."""
    letters = sum(letter.isalpha() for letter in word)
    if letters < (3 if "+" in word else 2) or _LOWER_TAIL.search(word):
        return False
    capitals = sum(letter.isupper() for letter in word)
    return capitals >= 2 or (
        capitals == 1 and (not word[0].isupper() or "+" in word or any(c.isdigit() for c in word))
    )


def _letters(text: str) -> str:
    return "".join(c for c in text.lower() if c.isalnum())


def _spells(short: str, long: str, *, loosely: bool = False) -> bool:
    """Whether the letters of the name stand in order in the phrase, most of them where words begin."""
    wanted = _letters(short.removesuffix("Bench").removesuffix("s"))
    initials = [word[0].lower() for word in re.findall(r"[^\W_]+", long)]
    position, met = 0, 0
    for letter in wanted:
        if letter in initials[position:]:
            position = initials.index(letter, position) + 1
            met += 1
    rest = iter(long.lower())
    return bool(wanted) and (
        met >= 2
        and 2 * met >= len(wanted)
        and (loosely or met == len(wanted) or all(letter in rest for letter in wanted))
    )


def _expansion_start(short: str, left: str) -> int | None:
    """Where, in what stands before the bracket, the phrase that the short form abbreviates begins."""
    wanted = _letters(short.rstrip("s") if short[-1] == "s" and len(short) > 2 else short)
    words = list(re.finditer(r"[^\W_]+", left))[-(2 * len(wanted) + 4) :]
    for count in range(1, len(words) + 1):
        first = words[-count]
        if first.group()[0].lower() != wanted[:1]:
            continue
        phrase = left[first.start() :]
        if any(mark in phrase for mark in ",;:()"):
            return None
        if _spells(short, phrase) and (count >= len(wanted) - 1 or count >= 2):
            return first.start()
    return None


def _around(mention: Introduced, sentence: str, cues: list[tuple[int, bool]]) -> set[str]:
    """The evidence in the sentence itself, left and right of the name."""
    left, right = sentence[max(0, mention.start - 90) : mention.start], sentence[mention.end :]
    evidence: set[str] = set()
    plainly = _distinctive(mention.name) or " " in mention.name
    closed = bool(_CLOSED.match(right))
    for cue, strong in cues:
        between = sentence[cue : mention.start]
        if cue > mention.start or len(between) > 160:
            continue
        if _OBJECT_TAIL.fullmatch(between):
            evidence.add(
                "object"
                if strong and (closed or (_distinctive(mention.name) and _GENERIC_AFTER.match(right)))
                else "loose"
            )
        elif strong and _NOUN_TAIL.search(left):
            evidence.add("resulting")
    if _NAMED_TAIL.search(left):
        evidence.add("named" if cues or (plainly and not mention.expansion) else "loose")
    elif _RESULTING_TAIL.search(left):
        evidence.add("resulting")
    elif _OURS_TAIL.search(left) and _distinctive(mention.name):
        evidence.add("ours")
    if (
        "object" not in evidence
        and not any(cue < mention.start for cue, strong in cues if strong)
        and _STUDIED.search(sentence, 0, mention.start)
    ):
        evidence.add("studied")
    if _EXAMPLE_TAIL.search(left):
        evidence.add("example")
    if _PASSIVE.match(right):
        evidence.add("passive")
    apposed = _APPOSED.match(right)
    if apposed and plainly:
        evidence.add("new" if apposed["new"] else "apposed")
    if mention.expansion:
        evidence.add("spelled")
    if _CITED.match(right):
        evidence.add("cited")
    if evidence & {"object", "resulting"} and _SUMMARY.match(sentence):
        evidence.add("summary")
    return evidence


def _throughout(name: Introduced, key: str, abstract: Abstract, first_seen: int) -> set[str]:
    """The evidence of the rest of the abstract."""
    evidence: set[str] = set()
    if key in abstract.bold:
        evidence.add("bold")
    if key in _KNOWN or key.removesuffix("s") in _KNOWN or name.name.lower() in _KNOWN:
        evidence.add("known")
    if len(key) > 2 and any(
        key in squeeze(link.rsplit("/", 2)[-1]) or key in squeeze(link.split("/")[2].split(".")[0])
        for link in abstract.links
        if link.count("/") > 2
    ):
        evidence.add("linked")
    if first_seen < name.sentence:
        evidence.add("earlier")
    for number, sentence in enumerate(abstract.sentences[name.sentence :], name.sentence):
        at = sentence.find(name.name, name.end if number == name.sentence else 0)
        if at >= 0:
            evidence.add("kept")
            if _SUBJECT.match(sentence, at + len(name.name)):
                evidence.add("subject")
    return evidence


def _without_parts(chosen: Iterable[Introduced]) -> list[Introduced]:
    """Without what is only a part, or the expansion, of another name at the same place."""
    chosen = list(chosen)
    kept = []
    for name in chosen:
        wider = [
            other
            for other in chosen
            if other is not name
            and other.sentence == name.sentence
            and other.start <= name.start
            and name.end <= other.end
        ]
        if not any(
            squeeze(name.name) in squeeze(other.name) and len(other.name) > len(name.name) for other in wider
        ):
            kept.append(name)
    return kept


_TITLE_HEAD = re.compile(r"(?P<head>[^:]{1,40}?)\s*:(?!\d)\s*\S|(?P<dashed>[\w+.-]{2,24}) [—–-] \S")
_TITLE_BRACKET = re.compile(r"\(([A-Za-z][\w+-]{1,15})\)")
_APART = re.compile(r"(?<=[^\W\d_]) ([2-9])(?=$| ?-?[A-Z]| [a-z]+$)")


def title_names(title: str) -> tuple[str, ...]:
    """The names a readable title introduces: "PRAC: Principal ..." gives PRAC, "Attention Is All You Need" nothing.

    A superscript that came apart is joined: "R 3 L: ..." gives R3L.
    """
    found: list[str] = []
    head = _TITLE_HEAD.match(title)
    if head:
        name = (head["head"] or head["dashed"]).strip(" \"'“”‘’")
        if " " in name:
            name = re.sub(r"(?<=\d) (?=-?[A-Z]|[a-z]+$)", "", _APART.sub(r"\1", name))
        if _names_title(name):
            found.append(name)
    elif " 2 " in title or " 3 " in title:
        first = re.match(r"([A-Z\d]{1,5}) ([2-9]) ?([A-Z][A-Za-z]*|[a-z]+)(?= )", title)
        if first:
            found.append("".join(first.groups()))
    if "(" in title:
        for bracket in _TITLE_BRACKET.finditer(title):
            short = bracket.group(1)
            known = short.lower().removesuffix("s") in _KNOWN or short.lower() in _KNOWN
            if (
                not known
                and _distinctive(short)
                and _expansion_start(short, title[: bracket.start()].rstrip()) is not None
                and short not in found
            ):
                found.append(short)
    return tuple(found)


def _names_title(head: str) -> bool:
    """Whether the words before a title's colon are a name."""
    words = head.split(" ")
    low = head.lower()
    if low in _TITLE_KINDS or low in _KNOWN:
        return False
    if len(words) == 1:
        return len(head) > 1 and head[0].isalnum() and any(letter.isupper() for letter in head)
    return len(words) <= 3 and any(
        _distinctive(word) and word.lower().removesuffix("s") not in _KNOWN for word in words
    )
