"""Singular and plural made one: the singular of an English word, by rule and by a short table of exceptions."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Final


def _names(text: str) -> list[str]:
    return text.split()


def _pairs(text: str) -> dict[str, str]:
    words = text.split()
    return dict(zip(words[::2], words[1::2], strict=True))


# Plurals that no rule below gives, and their singulars.
_IRREGULAR: Final = _pairs(
    """
    matrices matrix  vertices vertex  indices index  vortices vortex  simplices simplex  appendices appendix
    codices codex  children child  mice mouse  feet foot  teeth tooth  geese goose  men man
    women woman  oxen ox  criteria criterion  phenomena phenomenon  automata automaton  polyhedra polyhedron
    schemata schema  lemmata lemma  corpora corpus  genera genus  optima optimum  minima minimum  maxima
    maximum  extrema extremum  suprema supremum  infima infimum  spectra spectrum  momenta momentum  quanta
    quantum  equilibria equilibrium  continua continuum  bacteria bacterium  symposia symposium  strata
    stratum  errata erratum  memoranda memorandum  formulae formula  antennae antenna  larvae larva  stimuli
    stimulus  radii radius  nuclei nucleus  foci focus  loci locus  moduli modulus  tori torus  calculi
    calculus  halves half  leaves leaf  knives knife  wolves wolf  shelves shelf  selves self  calves calf
    hooves hoof  loaves loaf  thieves thief  elves elf  wives wife  gpus gpu  cpus cpu  tpus tpu  npus npu
    relus relu  menus menu  plateaus plateau  quizzes quiz  buses bus  gases gas  lenses lens  biases bias  aliases
    alias  atlases atlas  canvases canvas  viruses virus  statuses status  corpuses corpus  consensuses
    consensus  censuses census  campuses campus  bonuses bonus  choruses chorus  focuses focus  apparatuses
    apparatus  nexuses nexus  surpluses surplus  caches cache  avalanches avalanche  niches niche  aches
    ache  headaches headache  psyches psyche  shoes shoe  toes toe  foes foe  oboes oboe  horseshoes
    horseshoe  canoes canoe  movies movie  cookies cookie  zombies zombie  selfies selfie  calories calorie
    genies genie  rookies rookie  hypotheses hypothesis  syntheses synthesis  theses thesis  parentheses
    parenthesis  crises crisis  diagnoses diagnosis  prognoses prognosis  emphases emphasis  synopses synopsis  metastases metastasis  oases oasis  neuroses neurosis  analyses analysis  paralyses paralysis  catalyses catalysis
    antitheses antithesis  prostheses prosthesis
    """
)
# Words that end like plurals and are none.
_SINGULAR: Final = frozenset(
    _names(
        """
        news series species lens bias alias atlas canvas texas pancreas christmas whereas chaos cosmos ethos
        pathos rhinoceros always perhaps besides towards afterwards mathematics physics robotics economics
        politics genomics proteomics electronics linguistics mechanics acoustics genetics informatics kinematics
        dynamics thermodynamics aerodynamics hydrodynamics electrodynamics neurodynamics semantics haptics
        analytics ethics optics photonics aesthetics phonetics kinetics pragmatics athletics bioinformatics
        kubernetes diabetes rabies
        """
    )
)
_SHORTEST: Final = 4  # letters; of shorter words the s is as likely their own: bus, gas, its
_ENDING: Final = re.compile(
    r"(?P<ss>sses)$|(?P<h>[cs]hes)$|(?P<x>xes)$|(?P<o>oes)$|(?P<y>[^aeiou]ies)$|(?P<s>[^suis]s)$"
)


_LONG: Final = 6  # letters of an irregular plural that is recognised within a compound: submatrices
_TWO: Final = {"bases": ("base", "basis"), "axes": ("axis", "axe"), "ellipses": ("ellipse", "ellipsis")}


@lru_cache(maxsize=1 << 14)
def singular(word: str) -> str:
    """The singular of a folded word; a word that is no plural, or that of two words, is its own.

    Word forms other than number stay apart: ``pruned``, ``pruning`` and ``robotic`` against ``robotics``.
    """
    if len(word) < _SHORTEST or word in _SINGULAR or word in _TWO:
        return word
    head, tail = _split(word, _IRREGULAR)
    if tail:
        return head + _IRREGULAR[tail]
    ending = _ENDING.search(word)
    match ending.lastgroup if ending else None:
        case "ss" | "h" | "x" | "o":
            return word[:-2]
        case "y" if len(word) > _SHORTEST:
            return word[:-3] + "y"
        case "y" | "s":
            return word[:-1]
        case _:
            return word


def shared_beginning(words: Sequence[str]) -> str:
    """The letters with which all of the words begin."""
    alike = takewhile(lambda letters: len(set(letters)) == 1, zip(*words, strict=False))
    return "".join(letters[0] for letters in alike)


_BEGINNINGS: Final = {one: shared_beginning((one, many)) for many, one in _IRREGULAR.items()} | {
    word: shared_beginning((many, *two)) for many, two in _TWO.items() for word in (many, *two)
}

_LONGEST: Final = max(map(len, _IRREGULAR | _BEGINNINGS))


def beginning(word: str) -> str:
    """What every form of a singular begins with: ``polic`` of ``policy``, ``matri`` of ``matrix``."""
    head, tail = _split(word, _BEGINNINGS)
    return head + _BEGINNINGS[tail] if tail else word.removesuffix("y")


_MANY: Final = {
    one: tuple(many for many, its in _IRREGULAR.items() if its == one) for one in _IRREGULAR.values()
}


@lru_cache(maxsize=1 << 14)
def plurals(one: str) -> tuple[str, ...]:
    """Every other word whose singular() is this one: as rules have it, and by the table."""
    may = [f"{one}s", f"{one}es", f"{one[:-1]}ies"]
    for at in range(max(len(one) - _LONGEST, 0), len(one)):
        may += [one[:at] + many for many in _MANY.get(one[at:], ())]
    return tuple(many for many in dict.fromkeys(may) if singular(many) == one and many != one)


def other_numbers(word: str) -> tuple[str, ...]:
    """The forms equal to a word that singular() leaves apart: ``bases`` is of ``base`` and of ``basis``."""
    return _TWO.get(word) or tuple(many for many, two in _TWO.items() if word in two)


def _split(word: str, table: Mapping[str, str]) -> tuple[str, str]:
    """The word as something and a word of the table; the second is empty if it ends in none."""
    if word in table:
        return "", word
    first = max(len(word) - _LONGEST, 1)  # of a pasted word of a megabyte not every end is looked up
    tails = (at for at in range(first, len(word) - _LONG + 1) if word[at:] in table)
    at = next(tails, len(word))
    return word[:at], word[at:]
