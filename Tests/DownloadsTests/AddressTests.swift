import Glibc
import LookaheadTesting
import Testing

@testable import Downloads

@Suite struct AddressTests {
    @Test(arguments: [
        "0.0.0.0", "10.1.2.3", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.254", "169.254.169.254",
        "168.63.129.16",
        "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.168.0.1", "198.18.0.1", "198.19.255.255",
        "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255",
    ])
    func `what is special in version 4 is not public, mapped and carried neither`(text: String) throws {
        let number = try #require(version4(text))
        #expect(!IPAddress.version4(number).isPublic)
        let carriers = [
            UInt128(number), 0xffff << 32 | UInt128(number), 0x64_ff9b << 96 | UInt128(number),
            0x2002 << 112 | UInt128(number) << 80,
        ]
        for carrier in carriers { #expect(!IPAddress.version6(carrier).isPublic, "\(IPAddress.version6(carrier))") }
    }

    @Test(arguments: [
        "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.0.0.1", "128.0.0.1",
        "168.63.129.15", "168.63.129.17", "169.253.0.1", "172.15.255.255", "172.32.0.0", "192.167.1.1", "192.169.0.0",
        "198.17.0.1", "198.20.0.0",
        "223.255.255.255",
    ])
    func `their neighbours are`(text: String) throws {
        #expect(IPAddress.version4(try #require(version4(text))).isPublic)
    }

    @Test func `version 6 beyond what is given out is not public`() {
        let special: [UInt128] = [
            0, 1, 0xfc00 << 112, 0xfd12_3456 << 96, 0xfe80 << 112 | 1, 0xfec0 << 112, 0xff02 << 112 | 1,
            0x2001_0db8 << 96 | 1, 0x2001_0000 << 96, 0x0100 << 112, 0x3fff << 112 | 1, 0x4000 << 112,
        ]
        for number in special { #expect(!IPAddress.version6(number).isPublic, "\(IPAddress.version6(number))") }
        #expect(IPAddress.version6(0x2606_4700 << 96 | 0x1111).isPublic)
        #expect(IPAddress.version6(0x2a00_1450 << 96 | 1).isPublic)
    }

    @Test func `the own origin's rule knows one port of one address`() {
        let rule = AddressRule.loopback(port: 8081)
        #expect(rule.allows(.version4(0x7f00_0001), port: 8081))
        #expect(!rule.allows(.version4(0x7f00_0001), port: 8080))
        #expect(!rule.allows(.version4(0x7f00_0002), port: 8081))
        #expect(!rule.allows(.version4(0x0808_0808), port: 8081))
    }

    @Test func `nobody is connected to whom the rule does not allow, by number or by name`() async {
        let origin = LoopbackOrigin { _, exchange in exchange.reply() }
        let downloader = Downloader()
        for host in ["127.0.0.1", "localhost", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1"] {
            let result = await downloader.fetch("http://\(host):\(origin.port)/")
            guard case .forbiddenAddress? = result.failure else {
                Issue.record("\(host): \(result)")
                continue
            }
        }
        #expect(origin.connections == 0)
    }

    @Test func `a redirect is asked anew whether it may be followed`() async throws {
        let inner = LoopbackOrigin { _, exchange in exchange.reply() }
        let target = inner.address
        let outer = LoopbackOrigin { _, exchange in exchange.reply("302 Found", ["Location: \(target)/secret"]) }
        var configuration = Downloader.Configuration()
        configuration.addresses = .loopback(port: outer.port)
        #expect(
            await Downloader(configuration).fetch(outer.address).failure == .forbiddenAddress("127.0.0.1"))
        #expect(inner.connections == 0)
        configuration.addresses = .any
        #expect(try await Downloader(configuration).fetch(outer.address).get().status == 200)
    }

    @Test(arguments: ["file:///etc/passwd", "gopher://127.0.0.1/", "ftp://127.0.0.1/x"])
    func `a redirect out of the web is refused`(target: String) async {
        let origin = LoopbackOrigin { _, exchange in exchange.reply("302 Found", ["Location: \(target)"]) }
        guard case .refused? = await Downloader(anywhere).fetch(origin.address).failure else {
            Issue.record("followed to \(target)")
            return
        }
    }

    @Test func `a circle of redirects has an end`() async {
        let origin = LoopbackOrigin { request, exchange in
            exchange.reply("302 Found", ["Location: \(request.path)1"])
        }
        #expect(await Downloader(anywhere).fetch(origin.address).failure == .tooManyRedirects)
        #expect(origin.requests.count == 6)
    }

    private func version4(_ text: String) -> UInt32? {
        let parts = text.split(separator: ".").compactMap { UInt32($0) }
        return parts.count == 4 ? parts.reduce(0) { $0 << 8 | $1 } : nil
    }
}

@Suite struct WebAddressTests {
    @Test(arguments: [
        "", "a.jpg", "/a.jpg", "//host/a.jpg", "ftp://host/a", "file:///a", "javascript:alert(1)", "http://",
        "data:image/png;base64,AA==",
    ])
    func `what is no address in the web is none`(text: String) {
        #expect(WebAddress(text) == nil)
    }

    @Test func `spaces are encoded, the fragment goes, names are decoded`() throws {
        let address = try #require(WebAddress("HTTPS://example.org/a b/gr%C3%BCn.jpg#top"))
        #expect(address.text == "https://example.org/a%20b/gr%C3%BCn.jpg")
        #expect(address.name == "grün.jpg")
        #expect(address.host == "example.org")
        #expect(try #require(WebAddress("http://example.org")).name == "example.org")
        #expect(WebAddress("http://example.org/" + String(repeating: "a", count: 9000)) == nil)
    }

    @Test func `a version 6 address is written as the system writes it, whichever of its groups are zero`() {
        for zeros in 0..<256 {
            var number: UInt128 = 0
            for group in 0..<8 { number = number << 16 | (zeros >> group & 1 == 0 ? UInt128(0xa0 + group) : 0) }
            // The system writes what carries a version 4 address with dots.
            if number >> 32 == 0, number > 0xffff { continue }
            var bytes = (0..<16).map { UInt8(truncatingIfNeeded: number >> UInt128(120 - 8 * $0)) }
            var text = [CChar](repeating: 0, count: 64)
            #expect(inet_ntop(AF_INET6, &bytes, &text, 64) != nil)
            let expected = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            #expect(IPAddress.version6(number).description == expected)
        }
    }
}
