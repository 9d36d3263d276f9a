#include <zlib.h>

/// `deflateInit2` is a macro around a function that wants the header's version: invisible to Swift.
/// Window bits 15 + 16 ask for a gzip header.
static inline int lookahead_deflate_init_gzip(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}
