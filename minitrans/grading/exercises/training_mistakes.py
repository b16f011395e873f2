"""The common mistakes of the training step and of the loop, as edits of our own code."""

from .mistakes import Edit

SEED = "hand the seed on to model.loss: without it there is no dropout"
ONE_SEED = "give step n the seed (seed, n), so that no two steps have the same dropout"
ALL = "go through all batches before you make new ones"
ANEW = "give `batches` a generator, so that it draws anew"
WORDS, LOSS = "np.count_nonzero(batch[-1] != PAD)", "return float(loss.data) / words"
BACKWARD, RATE = "loss.backward(np.asarray(1 / words, loss.data.dtype))", "learning_rate(step, model.d_model, warmup)"
GROUPS, STEP = "list(batches(pairs, batch_tokens, rng))", "for step in range(1, steps + 1):"
CALL = "loss = model.loss(*batch, smoothing, seed)"
OPTIMIZER = "optimizer = Adam(np.concatenate([w.data.ravel() for w in model.weights]))"
OF_STEP = [
    Edit("it is the sum: divide it by the number of words", (LOSS, "return float(loss.data)")),
    Edit("padding is counted among the words", (WORDS, "batch[-1].size")),
    Edit("it is divided by the number of sentences", (WORDS, "len(batch[-1])")),
    Edit("EOS is not counted among the words", (WORDS, f"{WORDS} - len(batch[-1])")),
    Edit("it is the loss after the step", (LOSS, "return float(model.loss(*batch, smoothing, seed).data) / words")),
    Edit("smoothing is not handed on to model.loss", (CALL, "loss = model.loss(*batch, seed=seed)")),
    Edit("model.loss always gets a smoothing of 0.1", (CALL, "loss = model.loss(*batch, 0.1, seed)")),
    Edit("it is that of the sum: hand 1 / words to backward", (BACKWARD, "loss.backward()")),
    Edit("it is divided by the number of words twice", (BACKWARD, BACKWARD.replace("1 / words", "1 / words**2"))),
    Edit("it is 0: take it after the backward", (BACKWARD, "pass")),
    Edit("the sign: the optimizer itself goes down", ("gradient, step, rate)\n", "-gradient, step, rate)\n")),
    Edit("update changes `flat`, a copy: hand its parts back to the weights",
         ("w.data = new.reshape(w.data.shape)", "pass")),
    Edit("set all grads to 0 before each backward, which adds",
         ("w.grad = np.zeros_like(w.data)", "w.grad = np.zeros_like(w.data) if w.grad is None else w.grad")),
    Edit(SEED, (CALL, "loss = model.loss(*batch, smoothing)")),
]  # fmt: skip
OF_LOOP = [
    Edit(ONE_SEED, ("(seed, step))", "(seed, 1))")),
    Edit(ALL, (GROUPS, f"{GROUPS}[:1]")),
    Edit(ANEW, (GROUPS, GROUPS.replace(", rng", ""))),
    Edit("warmup is not handed on", (RATE, RATE.replace("warmup", "400"))),
    Edit("the first step is 1: its rate is that of step 1", (RATE, RATE.replace("step", "max(step - 1, 0.1)"))),
    Edit("the rate is that of the next step", (RATE, RATE.replace("step", "step + 1"))),
    Edit("smoothing is not handed on to training_step", ("smoothing, (seed, step)", "seed=(seed, step)")),
    Edit("every step has a new Adam, without the moments of the steps before", (STEP, f"{STEP}\n        {OPTIMIZER}")),
]  # fmt: skip
MISTAKES = OF_STEP + OF_LOOP
