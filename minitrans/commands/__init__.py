"""The commands, a file each with a `main`, and what they share: flags, sentences, and how a program ends."""
