"""The common mistakes of a Transformer, as edits of our own code."""

from .mistakes import Edit

SAME_SEED = "make the generator of the first weights from the argument `seed`"
SEED_LOST = "loss must hand its seed on, both to encode and to decode"
SEEDS = "give each dropout a seed of its own, of the stack and of the layer: (*seed, 0, 1), (*seed, 1, 1)"
USES = "the table has three uses, source, target and logits, and its gradient is the sum of theirs"
WEIGHTS, LOSS = "[self.table, *sum(self.encoder + self.decoder, [])]", "apply(CROSS_ENTROPY, logits, targets="
ENCODER, DECODER = "enumerate(self.encoder, 1)", "enumerate(self.decoder, 1)"
FIRST_OF_ENCODER = ENCODER, "enumerate(self.encoder[:1] * len(self.encoder), 1)"
FIRST_OF_DECODER = DECODER, "enumerate(self.decoder[:1] * len(self.decoder), 1)"


def of_layers(name, layers, seed):
    return [
        Edit(f"the {name}'s layers are left out", (layers, "enumerate([], 1)")),
        Edit(f"the layers of the {name} run in reverse", (layers, layers.replace(",", "[::-1],"))),
        Edit(f"the layers of the {name} get no dropout",
             (f"p=self.dropout, seed=seed and {seed}", f"p=0.0, seed=seed and {seed}")),
    ]  # fmt: skip


OF_WEIGHTS = [
    Edit("source, target and logits share one table, which stands in `weights` once",
         (WEIGHTS, WEIGHTS.replace("[self.table,", "[self.table, self.table,"))),
    Edit("in `weights` the layers of the encoder come first, then those of the decoder",
         (WEIGHTS, WEIGHTS.replace("self.encoder + self.decoder", "self.decoder + self.encoder"))),
    Edit(SAME_SEED, ("np.random.default_rng(seed)", "np.random.default_rng()")),
]  # fmt: skip
OF_LOGITS = [
    Edit("the words are not multiplied by sqrt(d_model)", ("y * d**0.5 +", "y +"), part="embed"),
    Edit("the positions are not added", (" + np.tile(sinusoids(length, d).astype(y.dtype), (batch, 1))", ""),
         part="embed"),
    *of_layers("encoder", ENCODER, "(*seed, 0, i)"), *of_layers("decoder", DECODER, "(*seed, 1, i)"),
    Edit("every layer has the weights of the first", FIRST_OF_ENCODER + FIRST_OF_DECODER),
    Edit("every layer of the encoder has the weights of the first", FIRST_OF_ENCODER),
    Edit("every layer of the decoder has the weights of the first", FIRST_OF_DECODER),
    Edit("memory_mask is ignored", ("memory_mask=memory_mask", "memory_mask=np.ones_like(memory_mask)")),
    Edit("the encoder sees padding of the source", ("key_mask=source != PAD", "key_mask=source == source")),
    Edit("the decoder sees padding of the target", ("key_mask=target != PAD", "key_mask=target == target")),
    Edit("key_mask of the decoder is that of the source: its own words are those of the target",
         ("key_mask=target != PAD", "key_mask=memory_mask")),
    Edit("the decoder gets no memory", ("DECODER_LAYER, y, memory,", "DECODER_LAYER, y, Tensor(0 * memory.data),")),
]  # fmt: skip
OF_LOSS = [
    Edit("it is a mean: the loss is the sum over the words",
         (f"return {LOSS}target_out.ravel(), smoothing=smoothing)",
          f"y = {LOSS}target_out.ravel(), smoothing=smoothing)\n"
          "        y.data /= np.count_nonzero(target_out)\n        return y")),
    Edit("smoothing is ignored", (", smoothing=smoothing)", ")")),
    Edit("target_in is taken for the right words, which stand in target_out",
         (f"{LOSS}target_out", f"{LOSS}target_in")),
    Edit(SEED_LOST, ("self.encode(source, seed)", "self.encode(source)")),
    Edit(SEED_LOST, ("source != PAD, seed)", "source != PAD)")),
]  # fmt: skip
OF_GRADIENTS = [
    Edit(f"{USES}: that of the words is lost",
         ("apply(EMBED, self.table, ids=ids)", "Tensor(apply(EMBED, self.table, ids=ids).data)")),
    Edit(f"{USES}: that of the logits is lost", ("dy.T @ x", "0 * (dy.T @ x)"), part="pairs"),
    Edit("the decoder hands no gradient to the encoder: the memory is a Tensor, with its record",
         ("DECODER_LAYER, y, memory,", "DECODER_LAYER, y, Tensor(memory.data),")),
]  # fmt: skip
OF_DROPOUT = [
    Edit("words plus positions get no dropout", ("p=self.dropout, seed=seed)", "p=0.0, seed=seed)")),
    Edit(SEEDS, ("(*seed, 0, i)", "(*seed, 0, 0)", "(*seed, 1, i)", "(*seed, 1, 0)")),
    Edit(SEEDS, ("(*seed, 1, i)", "(*seed, 0, i)")),
]  # fmt: skip
OF_STEPS = [
    Edit("step gives the logits after the first word, not after the newest", (")[:, -1]", ")[:, 0]")),
    Edit("select keeps the memory of other sentences",
         ("self.memory[sentences], self.mask[sentences]",
          "self.memory[: len(sentences)], self.mask[: len(sentences)]")),
    Edit("select keeps the words of other hypotheses", ("self.target[hypotheses]", "self.target[: len(hypotheses)]")),
]  # fmt: skip
MISTAKES = [*OF_WEIGHTS, *OF_LOGITS, *OF_LOSS, *OF_GRADIENTS, *OF_DROPOUT, *OF_STEPS]
