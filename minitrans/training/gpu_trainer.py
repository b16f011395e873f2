"""The training loop on a GPU: the host stays ahead of the device and looks back when a line of the log is due."""

import math

from ..cuda import kernels_for
from ..cuda.step import Step
from ..nn.flops import packed_training_flops
from ..optim import learning_rate
from .trainer import Trainer


class GpuTrainer(Trainer):
    """A Trainer whose steps are `cuda.step.Step`."""

    def train(self):
        with kernels_for(self.config):
            self.step, self.unseen, self.norm = Step(self.model, self.optimizer), {}, math.nan
            super().train()

    def update(self):
        """Launch one step of Adam -> (learning rate, norm of the gradient when the host last looked)"""
        config, progress = self.config, self.progress
        micro_batches = [next(self.stream) for _ in range(config.accumulate)]
        number = progress.step + 1
        rate = learning_rate(number, config.d_model, config.warmup, config.rate)
        self.unseen[number] = micro_batches
        progress.tokens += self.step(micro_batches, number, rate)
        progress.flops += sum(packed_training_flops(config, pairs, self.step.rows) for pairs in micro_batches)
        progress.step, progress.epoch, progress.position = number, self.stream.epoch, self.stream.position
        if self.every(config.log_steps):
            self.look()
        return rate, self.norm

    def validate(self, bar):
        self.look()
        super().validate(bar)

    def save(self, path):
        self.look()
        super().save(path)

    def look(self):
        """Wait for the steps so far; take in their losses, and refuse what was not finite."""
        told, progress = self.step.look(), self.progress
        self.norm = told.norm
        progress.window_loss += told.loss
        progress.window_tokens += int(told.tokens)
        self.refused = self.refused + int(told.refused) if told.refused == len(self.unseen) else 0
        if told.refused:
            first = int(told.first_refused)
            self.refuse(first, self.unseen[first], math.nan, told.norm)
        self.unseen.clear()

    def not_finite(self, step, micro_batches):
        return self.step.not_finite(micro_batches, step)
