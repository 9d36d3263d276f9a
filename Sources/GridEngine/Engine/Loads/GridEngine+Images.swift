import CollectionModel
import Prefetching

/// The answer to an image request.
package enum ImageAnswer: Sendable {
    /// `isCurrent`: the revision asked for is the content's own, so the answer may be cached for ever.
    case ready(Rendition, isCurrent: Bool)
    /// The completion will be called, once. `withdraw` the demand when its client goes away; `nil` when the request was
    /// answered meanwhile.
    case later(PictureDemand?)
}

extension GridEngine {
    /// Requests a rendition of an item. Until it is ready, the request is held and counts as a demand.
    /// - Parameters:
    ///   - item: its identifier.
    ///   - id: the collection's identifier.
    ///   - form: what is wanted of it.
    ///   - revision: of the content that the URL names; `nil` when it names none.
    ///   - completion: called once, on any thread, if this returns `.later`; never otherwise.
    /// - Returns: the rendition if it is in memory, otherwise the demand.
    /// - Throws: `.notFound` when the collection or the item does not exist, `.noPicture`, `.opening`.
    package func image(
        of item: String, in id: String, as form: RenditionForm, revision: UInt64?,
        completion: @escaping @Sendable (Result<(rendition: Rendition, isCurrent: Bool), LoadFailure>) -> Void
    ) throws(GridError) -> ImageAnswer {
        let collection = try served(id).collection
        let ordinal = try collection.ordinal(of: item)
        let listed = collection.state.withLock { $0.revision(of: ordinal) }
        guard let source = collection.source.item(item, listed: listed), source.hasImage else { throw .noPicture(item) }
        let newest = collection.source.pictureRevision(of: source)
        let key = collection.rendition(of: item, newest, form)
        if let rendition = loads.loader.cached(key) { return .ready(rendition, isCurrent: revision == newest) }
        let demand = loads.demand(ordinal, in: collection, revision: newest, form: form) {
            // The content may change while the request is held.
            result, made in
            completion(result.map { (rendition: $0, isCurrent: revision == made) })
        }
        return .later(demand)
    }

    /// A rendition that is in memory, and the revision of the content that it was made of. Asking for it is no demand.
    /// - Returns: `nil` where it is not, or the item has no picture, or is not in the collection.
    /// - Throws: `.notFound` when the collection does not exist, `.opening`.
    package func readyImage(
        of item: String, in id: String, as form: RenditionForm
    ) throws(GridError) -> (rendition: Rendition, revision: UInt64)? {
        let collection = try served(id).collection
        // A source knows items besides: deleted ones, which may come back, and those of other collections.
        let ordinal: ItemOrdinal
        do { ordinal = try collection.ordinal(of: item) } catch {
            if case .notFound = error { return nil }
            throw error
        }
        let listed = collection.state.withLock { $0.revision(of: ordinal) }
        guard let source = collection.source.item(item, listed: listed), source.hasImage else { return nil }
        let newest = collection.source.pictureRevision(of: source)
        return loads.loader.cached(collection.rendition(of: item, newest, form)).map { ($0, newest) }
    }

    /// Requests the picture that covers a square of `width` px, under the same rules.
    package func image(
        of item: String, in id: String, width: Int, revision: UInt64?,
        completion: @escaping @Sendable (Result<(rendition: Rendition, isCurrent: Bool), LoadFailure>) -> Void
    ) throws(GridError) -> ImageAnswer {
        try image(of: item, in: id, as: pictureForm(forWidth: width), revision: revision, completion: completion)
    }

    /// The form of a picture that covers a square of `width` px: of the smallest width step that reaches it, or the whole picture.
    package func pictureForm(forWidth width: Int) -> RenditionForm {
        let steps = loads.loader.widthSteps
        return width > steps[steps.count - 1] ? .whole : .width(steps[loads.loader.stepIndex(forWidth: width)])
    }

    /// The client of a held picture request went away. Any thread; has no effect when the request was answered.
    package func withdraw(_ demand: PictureDemand) { loads.withdraw(demand) }

    /// Loads the picture of an item again whose load failed.
    /// - Throws: `.notFound` when the collection or the item does not exist, `.opening`.
    package func retry(_ item: String, in id: String) throws(GridError) {
        let collection = try served(id).collection
        loads.retry(try collection.ordinal(of: item), in: collection)
    }
}
