/// Makes prepared pictures: decoded, upright, scaled, encoded for the browser. Owns both caches.
package protocol ItemLoader: Sendable {
    /// The rendition when it lies in the memory cache. Never blocks on I/O: it is asked on the serving threads.
    func cached(_ key: RenditionKey) -> Rendition?

    /// Whether the rendition lies on disk. May block for as long as a look at a file's name takes; counts as no use of it.
    func isOnDisk(_ key: RenditionKey) -> Bool

    /// Loads a rendition: memory cache, then disk cache, then the original. `completion` is called exactly once, on any
    /// thread, also after a cancel (then with `.cancelled`, unless the result was already there).
    func load(
        _ request: RenditionRequest, cancellation: Cancellation,
        completion: @escaping @Sendable (Result<LoadedRendition, LoadFailure>) -> Void)

    /// Waits until what has been made is on disk, for 2 s at most. Called once all loads are cancelled.
    func finish()

    /// The figures of the caches, for onlookers; `nil` when they are not counted.
    var cacheStatistics: CacheStatistics? { get }

    /// The widths in px that renditions come in, ascending.
    var widthSteps: [Int] { get }

    /// Whether it makes previews too.
    var makesPreviews: Bool { get }

    /// Where texels are kept; `nil` where none are made.
    var texels: (any TexelStore)? { get }
}

extension ItemLoader {
    package var makesPreviews: Bool { false }
    package var texels: (any TexelStore)? { nil }
    package func isOnDisk(_ key: RenditionKey) -> Bool { false }
    package func finish() {}
    package var cacheStatistics: CacheStatistics? { nil }

    /// Index of the smallest step at least as wide as `width` px, or of the widest there is.
    package func stepIndex(forWidth width: Int) -> Int {
        widthSteps.firstIndex { $0 >= width } ?? widthSteps.count - 1
    }
}

/// A form of an original that can be made.
package enum RenditionForm: Hashable, Sendable {
    /// The small picture that is shown until the full one is there: a WebP of at most `previewBytes`, with its mean colour.
    case preview
    /// A full picture of one of the loader's `widthSteps`, in px; or `whole`.
    case width(Int)
    /// A part of the picture, for a close look.
    case region(PictureRegion)

    /// The whole picture in its own pixels, of one that has at most `wholePixelLimit`.
    package static let whole = RenditionForm.width(wholeWidth)
    /// No picture of so few pixels is larger, as `RenditionSize.rendition(step:)` counts.
    package static let wholeWidth = 16_384
    /// Maximum pixels of a picture that is made in its own pixels at once.
    package static let wholePixelLimit = 40_000_000

    /// A preview is never larger.
    package static let previewBytes = 1536
}

/// Names one rendition for ever: of which content, in which form.
package struct RenditionKey: Hashable, Sendable {
    package var collection: String
    package var item: String
    /// The source's revision of the item's content.
    package var revision: UInt64
    package var form: RenditionForm

    package init(collection: String, item: String, revision: UInt64, form: RenditionForm) {
        self.collection = collection
        self.item = item
        self.revision = revision
        self.form = form
    }

    /// The same content in another form.
    package func with(_ form: RenditionForm) -> RenditionKey {
        RenditionKey(collection: collection, item: item, revision: revision, form: form)
    }
}

/// One load to run: what to make, and how to get what it is made from.
package struct RenditionRequest: Sendable {
    package var key: RenditionKey
    /// Called on a loader's thread; may block.
    package var original: @Sendable (Cancellation) throws(LoadFailure) -> Original
    /// For a preview: content that it can be made of for much less, or `nil`. As `original`.
    package var smallOriginal: @Sendable (Cancellation) throws(LoadFailure) -> Original? = { _ in nil }
    /// The form that is made besides when the whole original is read: for a preview the full picture that is wanted beside it, for a full
    /// picture its preview. `nil` for nothing.
    package var byProduct: RenditionForm?
    /// The loader calls it when the load takes long or needs its source no more, on any thread, once or more: other loads may begin in
    /// its place.
    package var whenSlow: @Sendable () -> Void = {}

    package init(
        key: RenditionKey, original: @escaping @Sendable (Cancellation) throws(LoadFailure) -> Original
    ) {
        self.key = key
        self.original = original
    }
}

/// The result of a load.
package struct LoadedRendition: Sendable {
    package var rendition: Rendition
    /// The rendition that the same read of the original made besides.
    package var byProduct: (form: RenditionForm, rendition: Rendition)?
    /// Whether the source's content was read; else it came from a cache.
    package var isFromSource: Bool

    package init(
        _ rendition: Rendition, byProduct: (form: RenditionForm, rendition: Rendition)? = nil, isFromSource: Bool = true
    ) {
        self.rendition = rendition
        self.byProduct = byProduct
        self.isFromSource = isFromSource
    }
}

/// The content that a rendition is made from.
package enum Original: Sendable {
    /// An open file, read from its start; closed with the last reference to it. `name` is for messages only.
    case file(OpenFile, name: String)
    /// Encoded bytes: a download, a posted picture.
    case encoded([UInt8])
    /// 8-bit sRGB, three bytes a pixel, rows from the top, no padding.
    case pixels(width: Int, height: Int, rgb: [UInt8])
}

/// A prepared picture, as it goes to the browser.
package struct Rendition: Sendable {
    package var bytes: [UInt8]
    /// For example `image/webp`.
    package var contentType: String
    package var width: Int
    package var height: Int
    /// The upright size of the original.
    package var originalWidth: Int
    package var originalHeight: Int
    /// The mean colour as 0xRRGGBB; of previews alone.
    package var colour: UInt32?
    /// Whether the original is damaged, so that some of the pixels are missing or wrong.
    package var isDamaged = false
    /// Of previews alone, made of the same pixels.
    package var texel: Texel?
    /// How sharp the sharpest parts are, within `sharpnessRange`; `nil` where no large picture without transparent parts was decoded for it.
    package var sharpness: Int?

    package static let sharpnessRange = 0...1000

    package init(
        bytes: [UInt8], contentType: String, width: Int, height: Int, originalWidth: Int, originalHeight: Int,
        colour: UInt32? = nil, isDamaged: Bool = false, texel: Texel? = nil, sharpness: Int? = nil
    ) {
        self.texel = texel
        self.sharpness = sharpness
        self.bytes = bytes
        self.contentType = contentType
        self.width = width
        self.height = height
        self.originalWidth = originalWidth
        self.originalHeight = originalHeight
        self.colour = colour
        self.isDamaged = isDamaged
    }
}

/// Why a load gave no picture.
package enum LoadFailure: Error, Sendable, Equatable {
    case cancelled
    /// The item or its file is gone.
    case missing
    /// The content is broken, not a picture, or over a limit. Trying again gives the same until the file changes.
    case unreadable(Reason)
    /// The content is there, and could not be reached for a reason that is not its own and that does not pass in a second: no
    /// permission, a server that refuses, a decoder that took too long. Not tried again at once; after `pause`, where that is known.
    case unavailable(Reason, pause: Duration? = nil)
    /// It may work later: a time-out, a network error.
    case transient(Reason)
    /// The server itself has no descriptor or no memory for it. As `transient`, and says nothing of the source.
    case exhausted(Reason)
    /// As `transient`; the source has said when to come back, at the earliest.
    case busy(Reason, pause: Duration)
    /// The content is still being written: tried again until it is whole, or broken and left alone.
    case notYet(Reason)
}
