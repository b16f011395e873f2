import heapq
import math


def beam_search(model, sentences, *, beam=4, alpha=0.6, max_extra=50, nbest=1):
    return [translate(model, sentence, beam, alpha, max_extra, nbest) for sentence in sentences]


def translate(model, sentence, beam, alpha, max_extra, nbest):
    """The state has one row per live hypothesis; the result is made of tuples."""
    limit = min(len(sentence) + max_extra, model.longest)
    state = model.start(model.xp.asarray([[*sentence, 2]]))
    live, ended = [(0.0, (1,))], []
    while live:
        logits = model.step(model.xp.asarray([words[-1] for _, words in live]), state).tolist()
        candidates = []
        for row, (log_p, words) in enumerate(live):
            top = max(logits[row])
            log_total = top + math.log(sum(math.exp(logit - top) for logit in logits[row]))
            for word, logit in enumerate(logits[row]):
                allowed = word == 2 or (word > 3 and len(words) < limit)
                if allowed:
                    candidates.append((log_p + logit - log_total, row, (*words, word)))
        kept = heapq.nlargest(beam - len(ended), candidates)
        live = [(log_p, words) for log_p, _, words in kept if words[-1] != 2]
        for log_p, _, words in kept:
            if words[-1] == 2:
                score = log_p / ((5 + len(words) - 1) / 6) ** alpha
                ended.append((score, log_p, list(words[1:-1])))
        state.select([row for _, row, words in kept if words[-1] != 2], [0])
    return heapq.nlargest(nbest, ended)
