from .heads import multi_head_backward, multi_head_forward
from .layer_norm import add_norm_backward, add_norm_forward
from .linear import feed_forward_backward, feed_forward_forward


def decoder_layer_forward(x, memory, *weights, heads, key_mask, memory_mask, p=0.0, seed=None):
    caches = []

    def run(pair, *inputs, **constants):
        y, cache = pair(*inputs, **constants)
        caches.append(cache)
        return y

    def draw(i):
        return dict(p=p, seed=None if seed is None else (*seed, i))

    y = run(multi_head_forward, x, x, *weights[:8], heads=heads, key_mask=key_mask, causal=True)
    x = run(add_norm_forward, x, y, *weights[8:10], **draw(0))
    y = run(multi_head_forward, x, memory, *weights[10:18], heads=heads, key_mask=memory_mask)
    x = run(add_norm_forward, x, y, *weights[18:20], **draw(1))
    y = run(feed_forward_forward, x, *weights[20:24])
    return run(add_norm_forward, x, y, *weights[24:], **draw(2)), caches


def decoder_layer_backward(dy, cache):
    own, norm1, cross, norm2, network, norm3 = cache
    dx, dbranch, *of_norm3 = add_norm_backward(dy, norm3)
    more, *of_network = feed_forward_backward(dbranch, network)
    dx = dx + more
    dx, dbranch, *of_norm2 = add_norm_backward(dx, norm2)
    more, dmemory, *of_cross = multi_head_backward(dbranch, cross)
    dx = dx + more
    dx, dbranch, *of_norm1 = add_norm_backward(dx, norm1)
    queries, keys, *of_own = multi_head_backward(dbranch, own)
    dx = dx + queries + keys
    return (dx, dmemory, *of_own, *of_norm1, *of_cross, *of_norm2, *of_network, *of_norm3)
