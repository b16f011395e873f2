"""Metrics of translations: perplexity, BLEU and chrF.  The F1 of trees is in trees/evalb."""
