// Placeholder until this room's first type lands.
