import Glibc

/// Where the bytes of a connection come from.
struct ConnectionSource {
    var descriptor: Int32
    var session: TLSSession?

    /// Returns the same as `recv`: a count, 0 at the end, or −1 with `errno`. With TLS, fewer bytes than asked for do not mean that there are no more.
    func receive(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        if let session { return session.receive(into: buffer) }
        return recvfrom(descriptor, buffer.baseAddress, buffer.count, 0, nil, nil)
    }
}

/// The bytes of one connection between its socket and libmicrohttpd. Used on the connection's thread only.
struct ConnectionInput {
    private(set) var framing = RequestFraming()
    /// Received, and not handed on yet.
    private var kept: [UInt8] = []
    /// How many of `kept` may be handed on.
    private var passed = 0
    /// Whether a refusal has been handed on: what comes after it is dropped.
    private var isOver = false

    /// Whether bytes of a request have come, and not all of it: the peer is sending.
    var isWithinRequest: Bool { isOver || !kept.isEmpty || framing.isWithinRequest }

    /// Maximum bytes that are dropped at once after a refusal.
    private static let dropLimit = 256 * 1024

    /// Answers the library when it asks for bytes, as `recv` does: a count, 0 at the end, or −1 with `errno`.
    ///
    /// Fewer bytes than asked for, or −1, mean to it that the socket is empty until the kernel reports more: so this returns
    /// less only after the socket has done so.
    mutating func receive(from source: ConnectionSource, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var filled = hand(on: buffer)
        while filled < buffer.count {
            if isOver { return filled > 0 ? filled : drop(source) }
            let free = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            let count = source.receive(into: free)
            guard count > 0 else { return filled > 0 ? filled : count }
            filled += examine(UnsafeMutableRawBufferPointer(rebasing: free[..<count]), room: free)
            // The peer's end may have come with part of a head, and is reported only once.
            if count < free.count, filled > 0 { break }
        }
        if filled == 0, !buffer.isEmpty {
            errno = EAGAIN
            return -1
        }
        return filled
    }

    /// Examines new bytes, which lie in the library's own buffer, and leaves there what may be handed on.
    private mutating func examine(
        _ new: UnsafeMutableRawBufferPointer, room: UnsafeMutableRawBufferPointer
    ) -> Int {
        // Most requests come whole, and stay where they are.
        if kept.isEmpty {
            let count = framing.examine(UnsafeBufferPointer(new.assumingMemoryBound(to: UInt8.self)))
            if count < new.count, framing.refusal == nil { kept.append(contentsOf: new[count...]) }
            endIfRefused()
            return count + hand(on: UnsafeMutableRawBufferPointer(rebasing: room[count...]))
        }
        kept.append(contentsOf: new)
        passed += kept.withUnsafeBufferPointer { framing.examine(UnsafeBufferPointer(rebasing: $0[passed...])) }
        endIfRefused()
        return hand(on: room)
    }

    private mutating func endIfRefused() {
        guard let refusal = framing.refusal else { return }
        isOver = true
        kept.removeSubrange(passed...)
        kept.append(
            contentsOf: UnsafeBufferPointer(
                start: refusal.replacement.utf8Start, count: refusal.replacement.utf8CodeUnitCount))
        passed = kept.count
    }

    private mutating func hand(on buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(passed, buffer.count)
        guard count > 0 else { return 0 }
        kept.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        passed -= count
        // A head that came in pieces is short, and its memory is not needed again.
        if count == kept.count { kept = [] } else { kept.removeFirst(count) }
        return count
    }

    /// Reads and forgets: bytes that nobody read would make the kernel reset the connection, and the client may never see why.
    private func drop(_ source: ConnectionSource) -> Int {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
            var dropped = 0
            while dropped < ConnectionInput.dropLimit {
                let count = source.receive(into: UnsafeMutableRawBufferPointer(buffer))
                guard count > 0 else { return count }
                dropped += count
            }
            return 0
        }
    }
}
