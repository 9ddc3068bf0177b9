"""The table: a thin server and one page. Judging, dice and records are those of the rooms above; here they travel."""
