import CReceiving
import Glibc

/// libmicrohttpd receives through this function, and not through the C library's: a symbol that the program defines comes
/// first (decision 0030), and `CReceiving` gives it the name. The library has no other place where a program could see the bytes before they are changed.
///
/// Anything that is not a connection of a server is passed on to the kernel.
@_cdecl("lookahead_receive_for_connection")
public func receiveForConnection(
    _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int, _ flags: Int32
) -> Int {
    guard flags == 0, let pointer = ConnectionTable.shared[descriptor] else {
        return recvfrom(descriptor, buffer, count, flags, nil, nil)
    }
    return Unmanaged<Connection>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
        let buffer = UnsafeMutableRawBufferPointer(start: buffer, count: count)
        // GnuTLS asks for encrypted bytes here, and is asked for the decrypted ones in `receiveForSession`.
        return $0.tls == nil ? $0.receive(into: buffer) : $0.receiveEncrypted(into: buffer)
    }
}

/// The connections of all servers of the process, by descriptor.
///
/// Unchecked: a place is written when the library accepts a connection and before it closes its descriptor, and read
/// while it receives from it, all on the one thread that owns the connection. No descriptor has two owners at a time.
struct ConnectionTable: @unchecked Sendable {
    static let shared = ConnectionTable()

    /// The kernel's own limit (`fs.nr_open`). Memory is used for the pages of descriptors that were connections.
    private static let capacity = 1 << 20
    private let places: UnsafeMutablePointer<UnsafeMutableRawPointer?>

    private init() {
        let bytes = ConnectionTable.capacity * MemoryLayout<UnsafeMutableRawPointer?>.stride
        let memory = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
        guard let memory, memory != MAP_FAILED else { preconditionFailure("no memory for the table of connections") }
        places = memory.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    }

    /// `nil` for what is not a connection.
    subscript(descriptor: Int32) -> UnsafeMutableRawPointer? {
        get { ConnectionTable.holds(descriptor) ? places[Int(descriptor)] : nil }
        nonmutating set {
            precondition(ConnectionTable.holds(descriptor), "descriptor \(descriptor) is beyond the kernel's limit")
            places[Int(descriptor)] = newValue
        }
    }

    private static func holds(_ descriptor: Int32) -> Bool { descriptor >= 0 && Int(descriptor) < capacity }

    /// Whether the function above is the one that libraries find; if not, nothing would be checked.
    static var isInPlace: Bool {
        guard let program = dlopen(nil, RTLD_NOW), let found = dlsym(program, "recv") else { return false }
        let own: @convention(c) (Int32, UnsafeMutableRawPointer?, Int, Int32) -> Int = lookahead_recv
        return found == unsafeBitCast(own, to: UnsafeMutableRawPointer.self)
    }
}
