"""The course: exercises, the stages that check them, and reports (see README.md in this folder).

    pytest --pyargs minitrans.grading --submission my_softmax.py

or, in a notebook,

    from minitrans.grading import grade
    grade("softmax", softmax_forward, softmax_backward)
"""


def grade(name, *answers, seed=0):
    """Check answers to an exercise and print the report.

    name: of an exercise, "softmax", or of a small one in a chapter, "05/2"; `python -m minitrans.grading list`
    answers: the functions or classes that it wants, in that order; for a small one a value or a function
    seed: of the data
    """
    from .inline import grade_inline  # here, because pytest imports this package whenever it starts
    from .report import plain

    print(plain(grade_inline(name, answers, seed)))
