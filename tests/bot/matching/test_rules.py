"""The rules of matching, one by one, each on many small texts: what fires and what does not."""

import pytest

from bot.matching import Document, Registry, matches
from bot.query import parse
from bot.text.plain import plain
from tests.make import a_paper

# A rule of the language, and below it queries, each with = and texts that it is in, or ! and texts that it is not in.
RULES = r"""
# whole words
art = state of the art ¦ arts
art ! party
net = U-Net
net ! internet ¦ ResNet
pre-train ! pretrained
pre-trained = pretrained models
pretraining = pre-training ¦ pre training
data augmentation = data-augmentation ¦ data augmentations ¦ dataaugmentation
data augmentation ! data, augmentation ¦ data (augmentation) ¦ data. Augmentation ¦ database augmentation
augmentation data ! data augmentation
few-shot = few‐shot ¦ few–shot ¦ fewshot
few-shot ! few—shot ¦ few – shot
few shot learning = few-shot-learning
# number
network = networks
networks = network
matrix = matrices
analysis = analyses
basis = bases
base = bases
bias = biases
biases = bias
loss = losses
losses = loss
los ! loss
policy = policies
GPU = GPUs
gpu = GPUs
GPUs = GPU
LLMs = LLM
LLM = LLMs ¦ LLM's ¦ LLM’s
VAE = VAEs
VAEs = VAE
LLM's = LLM's
model = model's
models = models'
index = indices
indexes = index
corpus = corpora
news ! new
physics ! physic
series = series
lens ! len
species ! specie
child = children
vertex = vertices
axis = axes
hypothesis = hypotheses
mouse = mice
process = processes
status = statuses
class = classes
classes = class
box = boxes
match = matches
cache = caches
size = sizes
prize = prizes
hero = heroes
video = videos
graph = graphs
glass ! glas
datum ! data
transformer = Transformers
Transformers = transformer
t-SNE = t-SNE
does ! doe
this ! thi
gas = gases
bus = buses
leaf = leaves
half = halves
AIs = AI
AI = AIs
ODE = ODEs
PDEs = PDE
T5 = T5s
CNN = CNNs
IDs = ID
ID = IDs
SGDs = SGD
# other word forms
quantization ! quantized
prune ! pruning
optimise ! optimize
robotic ! robotics
# accents
Schrodinger = Schrödinger
Schrödinger = Schrodinger
naive Bayes = naïve Bayes
naïve Bayes = naive Bayes
Poincaré = Poincare
Gödel = Godel
Gödel ! Goedel
Lojasiewicz = Łojasiewicz
Erdos = Erdős
Frechet = Fréchet inception distance
Cramer-Rao = Cramér–Rao bound
facade = façade
Holder = Hölder
Ito = Itô
# capitals
ADAM = we use Adam
ADAM ! the adam optimizer
Adam = ADAM
adam = Adam
SAGE = We use Sage. ¦ Graph-SAGE
SAGE ! sage advice ¦ Sage advice is good ¦ GraphSAGE
IT = in IT systems
IT ! it is ¦ It is
US = the US market ¦ U.S. market
US ! us
CAN = CAN bus
CAN ! we can ¦ Can we?
CLIP = we use CLIP
CLIP ! clip the gradient ¦ Clip the gradient
GAN = GANs ¦ W-GAN ¦ GAN-based
GAN ! organ ¦ WGAN ¦ gan
gan = GAN
BERT = Bert and Ernie play with Bert
BERT ! BERTScore ¦ RoBERTa
AI ! ain’t it ¦ Maine is a state
RAG ! fragments
AI agents = AI agents ¦ AI Agents
AI agents ! ai agents ¦ Ai agents are new
NLP ! nlp
INFER = INFER: a method ¦ INFER THE STATE
LION = LION ¦ THE LION OPTIMIZER ¦ optimizers: Lion is one
LION ! Lion is an optimizer ¦ optimizers. Lion is one ¦ dandelion
DEEP ! Deep learning
PaLM = palm
mT5 = MT5
KL ! kl divergence
ICML ! icml
# compounds
LLM = LLM-based ¦ multi-LLM
LLM ! MLLM
pruner = Persona-Pruner
persona = Persona-Pruner
SGD = ZO-SGD
C4 = C4-based ¦ C4 ¦ C-4 ¦ C 4
C4 ! DP-C4
DP = DP-C4
DP-C4 = DPC4
GPT = GPT-4
GPT ! GPT4
GPT-4 = GPT-4-turbo
GPT-4 ! GPT-4o
3D = 3D-aware
3D ! text-to-3D
text to 3D = text-to-3D
ImageNet = ImageNet-1k ¦ CIFAR/ImageNet
1k ! ImageNet-1k
CIFAR = CIFAR-10 ¦ CIFAR/ImageNet
CIFAR-10 = CIFAR10
CIFAR-10 ! CIFAR-100
Adam = M+Adam ¦ Adam+M
Adam ! AdamW
AnyEdit = AnyEdit++
AnyEdit++ = AnyEdit++ ¦ AnyEdit++-based
AnyEdit++ ! AnyEdit
C++ = C++ ¦ C/C++ ¦ C++17
C++ ! C
C# = C# code
C# ! C code
"A*" = A* search
"A*" ! A search
f-divergence = f-divergences
k-means = k means ¦ kmeans
k-NN = kNN
kNN = k-NN
kNN ! k-nearest
WikiText2 = WikiText-2
L2 = L-2 norm ¦ ℓ2
state-of-the-art = state of the art
e.g. = e.g. this
i.i.d. = iid
iid = i.i.d.
# Greek letters
ε = epsilon
epsilon = ε
\epsilon = ε
ε-greedy = epsilon-greedy
epsilon greedy = ε-greedy
beta-VAE = β-VAE
β-VAE = beta VAE
μP = muP
mu = μ
Δ = delta
alpha = α
ϵ = ε
eps ! ε
2D ! λ₂ d ¦ λ2 d
2D = in λ 2D
λ2 = λ₂ ¦ λ_2 ¦ lambda 2
lambda = λ-calculus
π = pi
σ-algebra = sigma algebra
# markup
variance adaptation = **V**ariance **A**daptation
entropy = \emph{entropy}
tensorization of entropy = \emph{tensorization of entropy}
k-subgraph = densest $k$-subgraph
epsilon-stationary = $\epsilon$-stationary
code = code at https://github.com/a/turnip
turnip ! code at https://github.com/a/turnip
github ! https://github.com/a/b
textbf ! \textbf{bold}
bold = \textbf{bold}
frac ! $\frac{1}{2}$
Schrodinger = Schr\"odinger
italic = *italic* text
log = $\log n$
# scripts without spaces
联邦学习 = 我们研究联邦学习。 ¦ 联邦 学习
联邦学习 ! 联邦，学习
联邦 = 联邦学习
学习 = 联邦学习
邦学 = 联邦学习
深度学习 = 使用深度学习方法
LLM = 基于LLM的方法
llm = 基于LLM的方法
强化 = 强化学习
强學 ! 强化学习
机器学习 OR machine learning = machine learning
BERT = 使用BERT模型
# numbers
1000 = 1,000
3.5 = 3.5
3.5 ! 35
GPT-3.5 = GPT3.5
2024 = 2024
7B = 7B
7B ! LLaMA-7B
LLaMA-7B = LLaMA 7B
LLaMA = LLaMA-7B
10 ! 10x
# beginnings
quantiz* = quantization ¦ Quantizing
quantiz* ! requantize
multi-ag* = multiagent
neural net* = neural networks
neural net* ! neural, networks
LLM* = LLMs
LLM* ! llms
diffusion* = diffusion-based
trans* = transformer
# phrases
"vision and language models" = vision and language models
vision language models ! vision and language models
prohibitive computational costs = prohibitive computational costs.Existing
search and rescue = search and rescue robots
graph neural network = Graph Neural Networks (GNNs)
neural network = neural-network ¦ neural networks
large language model ! large (language) model
precision = precision/recall
he said = he said: yes
said yes ! he said: yes
"""


def _cases() -> list[object]:
    rule = ""
    cases: list[object] = []
    for line in RULES.strip().splitlines():
        if line.startswith("# "):
            rule = line.removeprefix("# ")
            continue
        sign = "=" if " = " in line else "!"
        query, _, texts = line.partition(f" {sign} ")
        cases += [
            pytest.param(query, text, sign == "=", id=f"{rule}: {query} {sign} {text}")
            for text in texts.split(" ¦ ")
        ]
    return cases


@pytest.mark.parametrize(("query", "text", "fires"), _cases())
def test_a_rule_holds_for_the_matcher_of_one_and_of_many(query: str, text: str, fires: bool) -> None:
    understood, document = parse(query), Document(a_paper(title="Untold", abstract=plain(text)))
    registry = Registry()
    registry.add(understood)
    assert (matches(understood, document) is not None) is fires
    assert bool(list(registry.match([document]))) is fires
