"""One step's gradient, shared between threads.

A batch is cut into shards, each run on a replica of the model by a thread of its own.  The cut is a
setting of the run and the sums are taken in a fixed order, so the result does not depend on how many
cores there are.
"""

from concurrent.futures import ThreadPoolExecutor

from ..backend import cores
from ..data.batching import make_batch
from ..nn.flops import training_flops


class Workers:
    """Replicas of a model and the threads that run them.  The model's own buffer serves shard 0."""

    def __init__(self, model, shards):
        self.model = model
        self.replicas = [model, *(model.replica() for _ in range(shards - 1))]
        self.pool = ThreadPoolExecutor(min(cores(), shards))
        self.flops = 0  # of the last step

    def gradient(self, micro_batches, seed):
        """Sum of loss and gradient over lists of pairs, per target token.

        seed: (run seed, step); micro-batch and shard are appended for dropout.
        -> (loss a token, target tokens); the gradient is in model.flat_grad.
        """
        shards = [self.cut(pairs) for pairs in micro_batches]
        tokens = sum(batch.tokens for row in shards for batch in row if batch)
        self.flops = sum(training_flops(self.model.config, batch) for row in shards for batch in row if batch)

        def run(index):
            replica, loss = self.replicas[index], 0.0
            replica.flat_grad[:] = 0
            for micro, row in enumerate(shards):
                if row[index]:
                    total = replica.loss(row[index], seed=(*seed, micro, index))
                    # The normaliser is that of the whole step, however it was cut.
                    total.backward(1 / tokens)
                    loss += float(total.data)
            return loss

        losses = list(self.pool.map(run, range(len(self.replicas))))
        for replica in self.replicas[1:]:
            self.model.flat_grad += replica.flat_grad
        return sum(losses) / tokens, tokens

    def cut(self, pairs):
        """Every n-th pair to a shard; a shard without pairs is None."""
        n = len(self.replicas)
        parts = [pairs[i::n] for i in range(n)]
        return [make_batch(part, self.model.xp) if part else None for part in parts]
