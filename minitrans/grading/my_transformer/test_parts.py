"""pytest my_transformer    checks the parts that you have written: a test for each stage of the grader"""

from pathlib import Path

import pytest

from minitrans.grading.plugin import check, stages


@pytest.mark.parametrize(("grader", "planned"), stages(Path(__file__).parent))
def test_part(grader, planned):
    check(grader, planned)
