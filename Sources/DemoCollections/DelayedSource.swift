import Dispatch
import Glibc
import GridEngine
import Hashing
import ItemSources
import SeededRandom
import Synchronization

/// Another source, made slow: each original comes after an artificial time, as from a distant server.
package struct DelayedSource: ItemSource, TimedSource, SmallOriginals {
    private let source: any ItemSource
    private let latency: LatencyDial
    private let seed: UInt64
    private let tellsSizes: Bool
    /// Fraction of an original's delay for the content of a preview.
    private static let smallPercent = 15

    /// With `tellsSizes`, items have artificial file sizes that match their delays within 30 %, as on a slow network.
    package init(
        _ source: any ItemSource, milliseconds: ClosedRange<Int>, seed: UInt64, tellsSizes: Bool = false
    ) {
        self.init(source, latency: LatencyDial(milliseconds), seed: seed, tellsSizes: tellsSizes)
    }

    /// `latency` can be changed while loads run; those that are waiting are not affected.
    package init(_ source: any ItemSource, latency: LatencyDial, seed: UInt64, tellsSizes: Bool = false) {
        self.source = source
        self.latency = latency
        self.seed = seed
        self.tellsSizes = tellsSizes
    }

    package var id: String { source.id }
    package var title: String { source.title }
    package var capabilities: Capabilities { source.capabilities }
    /// The other source's, of which contents come late.
    package var abilities: SourceAbilities {
        var abilities = source.abilities
        (abilities.timed, abilities.smallOriginals) = (self, self)
        abilities.readsOriginalsWhole = false
        return abilities
    }

    package func list(
        cancellation: Cancellation, progress: @Sendable (_ found: Int) -> Void
    ) throws(SourceError) -> SourceListing {
        try source.list(cancellation: cancellation, progress: progress)
    }

    package func item(_ id: String) -> SourceItem? {
        guard var item = source.item(id) else { return nil }
        if tellsSizes, item.hasImage { item.file = PictureFile(format: .jpeg, bytes: bytes(for: id)) }
        return item
    }

    package func revision(of id: String) -> UInt64 { source.revision(of: id) }

    /// Waits, then calls the source. A cancellation ends the wait at once.
    package func original(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original {
        let wait = milliseconds(for: id)
        guard cancellation.wait(milliseconds: wait) else { throw .cancelled }
        return try source.original(of: id, cancellation: cancellation)
    }

    package func original(
        of id: String, timeLeft: Duration, cancellation: Cancellation
    ) throws(LoadFailure) -> Original {
        let wait = milliseconds(for: id)
        guard cancellation.wait(milliseconds: wait) else { throw .cancelled }
        guard let timed = source.abilities.timed else {
            return try source.original(of: id, cancellation: cancellation)
        }
        return try timed.original(of: id, timeLeft: timeLeft - .milliseconds(wait), cancellation: cancellation)
    }

    /// A small part of the wait, as a distant server's thumbnail would take. Made of the original where that is all there is.
    package func smallOriginal(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original? {
        let wait = milliseconds(for: id) * Self.smallPercent / 100
        guard cancellation.wait(milliseconds: wait) else { throw .cancelled }
        let small = try source.abilities.smallOriginals?.smallOriginal(of: id, cancellation: cancellation)
        if let small { return small }
        return try source.original(of: id, cancellation: cancellation)
    }

    private func bytes(for id: String) -> Int {
        var random = random(for: id)
        let wait = milliseconds(&random)
        return Int(Double(wait) * 25_000 * (0.7 + 0.6 * Double(random.float(in: 0...1))))
    }

    /// The same for an item each time: a demo looks the same with the same seed. Distributed evenly over the logarithm,
    /// because short delays are more common than long ones: for 20–200 ms the mean is 78 ms.
    func milliseconds(for id: String) -> Int {
        var random = random(for: id)
        return milliseconds(&random)
    }

    private func random(for id: String) -> SeededRandom {
        SeededRandom(seed: seed ^ UInt64(truncatingIfNeeded: FNV1a.hash128(id.utf8)))
    }

    private func milliseconds(_ random: inout SeededRandom) -> Int {
        let milliseconds = latency.milliseconds
        let shortest = Double(max(1, milliseconds.lowerBound)), longest = Double(max(1, milliseconds.upperBound))
        let wait = shortest * pow(longest / shortest, Double(random.float(in: 0...1)))
        return min(max(Int(wait.rounded()), milliseconds.lowerBound), milliseconds.upperBound)
    }
}

/// An artificial latency that can be changed while it is used.
package final class LatencyDial: Sendable {
    private let range: Mutex<ClosedRange<Int>>

    package init(_ milliseconds: ClosedRange<Int>) { range = Mutex(milliseconds) }

    package var milliseconds: ClosedRange<Int> {
        get { range.withLock { $0 } }
        set { range.withLock { $0 = newValue } }
    }
}

extension Cancellation {
    /// Blocks this thread for this time, or until the cancellation is raised.
    /// - Returns: `false` when the cancellation was raised.
    func wait(milliseconds: Int) -> Bool {
        let semaphore = DispatchSemaphore(value: 0)
        let registration = onCancel { semaphore.signal() }
        defer { registration.remove() }
        _ = semaphore.wait(timeout: .now() + .milliseconds(milliseconds))
        return !isCancelled
    }
}
