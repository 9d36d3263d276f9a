import JSONText
import Prefetching
import Synchronization

/// The recent events of every viewer, and the streams that carry them to browsers.
///
/// One lock orders all events, so that a single number resumes a stream that carries several viewers. A stream's sink is
/// called under that lock: it must only hand the record on and may not call the engine.
final class EventHub: Sendable {
    /// Takes one record; returns `false` when the stream is closed and should be forgotten.
    typealias Sink = @Sendable (EventRecord) -> Bool

    /// Maximum events in a viewer's log, for a stream that reconnects.
    private static let logLimit = 256

    fileprivate struct Line {
        var number: Int
        /// Whether it shows previews: each is sent to one stream only.
        var takesPreviews: Bool
        var sink: Sink
    }

    fileprivate struct Log {
        var records: [EventRecord] = []
        /// The largest identifier that has left the log.
        var forgottenThrough = 0
        var lines: [Line] = []
        /// Previews that no stream has fetched yet, the oldest first. They are no events, since losing one does no harm.
        var previews: [PreviewPicture] = []
        /// Whether the streams know that there are previews to fetch.
        var isAnnounced = false
        /// Live values that no stream has fetched yet, by item: the names that changed. They are no events, since the next value
        /// of a name replaces this one.
        var values: [String: JSONObject] = [:]
        var areValuesAnnounced = false
        /// Whether pictures that are made are seen so soon that their previews are of no use any more.
        var picturesComeSoon = false
    }

    fileprivate struct State {
        var lastID = 0
        var lastLine = 0
        var logs: [ViewerID: Log] = [:]
    }

    private let state = Mutex(State())

    func open(_ viewer: ViewerID) {
        state.withLock { $0.logs[viewer] = Log(forgottenThrough: $0.lastID) }
    }

    func close(_ viewer: ViewerID) {
        state.withLock { _ = $0.logs.removeValue(forKey: viewer) }
    }

    func hasLine(_ viewer: ViewerID) -> Bool {
        state.withLock { $0.logs[viewer].map { !$0.lines.isEmpty } ?? false }
    }

    func post(_ event: ViewerEvent, to viewer: ViewerID) {
        state.withLock { state in
            guard state.logs[viewer] != nil else { return }
            state.lastID += 1
            let record = EventRecord(id: state.lastID, viewer: viewer, event: event)
            state.logs[viewer]?.append(record, limit: Self.logLimit)
        }
    }

    func postToAll(_ event: ViewerEvent) {
        state.withLock { state in
            for viewer in state.logs.keys {
                state.lastID += 1
                let record = EventRecord(id: state.lastID, viewer: viewer, event: event)
                state.logs[viewer]?.append(record, limit: Self.logLimit)
            }
        }
    }

    /// Starts to send events of `viewers` to `sink`: first what came after `lastID`, or a reset where the log reaches back
    /// no further.
    /// - Returns: a number for `unsubscribe`; `nil` when a viewer is unknown.
    func subscribe(
        to viewers: [ViewerID], after lastID: Int?, takesPreviews: Bool, version: (ViewerID) -> Int,
        sink: @escaping Sink
    ) -> Int? {
        let versions = viewers.map { ($0, version($0)) }
        return state.withLock { state -> Int? in
            guard viewers.allSatisfy({ state.logs[$0] != nil }) else { return nil }
            state.lastLine += 1
            if let lastID { state.replay(versions, after: lastID, to: sink) }
            for viewer in viewers {
                state.logs[viewer]?.lines.append(
                    Line(number: state.lastLine, takesPreviews: takesPreviews, sink: sink))
                if state.logs[viewer]?.previews.isEmpty == false { state.announcePreviews(to: viewer) }
                if state.logs[viewer]?.values.isEmpty == false { state.announceValues(to: viewer) }
            }
            return state.lastLine
        }
    }

    func unsubscribe(_ line: Int, from viewers: [ViewerID]) {
        state.withLock { state in
            for viewer in viewers { state.logs[viewer]?.lines.removeAll { $0.number == line } }
        }
    }

    /// The events after `lastID`, for a long poll; `nil` when the log reaches back no further.
    func records(of viewer: ViewerID, after lastID: Int) -> [EventRecord]? {
        state.withLock { state in
            guard let log = state.logs[viewer], lastID >= log.forgottenThrough, lastID <= state.lastID else {
                return nil
            }
            return log.records.filter { $0.id > lastID }
        }
    }

    /// Keeps previews until the viewer's stream is ready for them; beyond the limit the oldest are dropped.
    /// - Parameters:
    ///   - previews: left out where pictures come soon and are made.
    ///   - viewer: whose stream takes them.
    ///   - arePicturesMade: the viewer hears at the same time that the pictures themselves are made.
    func post(_ previews: [PreviewPicture], to viewer: ViewerID, arePicturesMade: Bool = false) {
        state.withLock { state in
            guard let comeSoon = state.logs[viewer]?.picturesComeSoon, !(arePicturesMade && comeSoon) else { return }
            state.logs[viewer]?.add(previews)
            if state.logs[viewer]?.isAnnounced == false { state.announcePreviews(to: viewer) }
        }
    }

    /// How fast pictures reach this page, as it reports.
    func note(picturesComeSoon: Bool, at viewer: ViewerID) {
        state.withLock { $0.logs[viewer]?.picturesComeSoon = picturesComeSoon }
    }

    /// Takes all previews that wait. The next one is announced again.
    func takePreviews(of viewer: ViewerID) -> [PreviewPicture] {
        state.withLock { state in
            defer {
                state.logs[viewer]?.previews = []
                state.logs[viewer]?.isAnnounced = false
            }
            return state.logs[viewer]?.previews ?? []
        }
    }

    /// Gives back what did not fit: it is sent before what came meanwhile, with the next event.
    func giveBack(_ previews: [PreviewPicture], of viewer: ViewerID) {
        guard !previews.isEmpty else { return }
        state.withLock { state in
            guard let newer = state.logs[viewer]?.previews else { return }
            state.logs[viewer]?.previews = []
            state.logs[viewer]?.add(previews + newer)
            state.announcePreviews(to: viewer)
        }
    }

    func hasPreviews(_ viewer: ViewerID) -> Bool {
        state.withLock { $0.logs[viewer]?.previews.isEmpty == false }
    }

    /// Keeps values until the viewer's stream is ready for them; later ones of the same names replace them.
    func post(_ values: [String: JSONObject], to viewer: ViewerID) {
        state.withLock { state in
            guard state.logs[viewer] != nil else { return }
            state.logs[viewer]?.values.merge(values) { $0.overlaid(by: $1) }
            if state.logs[viewer]?.areValuesAnnounced == false { state.announceValues(to: viewer) }
        }
    }

    /// Takes all values that wait. The next ones are announced again.
    func takeValues(of viewer: ViewerID) -> [String: JSONObject] {
        state.withLock { state in
            defer {
                state.logs[viewer]?.values = [:]
                state.logs[viewer]?.areValuesAnnounced = false
            }
            return state.logs[viewer]?.values ?? [:]
        }
    }

    func hasValues(_ viewer: ViewerID) -> Bool {
        state.withLock { $0.logs[viewer]?.values.isEmpty == false }
    }

    var lastID: Int { state.withLock { $0.lastID } }
}

extension EventHub.State {
    /// Notifies the viewer's streams that previews wait: one announcement for as many as there will be when they are fetched.
    fileprivate mutating func announcePreviews(to viewer: ViewerID) {
        guard logs[viewer]?.lines.contains(where: \.takesPreviews) == true else { return }
        // A number of its own, although no log keeps it: pages drop an event whose number they have had.
        lastID += 1
        let record = EventRecord(id: lastID, viewer: viewer, event: .previews)
        logs[viewer]?.lines.removeAll { $0.takesPreviews && !$0.sink(record) }
        logs[viewer]?.isAnnounced = true
    }

    /// The same of live values, which go to the stream that draws, as previews do.
    fileprivate mutating func announceValues(to viewer: ViewerID) {
        guard logs[viewer]?.lines.contains(where: \.takesPreviews) == true else { return }
        lastID += 1
        let record = EventRecord(id: lastID, viewer: viewer, event: .values)
        logs[viewer]?.lines.removeAll { $0.takesPreviews && !$0.sink(record) }
        logs[viewer]?.areValuesAnnounced = true
    }

    fileprivate func replay(_ viewers: [(ViewerID, Int)], after lastID: Int, to sink: EventHub.Sink) {
        var missed: [EventRecord] = []
        for (viewer, version) in viewers {
            guard let log = logs[viewer] else { continue }
            if lastID < log.forgottenThrough || lastID > self.lastID {
                missed.append(EventRecord(id: self.lastID, viewer: viewer, event: .reset(version: version)))
            } else {
                missed.append(contentsOf: log.records.filter { $0.id > lastID })
            }
        }
        for record in missed.sorted(by: { $0.id < $1.id }) where !sink(record) { return }
    }
}

extension EventHub.Log {
    /// Maximum previews that wait: a viewport of small cells. More are not worth keeping for a stream that does not keep up.
    private static let previewLimit = 160

    fileprivate mutating func add(_ more: [PreviewPicture]) {
        for preview in more {
            // Changed content may have two: the newer one is to be seen.
            if let index = previews.firstIndex(where: { $0.ordinal == preview.ordinal }) {
                previews[index] = preview
            } else {
                previews.append(preview)
            }
        }
        if previews.count > Self.previewLimit { previews.removeFirst(previews.count - Self.previewLimit) }
    }

    fileprivate mutating func append(_ record: EventRecord, limit: Int) {
        records.append(record)
        if records.count > limit {
            // In blocks: taking one from the front at a time would shift the rest at each event.
            let surplus = records.count - limit / 2
            forgottenThrough = records[surplus - 1].id
            records.removeFirst(surplus)
        }
        lines.removeAll { !$0.sink(record) }
    }
}

extension JSONObject {
    /// With the members of another, the other's where both have one. A `null` stays: it says that there is no value any more.
    fileprivate func overlaid(by newer: JSONObject) -> JSONObject {
        var result = self
        for member in newer.members { result[member.name] = member.value }
        return result
    }
}
