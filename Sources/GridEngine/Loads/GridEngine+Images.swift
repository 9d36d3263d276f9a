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
    /// A rendition at least `width` px wide (widths come in steps). Held until it is ready, and demanded meanwhile.
    /// - Parameters:
    ///   - revision: the content that the URL names; `nil` when it names none.
    ///   - completion: called once on any thread, unless the answer is `.ready`.
    /// - Throws: `.notFound` when the collection or the item does not exist or has no picture, `.opening`.
    package func image(
        of item: String, in id: String, width: Int, revision: UInt64?,
        completion: @escaping @Sendable (Result<(rendition: Rendition, isCurrent: Bool), LoadFailure>) -> Void
    ) throws(GridError) -> ImageAnswer {
        let collection = try collection(id)
        let ordinal = try collection.ordinal(of: item)
        guard let source = collection.source.item(item), source.hasImage else { throw .notFound(.item, id: item) }
        let stepIndex = loads.loader.stepIndex(forWidth: width)
        let isCurrent = revision == source.revision
        let key = RenditionKey(
            collection: id, item: item, revision: source.revision, width: loads.loader.widthSteps[stepIndex])
        if let rendition = loads.loader.cached(key) { return .ready(rendition, isCurrent: isCurrent) }
        let demand = loads.demand(ordinal, in: collection, revision: source.revision, stepIndex: stepIndex) { result in
            completion(result.map { ($0, isCurrent) })
        }
        return .later(demand)
    }

    /// The client of a held picture request went away. Any thread; has no effect when the request was answered.
    package func withdraw(_ demand: PictureDemand) { loads.withdraw(demand) }

    /// Loads the picture of an item again whose load failed.
    /// - Throws: `.notFound` when the collection or the item does not exist, `.opening`.
    package func retry(_ item: String, in id: String) throws(GridError) {
        let collection = try collection(id)
        loads.retry(try collection.ordinal(of: item), in: collection)
    }
}
