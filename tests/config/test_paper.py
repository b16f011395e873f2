"""The numbers kept from the paper agree with its own arithmetic and with the presets."""

from minitrans.config.paper import SUSTAINED, TABLE_3, estimate
from minitrans.config.presets import PRESETS


def test_the_estimates_of_the_paper():
    """Table 2 from Section 6.1: 12 hours and 3.5 days on 8 P100."""
    assert f"{estimate(12 * 60 * 60, 8, SUSTAINED['P100']):.1e}" == "3.3e+18"
    assert f"{estimate(3.5 * 24 * 60 * 60, 8, SUSTAINED['P100']):.1e}" == "2.3e+19"
    assert estimate(1, 1, SUSTAINED["K80"]) == 2.8e12


def test_every_row_of_table_3_has_a_preset():
    assert TABLE_3.keys() - {"base", "big"} == {name for name in PRESETS if name.startswith("table3-")}
    assert len(TABLE_3) == 20
