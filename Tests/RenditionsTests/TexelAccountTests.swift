import GridEngine
import SeededRandom
import Testing

@testable import Renditions

@Suite struct TexelAccountTests {
    private static let (word, small, large) = (8, 200, 776)

    @Test func `colours have room before small texels, and those before large ones`() {
        func sizes(limitBytes: Int) -> [TexelSize] {
            var account = TexelAccount(limitBytes: limitBytes)
            account.change("a") { $0.items = 1000 }
            return TexelSize.allCases.filter(account.hasRoom)
        }
        let room = TexelAccount.slotRoom
        #expect(sizes(limitBytes: 1000 * (Self.word + Self.small) + room) == [.small, .large])
        #expect(sizes(limitBytes: 1000 * (Self.word + Self.small) + room - 1) == [.small])
        #expect(sizes(limitBytes: 1000 * Self.word + room) == [.small])
        #expect(sizes(limitBytes: 1000 * Self.word + room - 1) == [])
    }

    @Test func `a size is kept where all items of it have room`() {
        var account = TexelAccount(limitBytes: 1000 * (Self.word + Self.small + Self.large))
        account.change("a") { $0.items = 1000 }
        #expect(account.keptSizes == [.small, .large])
        account.change("b") { $0.items = 1 }
        #expect(account.keptSizes == [.small])
        account.change("b") { $0.items = 5000 }
        #expect(account.keptSizes == [])
    }

    @Test(arguments: 0..<20) func `whatever comes and goes, what is kept is within the limit`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var account = TexelAccount(limitBytes: 1_000_000)
        for step in 0..<2000 {
            let name = "\(Int.random(in: 0..<6, using: &random))"
            switch Int.random(in: 0..<10, using: &random) {
            case 0: account.change(name) { $0.items = Int.random(in: 0..<3000, using: &random) }
            case 1: account.change(name) { $0 = TexelAccount.Files() }
            default:
                let size: TexelSize = Bool.random(using: &random) ? .small : .large
                guard account.hasRoom(for: size) else { continue }
                account.change(name) { $0[size] += Int.random(in: 0...TexelAccount.slotRoom, using: &random) }
            }
            for (name, size) in account.makeRoom() { #expect(account.files[name]?[size] ?? 0 == 0) }
            // The slow way.
            let files = account.files.values
            let words = files.reduce(0) { $0 + max($1.wordBytes, $1.items * Self.word) }
            let pixels = files.reduce(0) { $0 + $1.smallBytes + $1.largeBytes }
            #expect(account.bytes == words + pixels)
            #expect(pixels == 0 || account.bytes <= account.limitBytes, "step \(step) of seed \(seed)")
        }
    }
}
