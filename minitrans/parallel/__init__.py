"""Several processes that train one model: their ranks, their communication, and the sum of their gradients."""
