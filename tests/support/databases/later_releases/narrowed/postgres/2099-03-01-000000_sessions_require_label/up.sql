UPDATE sessions SET label = device WHERE label IS NULL;
ALTER TABLE sessions ALTER COLUMN label SET NOT NULL;
