import CLibAV
import GridEngine
import Renditions

/// The first track of pictures of a video, and its decoder.
///
/// Used by one thread.
final class VideoStream {
    /// The formats that are read: the containers and codecs of cameras, telephones and the web. libavcodec has hundreds more, which nobody
    /// films with, and which nobody attacks by here.
    private static let containers = "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,ogg,flv,asf"
    private static let codecs =
        "h264,hevc,libdav1d,av1,vp8,vp9,mpeg4,mpeg2video,mpeg1video,mjpeg,h263,theora,prores,dnxhd,dvvideo,"
        + "msmpeg4v2,msmpeg4v3,wmv1,wmv2,wmv3,vc1,flv"
    /// Maximum packets that are read for one picture, those of sound included.
    private static let mostPackets = 3000

    private let input: FileInput
    private var format: UnsafeMutablePointer<AVFormatContext>?
    private var codec: UnsafeMutablePointer<AVCodecContext>?
    private let index: Int32
    private let stream: UnsafeMutablePointer<AVStream>

    /// In seconds; `nil` where it is not known.
    var duration: Double? {
        guard let format, format.pointee.duration > 0 else { return nil }
        return Double(format.pointee.duration) / Double(AV_TIME_BASE)
    }

    /// `nil` for a file that is not a video, or that no library here decodes.
    init?(_ file: OpenFile, pixelLimit: Int) {
        guard let input = FileInput(file) else { return nil }
        self.input = input
        var format = avformat_alloc_context()
        guard format != nil else { return nil }
        format?.pointee.pb = input.context
        var options: OpaquePointer?
        let settings = [
            ("format_whitelist", Self.containers), ("codec_whitelist", Self.codecs), ("protocol_whitelist", "none"),
            ("probesize", "4194304"), ("analyzeduration", "2000000"), ("max_streams", "64"),
        ]
        for (name, value) in settings { av_dict_set(&options, name, value, 0) }
        defer { av_dict_free(&options) }
        // Frees the context when it fails.
        guard avformat_open_input(&format, nil, nil, &options) == 0 else { return nil }
        var codecOfStream: UnsafePointer<AVCodec>?
        var found: Int32 = -1
        if avformat_find_stream_info(format, nil) >= 0 {
            found = av_find_best_stream(format, AVMEDIA_TYPE_VIDEO, -1, -1, &codecOfStream, 0)
        }
        guard found >= 0, let open = format, let stream = open.pointee.streams[Int(found)],
            let parameters = stream.pointee.codecpar,
            let codec = Self.open(codecOfStream, parameters, pixelLimit: pixelLimit)
        else {
            avformat_close_input(&format)
            return nil
        }
        (self.format, self.codec, index, self.stream) = (open, codec, found, stream)
        for other in 0..<Int(open.pointee.nb_streams) where other != Int(found) {
            open.pointee.streams[other]?.pointee.discard = AVDISCARD_ALL
        }
    }

    deinit {
        avcodec_free_context(&codec)
        avformat_close_input(&format)
    }

    private static func open(
        _ known: UnsafePointer<AVCodec>?, _ parameters: UnsafeMutablePointer<AVCodecParameters>, pixelLimit: Int
    ) -> UnsafeMutablePointer<AVCodecContext>? {
        guard let known, let context = avcodec_alloc_context3(known) else { return nil }
        var codec: UnsafeMutablePointer<AVCodecContext>? = context
        context.pointee.thread_count = 1
        context.pointee.max_pixels = Int64(pixelLimit)
        context.pointee.skip_frame = AVDISCARD_NONKEY
        var options: OpaquePointer?
        av_dict_set(&options, "codec_whitelist", codecs, 0)
        defer { av_dict_free(&options) }
        guard avcodec_parameters_to_context(context, parameters) >= 0, avcodec_open2(context, known, &options) == 0
        else {
            avcodec_free_context(&codec)
            return nil
        }
        return context
    }

    /// The key frame at a time, or the one before it.
    /// - Parameters:
    ///   - seconds: from the beginning.
    ///   - cancellation: stops it.
    /// - Returns: `nil` when there is none, or it is damaged.
    func picture(at seconds: Double, cancellation: Cancellation) -> VideoPicture? {
        guard let format, let codec, let packet = av_packet_alloc(), let frame = av_frame_alloc() else { return nil }
        var (freedPacket, freedFrame): (UnsafeMutablePointer<AVPacket>?, UnsafeMutablePointer<AVFrame>?) = (
            packet, frame
        )
        defer {
            av_packet_free(&freedPacket)
            av_frame_free(&freedFrame)
        }
        let start = max(0, format.pointee.start_time == lookahead_av_no_time ? 0 : format.pointee.start_time)
        avcodec_flush_buffers(codec)
        // Where it cannot be sought, the first one is shown.
        _ = av_seek_frame(format, -1, start + Int64(seconds * Double(AV_TIME_BASE)), AVSEEK_FLAG_BACKWARD)
        for _ in 0..<Self.mostPackets {
            guard !cancellation.isCancelled else { return nil }
            let read = av_read_frame(format, packet)
            if read >= 0, packet.pointee.stream_index != index {
                av_packet_unref(packet)
                continue
            }
            // At the end, the decoder gives what it holds back.
            let sent = avcodec_send_packet(codec, read >= 0 ? packet : nil)
            av_packet_unref(packet)
            if avcodec_receive_frame(codec, frame) == 0 { return VideoPicture(frame, of: stream, in: format) }
            if read < 0 || (sent < 0 && sent != lookahead_av_again) && read == lookahead_av_eof { return nil }
        }
        return nil
    }
}

/// Makes renditions of a video: of a key frame that tells something, near its beginning.
struct PosterDecoder: PictureDecoder {
    /// Parts of the length: the first picture is often black, or a title.
    private static let places = [0.1, 0.35, 0.65]
    /// s; beyond this a tenth is too far from the beginning.
    private static let latest = 60.0
    /// Darker ones are looked past, 0…255.
    private static let darkest = 26

    private let pictures = VipsDecoder()

    func renditions(
        of original: Original, as forms: [RenditionForm], cancellation: Cancellation, whenSlow: () -> Void
    ) throws(LoadFailure) -> [Rendition] {
        guard case .file(let file, _) = original else { throw .unreadable(.videoWithoutPoster) }
        let found = poster(of: file, cancellation)
        guard !cancellation.isCancelled else { throw .cancelled }
        guard let found else { throw .unreadable(.videoWithoutPoster) }
        return try pictures.renditions(
            of: .pixels(width: found.width, height: found.height, rgb: found.rgb), as: forms,
            cancellation: cancellation, whenSlow: {})
    }

    private func poster(of file: OpenFile, _ cancellation: Cancellation) -> VideoPicture? {
        guard let stream = VideoStream(file, pixelLimit: pictures.pixelLimit) else { return nil }
        let length = stream.duration ?? 0
        var best: VideoPicture?
        for place in Self.places {
            guard
                let picture = stream.picture(
                    at: min(length * place, Self.latest * place / 0.1), cancellation: cancellation)
            else { continue }
            if picture.brightness >= Self.darkest { return picture }
            if picture.brightness >= best?.brightness ?? 0 { best = picture }
            if length == 0 { break }
        }
        return best
    }
}
