"""What a name looks like, before anything is known of its paper."""

import re
from functools import lru_cache

# One word as names have them: T-GINEE, M+Adam, AnyEdit++, Qwen2.5-VL.
WORD = r"[^\W_][\w²³]*(?:[-‑–+&/.][^\W_][\w²³]*)*(?:\+{1,2}|\*)?"
_PART = re.compile(r"[^\W_]+")
_VERSION = re.compile(r"(?<=[a-z]{3})-?v?\d[\w.]*$")  # ResNet-50, GPT-4, Llama2
_BRACKETED = re.compile(r"\(([A-Za-z]?[A-Z][\w-]{1,7})\)")
_NO_LETTER = re.compile(r"[\W_]+")
# "LLM-based" and "GPT-style" are adjectives, whatever their capitals.
_ADJECTIVE = re.compile(
    r"[-‑–](?:based|aware|free|like|style|driven|guided|only|specific|level|agnostic|type|regularized|trained|tuned|"
    r"invariant|wise|optimal|hard|complete|shot|time|norm|tuning|generated|induced|inspired|efficient|weighted|"
    r"adaptive|augmented|enabled|powered|to|as|and)\b"
)

# Acronyms and proper names that papers use, and hardly ever introduce.
_KNOWN = frozenset(
    re.findall(
        r"\S+",
        """
        adaboost adagrad adam adamw admm adp agi ai alexnet alfworld amp anova api apis asr auc auroc automl avlsi bart
        bert bfgs bleu blip bnn bo cart cca ce ces cifar clip cnn coco cot cpu cpus crf ctc cuda cv d4rl ddim ddpg
        ddpm dnn dof dp dpo dro dtw eeg em emg emnist erm ffn fid fl flop fmri flops fpga frank-wolfe gan gcl gcn gib glue gmm gnn gp gpqa
        gps gpt gpu gpus gru grpo gsm8k gui hmm hpo hri human humaneval ica icl icml iclr iid imagenet imu infonce
        ipm irl it jax json kde kitti kkt kl knn l-bfgs lars lasso lda ldm ldp lidar lipschitz llama llava llm lm lora
        lp lqr lstm mab mae map mape math mav mcmc mcts mdp mi milp mimo mip miqp ml mle mlm mlp mllm mmd mmlu mnist
        moe mpc mri mse mt mujoco mvc nas nerf neurips ngd nlg nli nlp nmt nn nnet nphard np-hard ntk ocr ode ood
        opt ot pac pbt pca pde pinn pl pomdp ppo psd psnr pytorch qa qlora qp qwen rag rbf rct reid re-id relu resnet
        rgb rgb-d rkhs rl rlhf rlvr rmse rmsprop rnn roc ros rrt rouge sac sam sde sdp sfm sft sgd sgld shap sift
        slam smt sota spd squad sqp ssim ssl ssm svd svhn svi svm swe-bench t5 td tensorflow tpu tsp ttt tv uav ucb
        uda ugv ui unet u-net vae vb vc vgg vit vio vl vla vlm vlsi vqa wasserstein wordnet word2vec wsi xai xgboost yolo zo
        2d 3d 3dgs 4d 6d 6dof bf16 fp4 fp8 fp16 int4 int8
        theorem lemma section table figure appendix algorithm bayesian gaussian
        """,
    )
)


def known(word: str) -> bool:
    """Whether everybody knows the word, in the singular or plural: LLMs, ImageNet, SGD."""
    low = _VERSION.sub("", word.casefold()) or word.casefold()
    return low in _KNOWN or low.removesuffix("s") in _KNOWN


def squeeze(text: str) -> str:
    """Only letters, digits and pluses, without case: equal for all spellings of one name."""
    return _NO_LETTER.sub("", text.replace("+", "plus")).casefold()


@lru_cache(maxsize=4_096)  # words of one paper and field come again and again
def distinctive(word: str) -> bool:
    """Whether a word's spelling alone makes it look like a name: FedVeer, GP2F, M+Adam, but not 3D or LLM-based."""
    letters = sum(letter.isalpha() for letter in word)
    if letters < (3 if "+" in word else 2) or _ADJECTIVE.search(word):
        return False
    capitals = sum(letter.isupper() for letter in word)
    odd = not word[0].isupper() or "+" in word or any(letter.isdigit() for letter in word)
    return capitals > 1 or (capitals == 1 and odd)


def spells(short: str, long: str, *, loosely: bool = False) -> bool:
    """Whether the letters of a name stand in order in a phrase, at least half of them where words begin.

    Loosely, the other letters need not be there.
    """
    wanted = "".join(letter for letter in short.removesuffix("-Bench").lower() if letter.isalpha())
    words = _PART.findall(long.lower())
    initials = [word[0] for word in words]
    if len(words) > 1 and _of_beginnings(wanted, words):
        return True
    position = met = 0
    for letter in wanted:
        if letter in initials[position:]:
            position = initials.index(letter, position) + 1
            met += 1
    if met < 2 or 2 * met < len(wanted):
        return False
    return loosely or met == len(wanted) or _holds(short, long)


def _holds(short: str, long: str) -> bool:
    rest = iter(long.lower())
    return all(letter in rest for letter in short.lower() if letter.isalpha())


def _of_beginnings(wanted: str, words: list[str]) -> bool:
    """Whether the letters are beginnings of the words, in order: CoPro of "constrained projection"."""
    spelled = {0}  # how many letters may be spelled so far
    for word in words:
        for count in sorted(spelled, reverse=True):
            for reached, letter in enumerate(word, count + 1):
                if wanted[reached - 1 : reached] != letter:
                    break
                spelled.add(reached)
    return len(wanted) in spelled


def expansion_start(short: str, left: str) -> int | None:
    """Where, in what stands left of "(short)", the phrase that it abbreviates begins; None if there is none."""
    if len(short) > 2:
        short = short.removesuffix("s")
    words = list(_PART.finditer(left, max(0, len(left) - 160)))[-(2 * len(short) + 4) :]
    for count, word in enumerate(reversed(words), 1):
        phrase = left[word.start() :]
        if any(mark in phrase for mark in ",;:()"):
            return None
        fits = count > 1 and word.group()[0].lower() == short[0].lower()
        if fits and (spells(short, phrase) or (phrase.istitle() and _holds(short, phrase))):
            return word.start()
    return None


def expansions(text: str) -> dict[str, str]:
    """The acronyms that a text spells out before a bracket, "Federated Learning (FL)", in the singular."""
    found: dict[str, str] = {}
    for bracket in _BRACKETED.finditer(text):
        left = text[max(0, bracket.start() - 120) : bracket.start()].rstrip()
        start = expansion_start(bracket.group(1), left)
        if start is not None:
            found.setdefault(bracket.group(1).removesuffix("s"), left[start:])
    return found
