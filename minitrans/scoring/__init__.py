"""How good a model is: perplexity, BLEU and F1."""
