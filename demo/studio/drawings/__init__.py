"""What a frame can show: a drawing of each kind, and the axis and the prices that they share."""
