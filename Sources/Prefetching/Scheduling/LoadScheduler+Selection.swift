extension LoadScheduler {
    /// Starts loads while there are loaders free and keys that may start.
    mutating func fill(_ now: Instant, _ actions: inout [LoadAction]) {
        guard !runnable.isEmpty, freeLoaders > 0 else { return }
        bucket.refill(now)
        endPauses(now)
        if let end = hiddenPauseEnd, now >= end { hiddenPauseEnd = nil }
        while freeLoaders > 0, !bucket.isEmpty, let choice = choose() {
            start(choice, now, &actions)
        }
    }

    private mutating func endPauses(_ now: Instant) {
        // Not `breakers.indices`: they hold on to the table, so that it would be copied.
        var index = breakers.startIndex
        while index != breakers.endIndex {
            breakers.values[index].endPause(now)
            breakers.formIndex(after: &index)
        }
    }

    /// Takes a load's cost, split over all who want it, to their accounts.
    mutating func charge(_ slot: Int32, _ seconds: Double) {
        let record = records[Int(slot)]
        guard record.isWanted else { return }
        let share = seconds / Double(record.viewerCount)
        viewers[Int(record.firstViewer)].served += share
        for viewer in record.otherViewers { viewers[Int(viewer)].served += share }
    }
}

extension LoadScheduler {
    private struct Choice {
        let slot: Int32
        let viewer: Int32
    }

    /// The class of a viewer's next load: urgent before predicted before what nobody sees.
    private enum Rank: Int, Comparable {
        case urgent
        case predicted
        case hidden

        static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
    }

    /// While full pictures hold all the loaders that they may. Asked of every want that is passed over, and the answer is the same
    /// for a whole class: it remembers the last one.
    private struct PreviewsFirst {
        private var last: (collection: UInt16, kind: CostClass, isDear: Bool)?

        /// A picture whose preview is dear does not give way to previews: its own comes out of it.
        mutating func holdsBack(_ record: LoadRecord, _ costs: CostModel) -> Bool {
            let (key, kind) = (record.key, record.costClass)
            if key.isPreview || key.isContent { return false }
            if let last, last.collection == key.collection, last.kind == kind { return !last.isDear }
            let isDear = costs.isPreviewDear(key, kind)
            last = (key.collection, kind, isDear)
            return !isDear
        }
    }

    /// The next key to start: the best rank, in it the viewer that was served least.
    ///
    /// Walks the viewers that may have something to start; each keeps a cursor, so that a want is passed once.
    private mutating func choose() -> Choice? {
        var best: (choice: Choice, rank: Rank, served: Double)?
        var previewsFirst = freeForFulls <= 0 ? PreviewsFirst() : nil
        var index = 0
        while index < runnable.count {
            let viewer = runnable[index]
            guard let (slot, rank) = next(of: viewer, &previewsFirst) else {
                if hasNothingQueued(viewer) { dropRunnable(at: index) } else { index += 1 }
                continue
            }
            index += 1
            let served = viewers[Int(viewer)].served
            if let found = best, (found.rank, found.served) <= (rank, served) { continue }
            best = (Choice(slot: slot, viewer: viewer), rank, served)
        }
        guard let best else { return nil }
        if best.rank == .predicted, blanks > 0, speculativeCount >= max(1, configuration.loaders - 1) { return nil }
        // A large picture that somebody waits for, or pages through, does not wait for those that it covers.
        if best.rank == .hidden, isAnyoneLooking,
            hiddenPauseEnd != nil || unseenCount >= max(1, configuration.loaders / 4)
        {
            return nil
        }
        return best.choice
    }

    /// Advances the viewer's cursor to its first queued want, and passes over those that may not start just now.
    private mutating func next(of viewer: Int32, _ previewsFirst: inout PreviewsFirst?) -> (Int32, Rank)? {
        let index = Int(viewer)
        let count = viewers[index].wants.count
        var cursor = viewers[index].cursor
        while cursor < count, records[Int(viewers[index].wants[cursor].slot)].phase != .queued { cursor += 1 }
        viewers[index].cursor = cursor
        while cursor < count {
            let held = viewers[index].wants[cursor]
            cursor += 1
            let record = records[Int(held.slot)]
            guard record.phase == .queued, mayStart(record.key.collection) else { continue }
            // Items in view take their place in that viewer's order: the browser that asks for them knows no better.
            if viewer == Self.demandViewer, isSeen(record) { continue }
            if previewsFirst?.holdsBack(record, costs) == true { continue }
            let isHidden = viewers[index].attention == .hidden
            return (held.slot, isHidden ? .hidden : held.isUrgent ? .urgent : .predicted)
        }
        return nil
    }

    private func hasNothingQueued(_ viewer: Int32) -> Bool {
        viewers[Int(viewer)].cursor >= viewers[Int(viewer)].wants.count
    }

    private mutating func dropRunnable(at index: Int) {
        let viewer = runnable[index]
        runnable.swapAt(index, runnable.count - 1)
        runnable.removeLast()
        viewers[Int(viewer)].isRunnable = false
        if viewers[Int(viewer)].isGone { freeViewers.append(viewer) }
    }

    private func mayStart(_ collection: UInt16) -> Bool {
        guard !breakers.isEmpty, let breaker = breakers[collection] else { return true }
        return breaker.mayStart
    }

    /// How many full pictures may still start. Where they take long, some loaders are kept for previews: a viewport of
    /// previews must not wait for the full pictures of the last one.
    private var freeForFulls: Int {
        guard hasPreviews, configuration.loaders > 1, longestCost > configuration.longLoad else { return .max }
        let kept = max(1, configuration.loaders / 4)
        return configuration.loaders - kept
            - running.count { $0.holdsLoader && records[Int($0.slot)].key.isFullPicture }
    }

    /// Not positive when all are taken.
    var freeLoaders: Int { configuration.loaders - running.count(where: \.holdsLoader) }

    private var longestCost: Double {
        running.reduce(0) { max($0, Double(records[Int($1.slot)].expectedSeconds)) }
    }

    private var isAnyoneLooking: Bool { viewerSlots.values.contains { viewers[Int($0)].isLooking } }

    /// Whether a viewer that is looked at has it in view.
    private func isSeen(_ record: LoadRecord) -> Bool {
        guard record.visibleCount > 1 else { return false }
        return ([record.firstViewer] + record.otherViewers).contains {
            $0 != Self.demandViewer && viewers[Int($0)].isLooking
        }
    }

    /// How many of the loads that run only hidden viewers want.
    private var unseenCount: Int {
        running.count { load in
            let record = records[Int(load.slot)]
            guard load.holdsLoader, record.isWanted else { return false }
            return ([record.firstViewer] + record.otherViewers).allSatisfy { viewers[Int($0)].attention == .hidden }
        }
    }

    private var speculativeCount: Int {
        running.count { $0.holdsLoader && records[Int($0.slot)].urgentCount == 0 }
    }

    private mutating func start(_ choice: Choice, _ now: Instant, _ actions: inout [LoadAction]) {
        bucket.spend()
        let key = records[Int(choice.slot)].key
        let isTest = breakers[key.collection]?.started() ?? false
        servedLevel = max(servedLevel, viewers[Int(choice.viewer)].served)
        let riders = key.isContent ? riders(of: choice) : []
        begin(choice.slot, isTest: isTest, batchCount: 1 + riders.count, now, &actions)
        for slot in riders { begin(slot, isRider: true, batchCount: 1 + riders.count, now, &actions) }
    }

    /// The viewer's other loads that start with a content: equally urgent ones, in its order. The rest is for the next loader: items
    /// in view do not wait for predicted ones.
    private func riders(of choice: Choice) -> [Int32] {
        let viewer = viewers[Int(choice.viewer)]
        let collection = records[Int(choice.slot)].key.collection
        let isUrgent = viewer.wants.first { $0.slot == choice.slot }?.isUrgent ?? true
        var riders: [Int32] = []
        for held in viewer.wants[viewer.cursor...] where held.isUrgent == isUrgent && held.slot != choice.slot {
            let record = records[Int(held.slot)]
            guard record.phase == .queued, record.key.isContent, record.key.collection == collection else { continue }
            if choice.viewer == Self.demandViewer, isSeen(record) { continue }
            guard riders.count < configuration.batchLimit - 1 else { break }
            riders.append(held.slot)
        }
        return riders
    }

    private mutating func begin(
        _ slot: Int32, isTest: Bool = false, isRider: Bool = false, batchCount: Int, _ now: Instant,
        _ actions: inout [LoadAction]
    ) {
        let token = LoadToken(rawValue: nextToken)
        nextToken += 1
        let index = Int(slot)
        records[index].expectedSeconds = Float(
            costs.expected(records[index].key, records[index].costClass))
        records[index].wasSeen = records[index].visibleCount > 0
        if records[index].firstStarted == nil { records[index].firstStarted = now }
        charge(slot, Double(records[index].expectedSeconds) / Double(batchCount))
        running.append(
            RunningLoad(
                token: token, slot: slot, started: now, isTest: isTest, unwantedSince: nil, isRider: isRider,
                batchCount: batchCount))
        setPhase(slot, .loading(token))
        statistics.started += 1
        actions.append(.start(records[index].key, token))
    }
}

extension RunningLoad {
    fileprivate var holdsLoader: Bool { !isSlow && !isRider }
}

extension LoadKey {
    fileprivate var isFullPicture: Bool { !isPreview && !isContent }
}
