"""Who sits where: offering, taking, resigning."""
