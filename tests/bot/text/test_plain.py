import json
import re
import time
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.text import latex as latex_module
from bot.text.latex import latex
from bot.text.plain import plain

SHARED = Path(__file__).resolve().parents[3] / ".." / "shared"

MATHEMATICS = {
    r"$K$": "K",
    r"$\eta^{-1}$": "η⁻¹",
    r"$\tilde{O}(\eta K\log^2T)$": "Õ(η K log² T)",
    r"$\tilde{\Theta}(\sqrt{KT})$": "Θ̃(√(KT))",
    r"$\widetilde O(1/\sqrt{T})$": "Õ(1/√T)",
    r"$\sqrt{P_T}$": "√P_T",
    r"$\sqrt[3]{x+y}$": "∛(x + y)",
    r"$x_i^2 + y_{ij}$": "xᵢ² + yᵢⱼ",
    r"$h_{t+1}$": "hₜ₊₁",
    r"$d^{1/2}T^{-1/4}$": "d^(1/2) T^(-1/4)",
    r"$\mathcal{O}(d^{1/2}(nT)^{-1/4})$": "O(d^(1/2) (nT)^(-1/4))",
    r"$\mathcal{O} \left( \max \{ \frac{d^{1/4}}{T}, \frac{a}{n^{1/5}T} \} \right)$": (
        "O(max{d^(1/4)/T, a/(n^(1/5) T)})"
    ),
    r"$\frac12$ and $\frac{a+b}{c}$": "1/2 and (a + b)/c",
    r"$\log\log n$": "log log n",
    r"$n\log n$": "n log n",
    r"$S=0.556\pm0.008$": "S = 0.556 ± 0.008",
    r"$x=-1$ and $1-\delta$": "x = -1 and 1 - δ",
    r"$\mathcal{S} \in [0,1]$": "S ∈ [0, 1]",
    r"$60,000$ and $10{,}000$": "60,000 and 10,000",
    r"$1-4$ meters": "1-4 meters",
    r"5.8$\times$": "5.8×",
    r"$\sim 3 \times$ faster": "~3× faster",
    r"$32\times 32$": "32 × 32",
    r"($ q^* $) and $\mathcal{C}^*$": "(q*) and C*",
    r"$Q+R \rightarrow P$": "Q + R → P",
    r"$f:\mathbb R^n\to\mathbb R$": "f: ℝⁿ → ℝ",
    r"$\{0,1\}^n$": "{0, 1}ⁿ",
    r"$\ell_1$, $\ell_{2,1}$ and $L_\infty$": "ℓ₁, ℓ_(2,1) and L_∞",
    r"$\|x\|_2$": "‖x‖₂",
    r"$p(x \mid y)$": "p(x | y)",
    r"$\text{KL}(p\|q)$": "KL(p‖q)",
    r"$x \text{ if } y>0$": "x if y > 0",
    r"$\operatorname*{arg\,min}_x f(x)$": "argminₓ f(x)",
    r"$k^{th}$ and 1$^{st}$": "kth and 1st",
    r"30$^\circ$C": "30°C",
    r"CO$_2$ and H\textsubscript{2}O": "CO₂ and H₂O",
    r"$x^\top y$": "xᵀ y",
    r"$X_n \xrightarrow{d} X$, MNIST \xrightarrow SVHN": "Xₙ →ᵈ X, MNIST → SVHN",
    r"$\tilde{\cal O}(n)$ and $\log^{2.5 d} n$": "Õ(n) and log^(2.5d) n",
    r"a $n+1$-layer network": "a n+1-layer network",
    r"$$ x = y $$ and \[ a \leq b \] and \(d\)": "x = y and a ≤ b and d",
    r"\begin{align*} x &= 1 \end{align*}": "x = 1",
    r"$\alpha\%$ of 50\%": "α% of 50%",
    r"$50%$ of $x$": "50% of x",
    r"$\tilde\mathcal{O}(n)$": "Õ(n)",
    r"\emph{any} $O(n)$-time": "any O(n)-time",
    r"the \ell_p-ball and \epsilon-greedy, O(n\log n)": "the ℓₚ-ball and ε-greedy, O(n log n)",
    r"O(n^{2}) in R^{n \times d}": "O(n²) in R^(n×d)",
}

COMMANDS = {
    r"\emph{mixture models} and \textbf{bold}": "mixture models and bold",
    r"{\em i.e.}, {\it x}, {\bf x}, {\em{both}}": "i.e., x, x, both",
    r"\href{https://example.org/a_b}{\texttt{CoPro}}": "CoPro (https://example.org/a_b)",
    r"\href{https://example.org}{https://example.org}": "https://example.org",
    r"at \url{https://example.org/a\_b}.": "at https://example.org/a_b.",
    r"Erd\H{o}s, Fr\'echet, M\"uller, H\"{o}lder, \L ukasz": "Erdős, Fréchet, Müller, Hölder, Łukasz",
    r"50\% \& \# \_ \{a\}": "50% & # _ {a}",
    r"shown by \citet[p. 2]{smith2020}": "shown by [smith2020]",
    r"done\footnote{Not yet.}": "done (Not yet.)",
    r"\begin{itemize}\item one \item two\end{itemize}": "• one • two",
    r"w.r.t.\ it, et al.\,(1987)": "w.r.t. it, et al. (1987)",
    r"\newterm{the idea} of \OurName{} by \us": "the idea of OurName by us",
    r"{GAN}s and {B}ayesian {\alpha}": "GANs and Bayesian α",
    r"labels {0, 1}": "labels {0, 1}",
    r"$\dotp{\fstar}{\vx_i}$ and \pair{a}{b}": "dotp(f*, xᵢ) and a b",
    r"$\bigO{n}$, $\cO(n)$ and $\otilde(n)$": "O(n), O(n) and Õ(n)",
    r"$\mat{A}$, $\bx$ and $\bb R^d$": "A, x and ℝᵈ",
}

BROKEN = {
    r"$\sqrtT$ and $K_33$": "√T and K₃3",
    r"\proptoSVM": "∝SVM",
    r"\emphnon-convex \mathcalO(n)": "non-convex O(n)",
    "$1.5\times$ and $2 imes$": "1.5× and 2×",
    "a $\x0crac{1}{2}$ of $\x08eta$": "a 1/2 of β",
    r"an extbf{old} ootnote{note}": "an old (note)",
    r"emph{snap} angles": "snap angles",
    r"$\\alpha$ and \\beta": "α and β",
    r"$10^-3$ and $x^1.5$": "10⁻³ and x^1.5",
    r"$sim$13": "~13",
    r"at \urlhttps://example.org/x.": "at https://example.org/x.",
    r"seen.\nWe show": "seen. We show",
    "ex(cid:173)\nample ex\u00ad ample": "example example",
    r"$O(\sqrt{n}) regret, where $n$ is": "O(√n) regret, where n is",
}

MARKDOWN = {
    "**Persona-Pruner**": "Persona-Pruner",
    "**C**ardinality **I**nvariant (**CI**)": "Cardinality Invariant (CI)",
    "**De**coupled **V**ariance": "Decoupled Variance",
    "(*e.g*., x) and *de facto*": "(e.g., x) and de facto",
    "**Damping **(AID)**": "Damping (AID)",
    "**bold *both* bold** ***all***": "bold both bold all",
    "***odd (MGF**)*, then": "odd (MGF), then",
    "C* and A* and q* stay, *so* do 2*3*4 and 2 * 3": "C* and A* and q* stay, so do 2*3*4 and 2 * 3",
    "RRT*-Connect and **A***": "RRT*-Connect and A*",
    "_stable_ and __strong__, snake_case_name": "stable and strong, snake_case_name",
    "`x*y*z` and `code_a_b`": "x*y*z and code_a_b",
    "[here](https://example.org/a_b_c).": "here (https://example.org/a_b_c).",
    "[https://example.org/](https://example.org)": "https://example.org",
    "https://example.org/a_b_c*d and https://example.org/~user": (
        "https://example.org/a_b_c*d and https://example.org/~user"
    ),
    "**https://example.org/x**.": "https://example.org/x.",
    "~~gone~~ ~50% 5~10": "gone ~50% 5~10",
}

TYPOGRAPHY = {
    "miscoverage--regret, IRL---one -- two": "miscoverage–regret, IRL—one – two",
    "''be helpful'' ``and'' ``kind\"": '"be helpful" "and" "kind"',
    "`so-called' and `don't'": "'so-called' and 'don't'",
    "Figure~1, et~al.~(2012), (PCA)~is": "Figure 1, et al. (2012), (PCA) is",
    "about ~3 and (~20) of 2~3": "about ~3 and (~20) of 2~3",
    "R&amp;D &lt;b&gt; &#39;x&#39; AT&T &amp;lt;": "R&D <b> 'x' AT&T &lt;",
    "a\n\n b\t c\u00a0d": "a b c d",
    "a\u202eb\u200bc\x00d\ud800e\ue000f": "abcdef",
    "cafe\u0301": "café",
    "\U0001f469\u200d\U0001f680 and a\u200db": "\U0001f469\u200d\U0001f680 and ab",
    "naïvely model’s “x” 3-5× +2.8": "naïvely model’s “x” 3-5× +2.8",
}

MONEY = [
    "costs $3 to $5 million",
    "$5, not $6",
    "from $200-$300 to $1,000",
    "a $200 8-DOF hand for under $30.",
    "($0.23 - $0.27 per image)",
    "for $1M and $2M, at $16k USD",
    "earn $5/hour vs $7/hour",
    "US$ 5 and A$5",
    "$100K or 100 Days",
]


@pytest.mark.parametrize(
    ("raw", "readable"),
    [pair for table in (MATHEMATICS, COMMANDS, BROKEN, MARKDOWN, TYPOGRAPHY) for pair in table.items()],
)
def test_markup_is_read_as_its_author_meant_it(raw: str, readable: str) -> None:
    assert plain(raw) == readable


@pytest.mark.parametrize("text", MONEY)
def test_money_stays_money(text: str) -> None:
    assert plain(text) == text


def test_money_and_mathematics_in_one_sentence_are_told_apart() -> None:
    assert plain("cost $10, and $x=3$ holds, at $5 per $k$") == "cost $10, and x = 3 holds, at $5 per k"


@pytest.mark.parametrize(
    ("raw", "readable"),
    [("a $ b", "a b"), ("tree of $2k+1 nodes", "tree of 2k+1 nodes"), ("$x is", "x is"), ("robot$", "robot")],
)
def test_a_stray_dollar_goes_and_its_text_stays(raw: str, readable: str) -> None:
    assert plain(raw) == readable


@pytest.mark.parametrize(
    "opening", ["{", r"\emph{", r"$\sqrt{", r"\sqrt{", r"\href{a.org}{", "$x^{", r"$\left("]
)
@pytest.mark.parametrize("closed", [True, False])
def test_nesting_a_thousand_deep_keeps_the_words_inside(opening: str, closed: bool) -> None:
    closing = {"{": "}", "(": r"\right)"}[opening[-1]] * 1_000 * closed
    assert "kernel" in plain("before " + opening * 1_000 + "kernel" + closing + " after")


def test_a_fault_of_the_parser_costs_only_its_span(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(span: str) -> None:
        raise RecursionError(span)

    monkeypatch.setattr(latex_module, "_parsed", fails)
    latex.cache_clear()
    assert plain(r"We bound $\sqrt{T}$ tightly.") == "We bound sqrt T tightly."
    latex.cache_clear()


def test_what_is_no_formula_is_not_given_to_the_parser() -> None:
    latex.cache_clear()
    plain("A plain abstract: with 93.8% fewer errors (see https://example.org/a_b), **bold** and all.")
    assert latex.cache_info().misses == 0


def test_a_span_is_parsed_once_however_often_it_comes() -> None:
    latex.cache_clear()
    plain(r"$\eta$ and $\eta$ and $\eta$")
    assert (latex.cache_info().misses, latex.cache_info().hits) == (1, 2)


HOSTILE = [
    *["$", "\\", "{", "}", "*", "_", "a", "`", "~", "[", "&", "-", "(", "'", "^"],
    *["$a", "$ the ", "$1 ", "**a", "a* ", "_a ", "[a](", "``a", "~~a", "&lt;", "https://", "https://a.b/("],
    *[r"\emph{", r"\sqrt{", r"\frac", r"\(", r"\[", r"\begin{equation}", r"\cite[", r"\a", "\\'", "x^", "^{"],
    *[r"\href{a.b}{", r"{\em ", r"$\alpha$ ", "$x_i$", r"\$", "\u200d", "aaa bbb ", "\n"],
]


@pytest.mark.parametrize("unit", HOSTILE)
def test_a_line_of_100_000_characters_takes_linear_time(unit: str) -> None:
    def seconds(size: int) -> float:
        text = (unit * size)[:size]
        latex.cache_clear()
        began = time.process_time()
        plain(text)
        return time.process_time() - began

    assert min(seconds(100_000) for _ in range(2)) < 12 * max(seconds(25_000), 0.01)


@pytest.mark.parametrize("opening", ["$", r"\(", r"\emph{", "**", "`", "``", "[", "$$", r"\begin{equation}"])
def test_an_opening_mark_before_50_000_characters_loses_none_of_them(opening: str) -> None:
    assert "word" * 12_500 in plain(opening + "word" * 12_500)


LETTERS = st.text(alphabet=st.characters(codec=None, categories=["L", "N", "P", "S", "Zs"]), max_size=60)
MARKUP = st.lists(
    st.one_of(
        st.sampled_from(
            [*MATHEMATICS, *COMMANDS, *BROKEN, *MARKDOWN, *MONEY, *HOSTILE, "\ud800", "\ue05c", "\u202e"]
        ),
        st.text(max_size=12),
        LETTERS,
    ),
    max_size=8,
).map("".join)


@settings(max_examples=300, deadline=None)
@given(MARKUP)
def test_whatever_comes_the_answer_is_one_clean_line(raw: str) -> None:
    text = plain(raw)
    assert not any(unicodedata.category(sign) in {"Cc", "Cs", "Co"} for sign in text)
    assert text == " ".join(text.split())
    assert unicodedata.is_normalized("NFC", text)


@settings(max_examples=300, deadline=None)
@given(
    st.text(alphabet="$\\{}*_`~[]()^&;-'\"", max_size=30),
    st.text(alphabet="$\\{}*_`~[]()^&;-'\"", max_size=30),
)
def test_words_survive_any_marks_around_them(before: str, after: str) -> None:
    text = unicodedata.normalize("NFKC", plain(f"{before} Turnip {after}"))
    assert "Turnip" in "".join(filter(str.isalpha, text))


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from([*MATHEMATICS, *MARKDOWN, *MONEY, "a word", "and (another),"]), max_size=8))
def test_readable_text_is_read_as_it_stands(parts: list[str]) -> None:
    once = plain(" is the ".join(parts))
    assert plain(once) == once


def shared(name: str) -> Path:
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"{name} is not beside the project")
    return path


def test_the_oddities_of_the_lists_mean_what_their_reader_wrote() -> None:
    def squeezed(text: str) -> str:
        return "".join(text.split()).replace("’", "'").removesuffix(".")

    oddities = json.loads(shared("eval/parse_dev.json").read_text(encoding="utf-8"))["oddities"]
    wrong = [
        (odd["raw"], plain(odd["raw"]))
        for odd in oddities
        if odd.get("check", True)
        and squeezed(plain(odd["raw"]))
        not in {squeezed(odd["plain"]), squeezed(odd.get("plain_either", odd["plain"]))}
    ]
    assert len(oddities) == 99
    assert wrong == []


def test_no_markup_is_left_over_in_the_lists() -> None:
    files = sorted(shared("corpus").glob("*.txt"))
    abstracts = [text for file in files for text in file.read_text(encoding="utf-8").split("\n\n")[1:]]
    left: Callable[[str], list[str]] = re.compile(r"\\|\$|\*\*|`|[_^]\{|\{(?![^{}]*,)").findall
    assert len(abstracts) == 95
    assert [text for text in map(plain, abstracts) if left(text)] == []
