#ifndef LOOKAHEAD_CJPEG_H
#define LOOKAHEAD_CJPEG_H

#include <stddef.h>

// Rows of a JPEG by libjpeg alone, which libvips reads JPEGs with as well. Its errors are jumps out of C, which Swift must not see.

/// A JPEG that is open for reading, from its first row on.
typedef struct {
    /// Pixels along both sides, as they are stored.
    int width, height;
    /// Whether it comes in one pass, and is grey or has three colours.
    int is_plain;
    /// Its ICC profile, in the order of its parts; null without one.
    unsigned char *profile;
    unsigned int profile_bytes;
    /// Pixels along both sides of what is decoded, and bytes of each: 1 or 3.
    int row_width, row_count, bands;
    /// How often libjpeg has complained.
    long warnings;
    void *decoder;
} lookahead_jpeg;

/// Reads the header: of a file, from its beginning on, or of `bytes`, which must outlive the JPEG, where the descriptor is -1. Close it in
/// any case.
/// - Returns: 0, or -1 for what is none.
int lookahead_jpeg_open(lookahead_jpeg *jpeg, int descriptor, const unsigned char *bytes, size_t count);

/// Begins to decode, each side at a part of its length: 1, 2, 4 or 8.
int lookahead_jpeg_start(lookahead_jpeg *jpeg, int shrink);

/// Decodes the next rows, without gaps between them.
int lookahead_jpeg_read(lookahead_jpeg *jpeg, unsigned char *rows, int count);

void lookahead_jpeg_close(lookahead_jpeg *jpeg);

#endif
