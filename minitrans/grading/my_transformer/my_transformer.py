"""python -m my_transformer, when it is typed inside of this folder"""

import runpy
from pathlib import Path

if __name__ == "__main__":
    runpy.run_path(str(Path(__file__).with_name("__main__.py")), run_name="__main__")
