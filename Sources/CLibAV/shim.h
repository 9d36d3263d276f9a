#ifndef LOOKAHEAD_CLIBAV_SHIM_H
#define LOOKAHEAD_CLIBAV_SHIM_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libswscale/swscale.h>

// Macros that Swift does not import.
static const int lookahead_av_eof = AVERROR_EOF;
static const int lookahead_av_again = AVERROR(EAGAIN);
static const int64_t lookahead_av_no_time = AV_NOPTS_VALUE;

// The turn of a track's pictures: where it is kept has moved between versions.
static inline const int32_t *lookahead_av_matrix(const AVStream *stream) {
#if LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 15, 100)
    const AVPacketSideData *data = av_packet_side_data_get(
        stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, AV_PKT_DATA_DISPLAYMATRIX);
    return data && data->size >= 9 * sizeof(int32_t) ? (const int32_t *)data->data : NULL;
#else
    size_t size = 0;
    uint8_t *data = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
    return data && size >= 9 * sizeof(int32_t) ? (const int32_t *)data : NULL;
#endif
}

#endif
