import GridEngine

#if Pictures
    import Downloads
    import Glibc
    import ItemSources

    /// Originals of what sources say of their pictures.
    struct OriginalPictures: Sendable {
        private let downloads: PostedPictures

        init(allowPrivate: Bool) {
            var configuration = Downloader.Configuration()
            configuration.addresses = allowPrivate ? .any : .publicOnly
            downloads = PostedPictures(configuration)
        }

        /// Blocks.
        func original(
            of id: String, from source: any CollectionPictureSource, cancellation: Cancellation
        ) throws(LoadFailure) -> Original {
            switch Waiting.result(cancellation: cancellation, of: { try await source.picture(for: id) }) {
            case .success(nil): throw .unreadable(GridError.noPicture(id).reason)
            case .success(.file(let path)):
                let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
                guard descriptor >= 0 else { throw LoadFailure(systemError: errno) }
                return .file(OpenFile(descriptor: descriptor), name: path)
            case .success(.bytes(let bytes)): return .encoded(bytes)
            case .success(.pixels(let width, let height, let rgb)):
                guard Self.isSize(width, height, of: rgb) else {
                    throw .unreadable(
                        Reason("bad-pixels", "\(rgb.count) bytes are not \(width) × \(height) pixels of three."))
                }
                return .pixels(width: width, height: height, rgb: rgb)
            case .success(.address(let address)):
                return try downloads.original(
                    of: .web(address), in: source.id, timeLeft: downloads.timeLimit, cancellation: cancellation)
            case .failure(is CancellationError): throw .cancelled
            case .failure(let error): throw .unavailable(Reason(of: error))
            }
        }

        /// Sizes of any program, whose product need be no number.
        private static func isSize(_ width: Int, _ height: Int, of rgb: [UInt8]) -> Bool {
            guard width > 0, height > 0, rgb.count % 3 == 0 else { return false }
            let (pixels, isTooLarge) = width.multipliedReportingOverflow(by: height)
            return !isTooLarge && pixels == rgb.count / 3
        }
    }
#else
    /// There are none: the package was built without the trait `Pictures`.
    struct OriginalPictures: Sendable {
        func original(
            of id: String, from source: any CollectionPictureSource, cancellation: Cancellation
        ) throws(LoadFailure) -> Original { throw .missing }
    }
#endif
