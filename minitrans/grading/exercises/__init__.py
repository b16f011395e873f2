"""The exercises of the course, in the order of its chapters."""

from ...system.errors import unknown
from .adam import Adam
from .add_norm import AddNorm
from .arrays import Arrays
from .attention import Attention
from .batches import Batches
from .beam_search import BeamSearch
from .cross_entropy import CrossEntropy
from .dropout import Dropout
from .embed import Embed
from .embedding import Embedding
from .evaluation import Evaluation
from .feed_forward import FeedForward
from .layer_norm import LayerNorm
from .layers import DecoderLayer, EncoderLayer
from .learning_rate import LearningRate
from .linear import Linear
from .main import Main
from .multi_head import MultiHead
from .pairs import Pairs
from .scaled_dot_product_attention import ScaledDotProductAttention
from .sinusoids import Sinusoids
from .softmax import Softmax
from .tape import Tape
from .training import Training
from .transformer import WholeTransformer
from .words import BytePairs

COURSE = {  # {chapter: its exercises}
    "1": [Tape()],
    "2": [Softmax()],
    "2b": [CrossEntropy()],
    "3": [Linear(), FeedForward()],
    "4": [LayerNorm(), AddNorm()],
    "5": [ScaledDotProductAttention()],
    "6": [Attention(), MultiHead()],
    "7": [Embedding()],
    "7b": [Sinusoids(), Embed()],
    "8": [EncoderLayer(), DecoderLayer(), Pairs(), WholeTransformer()],
    "9": [BytePairs(), Arrays(), Batches()],
    "10": [Adam(), LearningRate()],
    "10b": [Dropout(), Training()],
    "11": [BeamSearch()],
    "12": [Evaluation(), Main()],
}
EXERCISES = {exercise.name: exercise for exercises in COURSE.values() for exercise in exercises}


def unknown_exercise(what, name, names=EXERCISES):
    """-> the UserError for a name of no exercise, see `unknown`"""
    near = f"0{name}" if f"0{name}" in names else str(name)  # 5/2: 05/2
    return unknown(what, near, names, "minitrans grading list prints all")
