"""How a database becomes what `tables` says, step by step. Shipped, and run at every start."""
