import CollectionLayout
import CollectionModel
import Prefetching

/// What a viewer wants loaded now, for the scheduler.
struct RangeWants {
    var wants: [Want]
    var order: WantOrder
    /// What the caches know of keys that are new to the window.
    var known: [LoadKey: KnownState]
}

extension RangePass {
    /// What the viewer wants now, in the plan's order. Called under the collection's lock.
    func wants(
        _ plan: ResolvedRange.Plan, of collection: CollectionState, _ layout: any PreparedLayout,
        _ state: inout Viewer.State
    ) -> RangeWants {
        let seen = state.keys
        var result = RangeWants(wants: [], order: plan.items.order, known: [:])
        result.wants.reserveCapacity(plan.items.items.count)
        let pixelRatio = state.pixelRatio
        state.keys.move(to: plan.items.span, version: collection.version) { flat in
            let ordinal = collection.snapshot.item(atFlat: flat)
            guard let item = viewer.collection.source.item(collection.items[ordinal.rawValue]), item.hasImage else {
                return nil
            }
            let stepIndex = engine.loads.stepIndex(for: layout.frame(ofItem: flat), pixelRatio: pixelRatio)
            let key = key(of: ordinal, stepIndex: stepIndex)
            let known = engine.loads.known(key, item, in: viewer.collection)
            result.known[key] = known
            let hasPreview =
                engine.makesPreviews && engine.loads.preview(of: item.id, item.revision, in: viewer.collection) != nil
            return WindowKeys.Entry(
                key: key, costClass: item.file?.costClass ?? .unknown,
                wantsPreview: engine.makesPreviews && known == .unknown && !hasPreview)
        }
        for item in plan.items.items {
            guard let entry = state.keys[item.flat], entry.wantsPreview || !item.isPreview else { continue }
            var score = item.score
            // The plan knew no costs of items that are new to the viewer: after a jump, of all.
            if let costs = plan.costs, seen.costClass(item.flat, version: collection.version) != entry.costClass {
                score *= Float(costs.expected(.unknown) / costs.expected(entry.costClass))
            }
            result.wants.append(
                Want(
                    item.isPreview ? entry.key.preview : entry.key, isVisible: item.isVisible,
                    isUrgent: item.isUrgent, score: score, costClass: entry.costClass))
        }
        return result
    }
}

extension PlannedItems {
    /// The flat indices from the first planned item to the last.
    fileprivate var span: Range<Int> {
        var lower = Int.max
        var upper = Int.min
        for item in items {
            lower = min(lower, item.flat)
            upper = max(upper, item.flat + 1)
        }
        return items.isEmpty ? 0..<0 : lower..<upper
    }
}
