"""Names and layout of the field."""

import numpy as np

from minitrans.config import Config
from minitrans.interchange.names import field_names
from minitrans.nn import Transformer

SIZES = dict(layers=2, d_model=8, d_ff=12, heads=2, vocabulary=11, max_length=12)


def test_names_and_shapes():
    model = Transformer(Config(**SIZES, d_k=3, d_v=5, norm="pre", share_embeddings=False, positions="learned"))
    found = {name: array.shape for name, array in field_names(model).items()}
    assert sum(np.prod(shape) for shape in found.values()) == len(model.flat)
    expected = {
        "encoder.layers.0.self_attention.query.weight": (6, 8),
        "encoder.layers.1.self_attention.value.bias": (10,),
        "decoder.layers.1.cross_attention.output.weight": (8, 10),
        "decoder.layers.0.cross_residual.norm.weight": (8,),
        "encoder.layers.0.feed_forward.linear1.weight": (12, 8),
        "encoder.layers.0.feed_forward.linear2.bias": (8,),
        "decoder_norm.bias": (8,),
        "source_embedding.weight": (11, 8),
        "softmax_embedding.weight": (11, 8),
        "positions.weight": (12, 8),
    }
    assert {name: found[name] for name in expected} == expected


def test_a_projection_is_transposed():
    model = Transformer(Config(**SIZES))
    found = field_names(model)["decoder.layers.1.self_attention.key.weight"]
    np.testing.assert_array_equal(found, model.decoder[1].self_attention.key.weight.data.T)
