import GridEngine

/// How a server makes pictures.
struct PictureMaking {
    var loader: any ItemLoader
    /// The parts of the decoders' confinement that this system lacks.
    var missingConfinement: @Sendable () -> [String] = { [] }
}

#if Pictures
    import Downloads
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

        func pictures() throws(CollectionError) -> PictureMaking {
            let (limits, width) = (WorkerLimits(), max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
            let decoder = WorkerDecoder(
                program: decoder ?? "/proc/self/exe", arguments: DecoderProcess.arguments(limits), width: width,
                limits: limits, startsAtOnce: false)
            // Threads for those that wait for others, beside those that decode.
            let configuration = RenditionConfiguration(
                loaders: 2 * max(loaders, 32), decoders: loaders, memoryCacheBytes: memoryCache << 20,
                diskCacheFolder: diskCache > 0 ? cache : nil, diskCacheBytes: Int(diskCache * 1_073_741_824))
            let loader = RenditionLoader(
                configuration: configuration,
                decoder: ContentDecoder(pictures: decoder, videos: VideoProgram.decoder(width: width)),
                shared: try sharedRenditions())
            return PictureMaking(loader: loader) { decoder.confinement?.missing ?? [] }
        }

        /// Prepared pictures of all servers; `nil` where this one shares none.
        private func sharedRenditions() throws(CollectionError) -> SharedRenditions? {
            guard let renditionStore else { return nil }
            let address: S3Address
            let key: S3AccessKey
            do throws(S3Address.Invalid) { address = try S3Address(renditionStore) } catch {
                throw CollectionError("bad-address", "The address of renditionStore cannot be used: \(error.reason).")
            }
            do throws(RenditionKeyFile.Refusal) { key = try RenditionKeyFile.key(in: renditionKeyFile) } catch {
                throw CollectionError(error)
            }
            let shared = SharedRenditions(address, key: key)
            shared.startProbing()
            return shared
        }
    }

    extension CollectionError {
        fileprivate init(_ refusal: RenditionKeyFile.Refusal) {
            let sentence =
                switch refusal {
                case .missing:
                    """
                    renditionStore needs an access key: a file that renditionKeyFile names, or AWS_ACCESS_KEY_ID and \
                    AWS_SECRET_ACCESS_KEY in the environment.
                    """
                case .unreadable(let path): "The file \(path) of renditionKeyFile cannot be read."
                case .incomplete(let path):
                    "The file \(path) of renditionKeyFile lacks aws_access_key_id = … or aws_secret_access_key = …"
                case .unfit(let place): "\(place) has characters that no key has."
                }
            self.init("no-rendition-key", sentence)
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
        func pictures() throws(CollectionError) -> PictureMaking { PictureMaking(loader: NoPictures()) }
    }
#endif
