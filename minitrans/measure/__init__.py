"""How fast it is and where the time goes: profiles, benchmark jobs, the report of a GPU."""
