import GridEngine

#if Pictures
    import Glibc
    import Renditions

    extension CollectionServer {
        /// Becomes a decoder of pictures when the program was started as one, and does not return then. To be called first in `main` by a
        /// program with a `CollectionPictureSource`: its server starts it again to decode, in processes that can open nothing. A server that
        /// was made before it refuses such a source.
        public static func decodeIfAsked() { DecoderProcess.runIfAsked() }
    }

    extension Configuration {
        var originals: OriginalPictures? { OriginalPictures(allowPrivate: allowPrivate) }

        /// Whether there is a program that becomes a decoder when it is started as one. Any other would run once more in its place.
        var hasDecoder: Bool { decoder != nil || DecoderProcess.hasBeenAsked }

        func loader() -> any ItemLoader {
            let (limits, width) = (WorkerLimits(), max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
            let decoder = WorkerDecoder(
                program: decoder ?? "/proc/self/exe", arguments: DecoderProcess.arguments(limits), width: width,
                limits: limits, startsAtOnce: false)
            // Threads for those that wait for others, beside those that decode.
            let configuration = RenditionConfiguration(
                loaders: 2 * max(loaders, 32), decoders: loaders, memoryCacheBytes: memoryCache << 20,
                diskCacheFolder: cache, diskCacheBytes: Int(diskCache * 1_073_741_824))
            return RenditionLoader(
                configuration: configuration, decoder: ContentDecoder(pictures: decoder, videos: nil))
        }
    }
#else
    extension CollectionServer {
        /// Does nothing: this was built without the trait `Pictures`.
        public static func decodeIfAsked() {}
    }

    extension Configuration {
        var originals: OriginalPictures? { nil }
        var hasDecoder: Bool { true }
        func loader() -> any ItemLoader { NoPictures() }
    }
#endif
