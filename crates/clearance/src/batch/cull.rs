//! Half-spaces against boxes and balls in columns.
