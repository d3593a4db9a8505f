UPDATE sessions SET label = device WHERE label IS NULL;
