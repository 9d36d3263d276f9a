import Dispatch
import Downloads
import GridEngine
import Hashing

/// An original that two servers need at the same time is read by one: who is the first to put an object of its name. A lease saves
/// work and promises nothing: where it cannot be had, both read.
extension SharedRenditions {
    /// After this time a server that makes a picture is not waited for any more. By the store's clock, where it tells.
    static let leaseLimit = Duration.seconds(15)
    private static let firstLook = Duration.milliseconds(50)
    private static let longestLook = Duration.milliseconds(500)

    struct Lease: Sendable {
        fileprivate let name: String
    }

    enum Claim {
        /// Another server has made it meanwhile.
        case found(Rendition)
        /// This one makes it, and gives the lease back.
        case mine(Lease)
        /// This one makes it: nobody can say whether others do.
        case unknown
    }

    /// Blocks while another server makes it.
    func claim(_ key: RenditionKey, cancellation: Cancellation) -> Claim {
        guard isShared(key) else { return .unknown }
        let (lease, end) = (Lease(name: SharedRenditionEntry.leaseName(of: key)), ContinuousClock.now + Self.leaseLimit)
        var (pause, isWaiting) = (Self.firstLook, false)
        while mayAsk(.reading), mayAsk(.writing), !cancellation.isCancelled {
            guard let isMine = take(lease) else { return .unknown }
            if isMine {
                // The one who had it may have made the picture since this server looked.
                guard let rendition = rendition(for: key, cancellation: cancellation) else { return .mine(lease) }
                publish([:], of: key, releasing: lease)
                return .found(rendition)
            }
            if !isWaiting { state.withLock { $0.statistics.waits += 1 } }
            isWaiting = true
            // Until the lease is given back.
            while true {
                sleep(pause, unless: cancellation)
                pause = min(pause * 3 / 2, Self.longestLook)
                if let rendition = rendition(for: key, cancellation: cancellation) { return .found(rendition) }
                let isOver = ContinuousClock.now >= end
                guard !cancellation.isCancelled, let age = age(of: lease) else { return .unknown }
                guard let age else { break }
                // The lease has expired, since its holder died or takes too long: take it over. After the wait look once more: ages
                // are whole seconds, and a lease that nobody takes over would stay.
                if age >= Self.leaseLimit { return .mine(lease) }
                if isOver { return .unknown }
            }
        }
        return .unknown
    }

    func release(_ lease: Lease) {
        _ = call(.writing) { () throws(S3Store.Failure) in
            try store.remove(lease.name, timeLimit: Self.putTimeLimit)
        }
    }

    /// Whether it is this server's; `nil` when that is not to be known.
    private func take(_ lease: Lease) -> Bool? {
        call(.writing) { () throws(S3Store.Failure) in
            try store.put([], as: lease.name, onlyIfAbsent: true, timeLimit: Self.getTimeLimit)
        }
    }

    /// `nil` when the store fails; within it `nil` when the lease was given back.
    private func age(of lease: Lease) -> Duration?? {
        guard mayAsk(.reading) else { return nil }
        let object = call(.reading) { () throws(S3Store.Failure) in
            try store.get(lease.name, timeLimit: Self.getTimeLimit)
        }
        guard let object else { return nil }
        return .some(object.map { $0.age ?? .zero })
    }

    private func sleep(_ time: Duration, unless cancellation: Cancellation) {
        let isOver = DispatchSemaphore(value: 0)
        let registration = cancellation.onCancel { isOver.signal() }
        defer { registration.remove() }
        let milliseconds = Int(time / .milliseconds(1))
        _ = isOver.wait(timeout: .now() + .milliseconds(milliseconds))
    }
}

/// Names and forms of what servers share in a store of objects. An object has the form of an entry of the disk cache; its name is a
/// hash of the whole key that is in it.
enum SharedRenditionEntry {
    /// Maximum size of an object: more than any rendition, its key and its header take.
    static let limitBytes = WorkerMessage.renditionLimit + (64 << 10)

    private static let version = "v\(DiskCacheEntry.formatVersion)"

    /// Asked for to see whether the store answers.
    static let probe = "\(version)/probe"

    static func name(of key: RenditionKey) -> String { name(DiskCacheEntry.text(of: key), in: version) }

    /// The name of the lease of a server that makes renditions of an original.
    static func leaseName(of key: RenditionKey) -> String {
        name(DiskCacheEntry.text(of: key.with(.width(0))), in: "\(version)-making")
    }

    private static func name(_ text: [UInt8], in folder: String) -> String {
        let digits = SHA256.digest(of: text).hexadecimal
        return "\(folder)/\(digits.prefix(2))/\(digits.dropFirst(2))"
    }

    /// `nil` for anything but a whole entry of this very key, with a picture that a decoder could have answered: what others can
    /// write to goes to browsers, as a worker's answer does.
    static func rendition(in bytes: [UInt8], for key: RenditionKey) -> Rendition? {
        guard let rendition = DiskCacheEntry.rendition(in: bytes, for: key),
            let head = WorkerMessage.RenditionHead(rendition), WorkerMessage.RenditionHead(head.encoded) != nil,
            begins(rendition.bytes, as: rendition.contentType)
        else { return nil }
        if key.form == .preview, rendition.bytes.count > RenditionForm.previewBytes { return nil }
        return rendition
    }

    private static func begins(_ bytes: [UInt8], as type: String) -> Bool {
        switch type {
        case "image/jpeg": bytes.starts(with: [0xff, 0xd8, 0xff])
        case "image/webp": bytes.starts(with: Array("RIFF".utf8)) && bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
        default: false
        }
    }
}
