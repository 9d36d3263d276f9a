// What reads the answers of origins: of pictures, and of a store's objects. All the way through libcurl, over a connection of this process
// with itself.

import CCurl
import CMicroHTTPD
import Glibc

/// Whatever lines an answer has, its values are within their limits; sent with the next request, they add no line to it.
func fuzzOrigin(_ lines: [UInt8]) {
    let bytes = Array("HTTP/1.1 200 OK\r\n".utf8) + lines + Array("\r\n\r\n".utf8)
    guard case .success(let answer) = exchange(DownloadRequest(origin.address), answering: bytes).result else { return }
    let validator = answer.validator
    for value in [answer.contentType, validator.entityTag, validator.lastModified] {
        precondition(1...1024 ~= value?.utf8.count ?? 1)
    }
    for time in [answer.retryAfter, answer.age] { precondition(time ?? .zero >= .zero) }
    guard !validator.isEmpty else { return }
    let (asked, _) = exchange(DownloadRequest(origin.address, validator: validator), answering: bytes)
    // GET, Host, User-Agent, Accept, a line for each validator, and the empty one.
    precondition(asked.count { $0 == 10 } <= 7, "a validator is more than a line")
}

/// One download from an origin that answers with these bytes and hangs up.
private func exchange(
    _ request: DownloadRequest, answering bytes: [UInt8]
) -> (asked: ArraySlice<UInt8>, result: Result<DownloadAnswer, DownloadError>) {
    let transfer = Transfer(1, request, origin.configuration) { _ in }
    guard let multi = curl_multi_init() else { preconditionFailure("libcurl does not start") }
    curl_multi_add_handle(multi, transfer.easy)
    defer {
        curl_multi_remove_handle(multi, transfer.easy)
        curl_multi_cleanup(multi)
    }
    var running: Int32 = 1
    // Both ends are in this thread: libcurl goes on until the other one has something to do.
    func perform(until descriptor: Int32) {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        repeat { curl_multi_perform(multi, &running) } while poll(&waiting, 1, 1) == 0
    }
    perform(until: origin.listener)
    let connection = accept(origin.listener, nil, nil)
    defer { close(connection) }
    perform(until: connection)
    var asked = [UInt8](repeating: 0, count: 8 << 10)
    let count = read(connection, &asked, asked.count)
    precondition(count > 0 && write(connection, bytes, bytes.count) == bytes.count)
    shutdown(connection, Int32(SHUT_WR))
    while running > 0 {
        curl_multi_perform(multi, &running)
        if running > 0 { curl_multi_poll(multi, nil, 0, 1000, nil) }
    }
    var left: Int32 = 0
    guard let message = curl_multi_info_read(multi, &left) else { preconditionFailure("it has not ended") }
    return (asked[..<count], transfer.result(lookahead_curl_result(message)))
}

private let origin = Origin()

/// A port of this machine.
private struct Origin {
    let listener: Int32
    let address: WebAddress
    let configuration: Downloader.Configuration

    init() {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (descriptor, size) = (listener, length)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && listen(descriptor, 8) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        let port = UInt16(bigEndian: address.sin_port)
        guard isBound, let web = WebAddress("http://127.0.0.1:\(port)/") else {
            preconditionFailure("no port on loopback")
        }
        self.address = web
        var configuration = Downloader.Configuration()
        configuration.addresses = .loopback(port: port)
        // An answer sends nobody to other machines.
        configuration.redirectLimit = 0
        self.configuration = configuration
    }
}
