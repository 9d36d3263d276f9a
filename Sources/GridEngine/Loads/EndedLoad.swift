import Prefetching

/// A load that has ended, and how.
struct EndedLoad: Sendable {
    let key: LoadKey
    let token: LoadToken
    /// The revision of the content that it was made from.
    let revision: UInt64
    let result: Result<Rendition, LoadFailure>
    var outcome = LoadOutcome.loaded
    /// The rendition that the same read of the original made besides.
    var byProduct: (key: LoadKey, rendition: Rendition)?
    /// The full picture that a preview's cost is compared with.
    var comparable: LoadKey?
    /// Whether it read the source's content itself.
    var isFromSource = true

    /// All that it made.
    var made: [(key: LoadKey, rendition: Rendition)] {
        guard case .success(let rendition) = result else { return [] }
        return [(key, rendition)] + (byProduct.map { [$0] } ?? [])
    }

    /// What became of the preview, if it made one.
    var preview: Result<Rendition, LoadFailure>? {
        if key.isPreview { return result }
        return byProduct.flatMap { $0.key.isPreview ? .success($0.rendition) : nil }
    }
}

/// The report of one rendition once a load has ended.
struct LoadReport: Sendable {
    let key: LoadKey
    var result: Result<Rendition, LoadFailure>
    /// `nil` when the dashboard has nothing to show.
    var step: LifecycleStep.Kind?
    /// Held requests that are answered.
    var held: [LoadRunner.Held] = []
    /// The viewers that hear of it.
    var viewers: [ViewerID] = []
    /// The viewers of a preview that hear of the full picture at the same time.
    var viewersOfPicture: [ViewerID] = []
}

extension LoadRunner.State {
    /// Takes the end of a load to the scheduler.
    /// - Returns: what is to be reported: of the rendition that was asked for, and of its by-product.
    mutating func end(_ load: EndedLoad, now: Instant, actions: inout [LoadAction]) -> [LoadReport] {
        cancellations[load.token] = nil
        let end = scheduler.loadEnded(
            load.token, load.outcome, byProduct: load.byProduct?.key, full: load.key.isPreview ? load.comparable : nil,
            isFromSource: load.isFromSource, now: now, actions: &actions)
        var report = LoadReport(key: load.key, result: load.result)
        switch end {
        case .published:
            report.step = .loadEnded
            if case .failure(let failure) = load.result {
                report.result = .failure(failures.note(failure, of: load.key, load.revision, now: now))
                report.step = .loadFailed
            } else {
                failures.forget(load.key)
            }
            report.held = takeWaiting(load.key, now: now, actions: &actions)
            report.viewers = scheduler.viewers(wanting: load.key)
        case .willRetry:
            report.step = .loadWillRetry
            return [report]
        case .dropped:
            report.step = .loadCancelled
            return [report] + answers(of: load, now: now, actions: &actions)
        }
        guard let byProduct = load.byProduct else { return [report] }
        var other = take(byProduct, of: load.key, now: now, actions: &actions)
        if load.key.isPreview {
            report.viewersOfPicture = other.viewers
        } else {
            other.viewersOfPicture = report.viewers
        }
        return [report, other]
    }

    /// A picture that arrives although its load was cancelled still answers the requests for this content; no viewer hears of it.
    private mutating func answers(
        of load: EndedLoad, now: Instant, actions: inout [LoadAction]
    ) -> [LoadReport] {
        load.made.map { key, rendition in
            LoadReport(
                key: key, result: .success(rendition),
                held: takeWaiting(key, revision: load.revision, now: now, actions: &actions))
        }
    }

    /// A preview goes to those who want the full picture, too: they have no want of their own for it. What a load of its own is
    /// still to bring is reported when that has ended.
    private mutating func take(
        _ byProduct: (key: LoadKey, rendition: Rendition), of key: LoadKey, now: Instant, actions: inout [LoadAction]
    ) -> LoadReport {
        failures.forget(byProduct.key)
        var report = LoadReport(key: byProduct.key, result: .success(byProduct.rendition))
        switch scheduler.state(of: byProduct.key) {
        case .queued, .loading: break
        case .idle, .ready, .failed:
            report.step = .loadEnded
            report.viewers = scheduler.viewers(wanting: byProduct.key)
            if byProduct.key.isPreview {
                var known = Set(report.viewers)
                report.viewers += scheduler.viewers(wanting: key).filter { known.insert($0).inserted }
            }
        }
        report.held = takeWaiting(byProduct.key, now: now, actions: &actions)
        return report
    }
}
