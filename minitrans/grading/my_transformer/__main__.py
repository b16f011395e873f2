"""python -m my_transformer             learn, translate and score
python -m my_transformer --status    which parts are yours, and are they right?
"""

import sys
from pathlib import Path

if "--status" in sys.argv:
    from minitrans.grading import status

    status(Path(__file__).parent)
else:
    from .translator import main

    main(*map(int, sys.argv[1:]))
