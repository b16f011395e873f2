"""python -m my_transformer: the whole program.  It also runs as a file, with the Run button of an editor."""

import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
if not __package__:  # it runs as a file: then Python looks for modules in this folder, and not beside it
    sys.path[0], __package__ = str(FOLDER.parent), FOLDER.name
    __import__(__package__)

if "--status" in sys.argv:
    from minitrans.grading import status

    status(FOLDER)
else:
    from .command import main

    main()
