"""What both kinds of commands share: flags, sentences, and how a program ends."""
