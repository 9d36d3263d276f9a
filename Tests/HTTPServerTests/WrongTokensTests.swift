import LookaheadTesting
import Synchronization
import Testing

@testable import HTTPServer

/// Who guesses tokens is in the log.
@Suite struct WrongTokensTests {
    @Test func `the first of an address is told at once, then one a minute with how many there were`() {
        var tokens = WrongTokens()
        #expect(tokens.record("192.0.2.1", now: 100) == 1)
        for second in 100..<160 { #expect(tokens.record("192.0.2.1", now: second) == nil) }
        #expect(tokens.record("192.0.2.2", now: 159) == 1)
        #expect(tokens.record("192.0.2.1", now: 160) == 61)
        #expect(tokens.record("192.0.2.1", now: 500) == 1)
    }

    @Test func `so many addresses are counted, and no more`() {
        var tokens = WrongTokens()
        for number in 0..<WrongTokens.addressLimit { #expect(tokens.record("\(number)", now: 0) == 1) }
        #expect(tokens.record("another", now: 59) == nil)
        #expect(tokens.record("another", now: 60) == 1)
    }

    @Test func `every way to give a wrong token is told with its address, and nothing else is`() throws {
        let told = Mutex<[String]>([])
        try withServer {
            $0.token = AccessToken("0123456789abcdefg")
            $0.wrongToken = { address in told.withLock { $0.append(address) } }
        } routes: {
            $0.on(.get, "/a") { _ in .respond(.text("here")) }
        } _: { port, _ in
            let client = RawClient(port: port)
            for (target, headers) in [
                ("/a", []), ("/a", ["Accept: text/html"]), ("/a", ["Authorization: Bearer 0123456789abcdefg"]),
                ("/a?token=0123456789abcdefg", []),
            ] {
                _ = client.ask("GET", target, port: port, headers: headers)
            }
            #expect(told.withLock { $0 }.isEmpty)
            for (target, headers) in [
                ("/a?token=wrong", []), ("/a?token=wrong", ["Accept: text/html"]),
                ("/a", ["Authorization: Bearer wrong"]),
            ] {
                _ = client.ask("GET", target, port: port, headers: headers)
            }
            #expect(told.withLock { $0 } == ["127.0.0.1", "127.0.0.1", "127.0.0.1"])
        }
    }

    @Test(arguments: ["192.0.2.7", "2001:db8::1", "::1"])
    func `an address is written as it is read`(text: String) throws {
        #expect(try "\(#require(PeerAddress(text)))" == text)
    }
}
