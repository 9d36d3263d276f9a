import Downloads
import GridEngine
import Synchronization

/// Where the pictures of posted items come from. One for all posted collections, so that their downloads share limits and
/// connections; never with other sources, whose rule for private addresses may differ.
package final class PostedPictures: Sendable {
    private let configuration: Downloader.Configuration
    /// `nil` where files are not kept.
    let uploads: UploadedPictures?
    /// Made for the first picture: its thread is not for servers without any.
    private let downloads = Mutex<PictureDownloads?>(nil)

    package init(
        _ configuration: Downloader.Configuration = Downloader.Configuration(), uploads: UploadedPictures? = nil
    ) {
        self.configuration = configuration
        self.uploads = uploads
    }

    /// Of a whole download.
    package var timeLimit: Duration { configuration.timeLimit }

    /// The content of a picture. May block.
    /// - Throws: why there is none.
    package func original(
        of picture: PostedPicture, in collection: String, timeLeft: Duration, cancellation: Cancellation
    ) throws(LoadFailure) -> Original {
        switch picture {
        case .web(let address):
            guard let address = WebAddress(address) else { throw .unreadable(.notAWebAddress) }
            let downloads = downloads.withLock { slot -> PictureDownloads in
                let made = slot ?? PictureDownloads(Downloader(configuration: configuration))
                slot = made
                return made
            }
            return .encoded(
                try downloads.picture(at: address, timeLeft: timeLeft, cancellation: cancellation).body)
        case .upload(let name):
            guard let uploads else { throw .missing }
            return .file(try uploads.open(name, of: collection), name: name)
        }
    }
}
