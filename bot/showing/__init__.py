"""What is shown: messages as values, made from views, still without Discord."""
