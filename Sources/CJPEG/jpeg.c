#include "CJPEG.h"

#include <errno.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jerror.h>
#include <jpeglib.h>

enum { buffer_bytes = 1 << 15, profile_marker = JPEG_APP0 + 2 };

typedef struct {
    struct jpeg_decompress_struct info;
    struct jpeg_error_mgr errors;
    struct jpeg_source_mgr source;
    jmp_buf failed;
    int descriptor;
    /// In the file, of what follows the buffer.
    off_t offset;
    JOCTET buffer[buffer_bytes];
} decoder;

static void fail(j_common_ptr info) { longjmp(((decoder *)info->client_data)->failed, 1); }

static void note(j_common_ptr info, int level) {
    if (level < 0)
        info->err->num_warnings++;
}

static void say_nothing(j_common_ptr info) { (void)info; }

static void do_nothing(j_decompress_ptr info) { (void)info; }

static boolean fill(j_decompress_ptr info) {
    decoder *one = info->client_data;
    ssize_t got;
    do
        got = pread(one->descriptor, one->buffer, buffer_bytes, one->offset);
    while (got < 0 && errno == EINTR);
    if (got <= 0) {
        // As libjpeg's own sources do: the picture ends here.
        WARNMS(info, JWRN_JPEG_EOF);
        one->buffer[0] = 0xff;
        one->buffer[1] = JPEG_EOI;
        got = 2;
    } else {
        one->offset += got;
    }
    one->source.next_input_byte = one->buffer;
    one->source.bytes_in_buffer = got;
    return TRUE;
}

static void skip(j_decompress_ptr info, long count) {
    decoder *one = info->client_data;
    if (count <= 0)
        return;
    size_t skipped = count, here = one->source.bytes_in_buffer;
    if (skipped > here) {
        // The next read begins behind it.
        one->offset += skipped - here;
        skipped = here;
    }
    one->source.next_input_byte += skipped;
    one->source.bytes_in_buffer -= skipped;
}

static void read_from(decoder *one, int descriptor) {
    one->descriptor = descriptor;
    one->source.init_source = do_nothing;
    one->source.term_source = do_nothing;
    one->source.fill_input_buffer = fill;
    one->source.skip_input_data = skip;
    one->source.resync_to_restart = jpeg_resync_to_restart;
    one->info.src = &one->source;
}

int lookahead_jpeg_open(lookahead_jpeg *jpeg, int descriptor, const unsigned char *bytes, size_t count) {
    memset(jpeg, 0, sizeof *jpeg);
    decoder *one = calloc(1, sizeof *one);
    jpeg->decoder = one;
    if (!one)
        return -1;
    one->info.err = jpeg_std_error(&one->errors);
    one->errors.error_exit = fail;
    one->errors.emit_message = note;
    one->errors.output_message = say_nothing;
    one->info.client_data = one;
    if (setjmp(one->failed))
        return -1;
    jpeg_create_decompress(&one->info);
    if (descriptor < 0)
        jpeg_mem_src(&one->info, bytes, count);
    else
        read_from(one, descriptor);
    jpeg_save_markers(&one->info, profile_marker, 0xffff);
    if (jpeg_read_header(&one->info, TRUE) != JPEG_HEADER_OK)
        return -1;
    jpeg_read_icc_profile(&one->info, &jpeg->profile, &jpeg->profile_bytes);
    jpeg->width = one->info.image_width;
    jpeg->height = one->info.image_height;
    J_COLOR_SPACE colours = one->info.jpeg_color_space;
    jpeg->bands = colours == JCS_GRAYSCALE ? 1 : 3;
    jpeg->is_plain = (colours == JCS_GRAYSCALE || colours == JCS_YCbCr || colours == JCS_RGB) &&
                     !jpeg_has_multiple_scans(&one->info);
    jpeg->warnings = one->errors.num_warnings;
    return 0;
}

int lookahead_jpeg_start(lookahead_jpeg *jpeg, int shrink) {
    decoder *one = jpeg->decoder;
    if (setjmp(one->failed))
        return -1;
    one->info.scale_num = 1;
    one->info.scale_denom = shrink;
    one->info.out_color_space = jpeg->bands == 1 ? JCS_GRAYSCALE : JCS_RGB;
    if (!jpeg_start_decompress(&one->info) || one->info.output_components != jpeg->bands)
        return -1;
    jpeg->row_width = one->info.output_width;
    jpeg->row_count = one->info.output_height;
    jpeg->warnings = one->errors.num_warnings;
    return 0;
}

int lookahead_jpeg_read(lookahead_jpeg *jpeg, unsigned char *rows, int count) {
    decoder *one = jpeg->decoder;
    if (setjmp(one->failed))
        return -1;
    const size_t row_bytes = (size_t)jpeg->row_width * jpeg->bands;
    const JDIMENSION first = one->info.output_scanline;
    while (one->info.output_scanline < first + count) {
        JSAMPROW row = rows + (one->info.output_scanline - first) * row_bytes;
        if (jpeg_read_scanlines(&one->info, &row, 1) != 1)
            return -1;
    }
    jpeg->warnings = one->errors.num_warnings;
    return 0;
}

void lookahead_jpeg_close(lookahead_jpeg *jpeg) {
    decoder *one = jpeg->decoder;
    if (one && !setjmp(one->failed))
        jpeg_destroy_decompress(&one->info);
    free(jpeg->profile);
    free(one);
    jpeg->decoder = NULL;
}
