"""Several processes that train one model: who they are, what they tell each other, and the sum of their gradients."""
