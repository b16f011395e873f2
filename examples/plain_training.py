"""Training with the parts of the library, written out: an introduction to its functions and classes.

    python examples/plain_training.py      trains on the bundled corpus, then translates a sentence

It ends with the weights of `minitrans train --shards 1`, bit for bit.  The Trainer behind that command does
the same on several cores or on a GPU, and adds a log, validation and checkpoints.
"""

from itertools import chain

from minitrans.config.presets import preset
from minitrans.data.batching import BatchStream, make_batch
from minitrans.data.corpora import corpus_files
from minitrans.data.lines import read_pairs
from minitrans.data.tokenizer import Tokenizer
from minitrans.nn import Transformer
from minitrans.optim import Adam
from minitrans.training.plan import rate_at
from minitrans.translator import Translator


def train(config, lines):
    """Train on a list of (sentence, translation) -> Translator"""
    tokenizer = Tokenizer.train(chain.from_iterable(lines), config.vocabulary)
    pairs = [tokenizer.encode(list(pair)) for pair in lines]  # ids of subword pieces
    batches = BatchStream(pairs, config.batch_tokens, config.seed)  # endless
    model = Transformer(config)
    adam = Adam(model.flat)  # `flat` holds all weights, `flat_grad` holds all gradients
    for step in range(1, config.steps + 1):
        batch = make_batch(next(batches))
        model.flat_grad[:] = 0
        loss = model.loss(batch, seed=(config.seed, step, 0, 0))  # sum over target tokens; the seed is for dropout
        loss.backward(1 / batch.tokens)  # backpropagation, for the mean over target tokens
        rate = rate_at(step, config)
        adam.update(model.flat, model.flat_grad, step, rate)
        if step % config.log_steps == 0:
            print(f"step {step}  loss {loss.data / batch.tokens:.3f}  rate {rate:.1e}", flush=True)
    return Translator(model, tokenizer, config)


if __name__ == "__main__":
    english_german, _ = read_pairs(*corpus_files("toy-en-de")["train"])
    translator = train(preset("toy"), english_german)
    print(*translator.translate(["The man says that the dog sleeps on the table."]))
