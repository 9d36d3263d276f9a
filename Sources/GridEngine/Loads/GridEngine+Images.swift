import CollectionModel
import Prefetching

/// An image request's answer, when there is one at once.
package enum ImageAnswer: Sendable {
    /// `isCurrent`: the revision asked for is the content's own, so the answer may be kept for ever.
    case ready(Rendition, isCurrent: Bool)
    /// The completion given will be called, once. `withdraw` the demand when its client goes away; `nil` when there is
    /// nothing to call off any more.
    case later(PictureDemand?)
}

extension GridEngine {
    /// A rendition at least `width` px wide (widths come in steps). Held until it is ready, and demanded meanwhile.
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

    /// The client of a held picture request went away: it wants nothing any more. Any thread; harmless when it was answered.
    package func withdraw(_ demand: PictureDemand) { loads.withdraw(demand) }

    /// Asks anew for the picture of an item whose load failed.
    package func retry(_ item: String, in id: String) throws(GridError) {
        let collection = try collection(id)
        loads.retry(try collection.ordinal(of: item), in: collection)
    }
}
