#ifndef LOOKAHEAD_CTIFF_SHIM_H
#define LOOKAHEAD_CTIFF_SHIM_H

#include <string.h>
#include <tiffio.h>

/// The content of a file in memory, and how far libtiff has read it.
typedef struct {
    const unsigned char *bytes;
    tmsize_t count;
    toff_t at;
} LookaheadTIFFContent;

static tmsize_t lookahead_tiff_read(thandle_t handle, void *out, tmsize_t count) {
    LookaheadTIFFContent *content = (LookaheadTIFFContent *)handle;
    if (content->at >= (toff_t)content->count) return 0;
    tmsize_t rest = content->count - (tmsize_t)content->at;
    if (count > rest) count = rest;
    memcpy(out, content->bytes + content->at, count);
    content->at += count;
    return count;
}

static tmsize_t lookahead_tiff_write(thandle_t handle, void *in, tmsize_t count) {
    return 0;
}

static toff_t lookahead_tiff_seek(thandle_t handle, toff_t offset, int whence) {
    LookaheadTIFFContent *content = (LookaheadTIFFContent *)handle;
    toff_t start = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? content->at : (toff_t)content->count;
    return content->at = start + offset;
}

static int lookahead_tiff_close(thandle_t handle) {
    return 0;
}

static toff_t lookahead_tiff_size(thandle_t handle) {
    return ((LookaheadTIFFContent *)handle)->count;
}

static int lookahead_tiff_map(thandle_t handle, void **bytes, toff_t *count) {
    LookaheadTIFFContent *content = (LookaheadTIFFContent *)handle;
    *bytes = (void *)content->bytes;
    *count = content->count;
    return 1;
}

static void lookahead_tiff_unmap(thandle_t handle, void *bytes, toff_t count) {}

/// The first picture of a file. `content` must outlive it; `NULL` of what libtiff does not open.
static inline TIFF *lookahead_tiff_open(LookaheadTIFFContent *content) {
    return TIFFClientOpen(
        "picture", "r", (thandle_t)content, lookahead_tiff_read, lookahead_tiff_write, lookahead_tiff_seek,
        lookahead_tiff_close, lookahead_tiff_size, lookahead_tiff_map, lookahead_tiff_unmap);
}

/// A whole number of the directory, or what the standard has where it does not stand there; 0 for neither. Of 32-bit tags.
static inline uint32_t lookahead_tiff_number(TIFF *tiff, uint32_t tag) {
    uint32_t number = 0;
    return TIFFGetFieldDefaulted(tiff, tag, &number) ? number : 0;
}

/// Rows that lie in the file together: of a strip, or of a row of tiles.
static inline uint32_t lookahead_tiff_rows(TIFF *tiff) {
    return lookahead_tiff_number(tiff, TIFFIsTiled(tiff) ? TIFFTAG_TILELENGTH : TIFFTAG_ROWSPERSTRIP);
}

#endif
