import CollectionLayout
import CollectionModel
import Prefetching

/// The loads that a viewer wants now, for the scheduler.
struct RangeWants {
    var wants: [Want]
    var order: WantOrder
    /// The caches' state of keys that are new to the window.
    var known: [LoadKey: KnownState]
}

extension RangePass {
    /// The loads that the viewer wants now, in the plan's order. Called under the collection's lock.
    func wants(
        _ plan: ResolvedRange.Plan, of collection: borrowing CollectionState, _ layout: any PreparedLayout,
        _ state: inout Viewer.State
    ) -> RangeWants {
        let version = collection.version(of: state.order)
        var seen = state.keys
        var items = plan.items
        var known = takeKeys(of: items, collection, layout, &state)
        if let costs = plan.costs, tiersDiffer(items, costs, seen, state.keys, version: version) {
            seen = state.keys
            items = self.items(of: plan.plan, layout, costs, seen, version: version)
            known.merge(takeKeys(of: items, collection, layout, &state)) { _, newer in newer }
        }
        var result = RangeWants(wants: [], order: items.order, known: known)
        result.wants.reserveCapacity(items.items.count)
        let contentGain = contentGain(plan)
        for item in items.items {
            guard let entry = state.keys[item.flat] else { continue }
            if entry.wantsContent {
                // An item may have two places in the plan: the first one counts.
                result.wants.append(
                    Want(
                        entry.key.content, isVisible: item.isVisible, isUrgent: item.isUrgent,
                        score: item.score * contentGain))
                if !entry.hasPicture { continue }
            }
            guard entry.wantsPreview || !item.isPreview else { continue }
            var score = item.score
            // The plan knew no costs of items that are new to the viewer: after a jump, of all.
            if let full = plan.costs?.full,
                seen.costClass(item.flat, version: version) != entry.costClass
            {
                score *= Float(full.expected(.unknown) / full.expected(entry.costClass))
            }
            result.wants.append(
                Want(
                    item.isPreview ? entry.key.preview : entry.key, isVisible: item.isVisible,
                    isUrgent: item.isUrgent, score: score, costClass: entry.costClass))
        }
        return result
    }

    /// How much more a content is worth than the picture that the plan is made for: as much as it costs less.
    private func contentGain(_ plan: ResolvedRange.Plan) -> Float {
        guard plan.isForPictures, let costs = plan.costs, viewer.collection.source.contents != nil else { return 1 }
        let content = engine.loads.contentCosts(of: viewer.collection).expected(.unknown).full
        return Float(max(1, costs.expected(.unknown).full / content))
    }

    /// Computes the load keys of the planned items that are new to the viewer.
    /// - Returns: what the caches know of these.
    private func takeKeys(
        of items: PlannedItems, _ collection: borrowing CollectionState, _ layout: any PreparedLayout,
        _ state: inout Viewer.State
    ) -> [LoadKey: KnownState] {
        var found: [LoadKey: KnownState] = [:]
        let (pixelRatio, order) = (state.pixelRatio, state.order)
        let snapshot = collection.snapshot(of: order)
        state.keys.move(to: items.span, version: collection.version(of: order)) { flat in
            let ordinal = snapshot.item(atFlat: flat)
            let listed = collection.revision(of: ordinal)
            let item = viewer.collection.source.item(collection.items[ordinal.rawValue], listed: listed)
            guard let item else { return nil }
            if let cache = viewer.collection.source.contents {
                let content = key(of: ordinal, stepIndex: 0).content
                found[content] = engine.loads.known(content, item, of: cache)
                if !item.hasImage {
                    return WindowKeys.Entry(
                        key: content, costClass: .unknown, wantsContent: true, hasPicture: false, wantsPreview: false)
                }
            }
            guard item.hasImage else { return nil }
            let stepIndex = engine.loads.stepIndex(for: layout.frame(ofItem: flat), pixelRatio: pixelRatio)
            let key = key(of: ordinal, stepIndex: stepIndex)
            let known = engine.loads.known(key, item, in: viewer.collection)
            found[key] = known
            let makesPreviews = engine.loads.makesPreviews
            let revision = viewer.collection.source.pictureRevision(of: item)
            let hasPreview = makesPreviews && engine.loads.preview(of: item.id, revision, in: viewer.collection) != nil
            return WindowKeys.Entry(
                key: key, costClass: item.file?.costClass ?? .unknown,
                wantsContent: viewer.collection.source.contents != nil,
                wantsPreview: makesPreviews && known == .unknown && !hasPreview)
        }
        return found
    }

    /// Whether an item has a preview of its own by what was known of its class when it was planned, and has none by what is
    /// known now, or the other way round: after a jump to pictures of another format.
    private func tiersDiffer(
        _ items: PlannedItems, _ costs: PictureCosts, _ old: WindowKeys, _ new: WindowKeys, version: Int
    ) -> Bool {
        guard engine.loads.makesPreviews else { return false }
        return items.items.contains { item in
            let (before, now) = (old.costClass(item.flat, version: version), new.costClass(item.flat, version: version))
            guard before != now else { return false }
            return costs.expected(before, flat: item.flat).isPreviewDear
                != costs.expected(now, flat: item.flat).isPreviewDear
        }
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
