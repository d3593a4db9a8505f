UPDATE sessions SET label = NULL;
