#ifndef LOOKAHEAD_CVIPS_SHIM_H
#define LOOKAHEAD_CVIPS_SHIM_H

#include <vips/vips.h>
// It needs what the other declares.
#include <vips/vector.h>

// Nearly every libvips operation is variadic and so invisible to Swift. Each inline below is one call with the options
// that the Renditions target uses, and nothing more: decisions live in Swift.

/// `VIPS_INIT` is a macro, because it checks that the struct sizes of header and library agree.
static inline int lookahead_vips_init(const char *name) {
    return VIPS_INIT(name);
}

/// The header of a picture; no pixel is decoded. First frame, upright size not applied.
static inline VipsImage *lookahead_vips_header(VipsSource *source) {
    return vips_image_new_from_source(source, "", "access", VIPS_ACCESS_SEQUENTIAL, NULL);
}

/// Shrink-on-load thumbnail within the box, turned upright, in sRGB. `options` are the loader's: 8.14 forgets `fail_on` when it reads from
/// a source. With `has_profile` the picture's own profile is applied, by `intent`; else its numbers count as sRGB.
static inline int lookahead_vips_thumbnail(
    VipsSource *source, VipsImage **out, int width, int height, const char *options, int has_profile, VipsIntent intent) {
    if (!has_profile)
        return vips_thumbnail_source(
            source, out, width, "height", height, "size", VIPS_SIZE_DOWN, "option_string", options, NULL);
    return vips_thumbnail_source(
        source, out, width, "height", height, "size", VIPS_SIZE_DOWN, "option_string", options,
        "export_profile", "srgb", "intent", intent, NULL);
}

/// The same for a picture whose pixels are there, or come in rows.
static inline int lookahead_vips_thumbnail_image(VipsImage *in, VipsImage **out, int width, int height) {
    return vips_thumbnail_image(in, out, width, "height", height, "size", VIPS_SIZE_DOWN, NULL);
}

static inline int lookahead_vips_thumbnail_rows(
    VipsImage *in, VipsImage **out, int width, int height, VipsIntent intent) {
    return vips_thumbnail_image(
        in, out, width, "height", height, "size", VIPS_SIZE_DOWN, "export_profile", "srgb", "intent", intent, NULL);
}

/// The pixels of a picture from the first row on; `options` are the loader's, "[shrink=2]".
static inline VipsImage *lookahead_vips_rows(VipsSource *source, const char *options) {
    return vips_image_new_from_source(source, options, "access", VIPS_ACCESS_SEQUENTIAL, NULL);
}

static inline int lookahead_vips_crop(VipsImage *in, VipsImage **out, int x, int y, int width, int height) {
    return vips_extract_area(in, out, x, y, width, height, NULL);
}

/// Pictures of one band each as one of several bands.
static inline int lookahead_vips_join(VipsImage **in, VipsImage **out, int count) {
    return vips_bandjoin(in, out, count, NULL);
}

static inline int lookahead_vips_first_bands(VipsImage *in, VipsImage **out, int count) {
    return vips_extract_band(in, out, 0, "n", count, NULL);
}

/// The same pixels, of other colours.
static inline int lookahead_vips_interpreted(VipsImage *in, VipsImage **out, VipsInterpretation interpretation) {
    return vips_copy(in, out, "interpretation", interpretation, NULL);
}

static inline int lookahead_vips_unpremultiplied(VipsImage *in, VipsImage **out, double max_alpha, VipsBandFormat format) {
    VipsImage *divided = NULL;
    if (vips_unpremultiply(in, &divided, "max_alpha", max_alpha, NULL))
        return -1;
    int status = vips_cast(divided, out, format, NULL);
    g_object_unref(divided);
    return status;
}

/// By a whole number, averaging.
static inline int lookahead_vips_shrink(VipsImage *in, VipsImage **out, int factor) {
    return vips_shrink(in, out, factor, factor, "ceil", TRUE, NULL);
}

/// Upright, of a picture that lies in memory.
static inline int lookahead_vips_upright(VipsImage *in, VipsImage **out) {
    return vips_autorot(in, out, NULL);
}

/// In sRGB, eight bits a channel; through the picture's own profile if `has_profile`, by `intent`.
static inline int lookahead_vips_srgb(VipsImage *in, VipsImage **out, int has_profile, VipsIntent intent) {
    if (has_profile)
        return vips_icc_transform(in, out, "srgb", "embedded", TRUE, "depth", 8, "intent", intent, NULL);
    return vips_colourspace(in, out, VIPS_INTERPRETATION_sRGB, NULL);
}

/// Without metadata; Huffman tables as the library has them, which costs 3 % in bytes and halves the time.
static inline int lookahead_vips_jpegsave(VipsImage *in, void **bytes, size_t *count, int quality) {
    return vips_jpegsave_buffer(in, bytes, count, "Q", quality, "strip", TRUE, NULL);
}

/// The same with colours as fine as brightness, so that no block of 8 by 8 pixels shares any with its neighbours.
static inline int lookahead_vips_sheetsave(VipsImage *in, void **bytes, size_t *count, int quality) {
    return vips_jpegsave_buffer(
        in, bytes, count, "Q", quality, "subsample_mode", VIPS_FOREIGN_SUBSAMPLE_OFF, "strip", TRUE, NULL);
}

/// Without metadata, with its transparency; each pixel as it is if `lossless`.
static inline int lookahead_vips_webpsave(
    VipsImage *in, void **bytes, size_t *count, int quality, int effort, int lossless) {
    return vips_webpsave_buffer(
        in, bytes, count, "Q", quality, "effort", effort, "lossless", lossless, "strip", TRUE, NULL);
}

/// Copies one band of what passes. `plane` has a byte for each pixel of the picture.
static inline int lookahead_vips_copy_band(VipsRegion *out, void *sequence, void *in, void *plane, gboolean *stop) {
    VipsRegion *region = (VipsRegion *) sequence;
    const VipsRect *area = &out->valid;
    (void) in;
    (void) stop;
    if (vips_region_prepare(region, area) || vips_region_region(out, region, area, area->left, area->top))
        return -1;
    const int bands = out->im->Bands;
    for (int row = area->top; row < area->top + area->height; row++) {
        const unsigned char *from = VIPS_REGION_ADDR(region, area->left, row) + (bands < 3 ? 0 : 1);
        unsigned char *to = (unsigned char *) plane + (size_t) row * out->im->Xsize + area->left;
        for (int column = 0; column < area->width; column++)
            to[column] = from[column * bands];
    }
    return 0;
}

/// The same picture, of bytes; when it was run, `plane` has its green samples, or the grey ones. `plane` must outlive it.
static inline int lookahead_vips_tapped(VipsImage *in, VipsImage **out, unsigned char *plane) {
    *out = vips_image_new();
    if (vips_image_pipelinev(*out, VIPS_DEMAND_STYLE_THINSTRIP, in, NULL) ||
        vips_image_generate(*out, vips_start_one, lookahead_vips_copy_band, vips_stop_one, in, plane)) {
        g_object_unref(*out);
        *out = NULL;
        return -1;
    }
    // Released with it.
    g_object_ref(in);
    vips_object_local(*out, in);
    return 0;
}

#endif
