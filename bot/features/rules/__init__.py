"""Pages of the rules, the legend, help, and why something was refused."""
