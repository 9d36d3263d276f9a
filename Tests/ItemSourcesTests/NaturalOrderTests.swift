import Testing

@testable import ItemSources

@Suite struct NaturalOrderTests {
    private func sorted(_ names: [String]) -> [String] {
        names.map { name -> (key: [UInt8], name: String) in
            var key: [UInt8] = []
            NaturalOrder.appendKey(ofFile: Array(name.utf8), to: &key)
            return (key, name)
        }.sorted { left, right in
            left.key == right.key
                ? left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
                : left.key.lexicographicallyPrecedes(right.key)
        }.map(\.name)
    }

    @Test(arguments: [
        ["1.jpg", "2.jpg", "10.jpg", "100.jpg"],
        ["IMG.jpg", "IMG 2.jpg", "IMG 10.jpg"],
        ["a9b2.jpg", "a10b1.jpg", "a10b10.jpg"],
        ["v1.2.jpg", "v1.10.jpg"],
        ["007.jpg", "7.jpg", "08.jpg"],
        ["apple.jpg", "Banana.jpg", "cherry.jpg"],
        ["Emile.jpg", "Émile 2.jpg", "emile 3.jpg", "Emu.jpg"],
        ["Zebra.jpg", "Ære.jpg"].reversed(),
        ["straße 1.jpg", "strasse 2.jpg", "straße 3.jpg"],
        ["가.jpg", "나.jpg", "다 2.jpg", "다 10.jpg"],
        ["\u{1112}\u{1161}\u{11ab} 1.jpg", "한 2.jpg", "\u{1112}\u{1161}\u{11ab} 3.jpg"],
        ["٢.jpg", "٣.jpg", "١٠.jpg"],
        ["9999999999999999999998.jpg", "9999999999999999999999.jpg", "10000000000000000000000.jpg"],
        ["x.gif", "x.jpg", "x.png"],
        ["🌊 1.jpg", "🌊 2.jpg", "🌊 11.jpg"],
    ]) func `names come in the order people expect`(names: [String]) {
        #expect(sorted(names.reversed()) == names)
        #expect(sorted(names) == names)
    }

    @Test func `a folder is followed by those inside it`() {
        let paths = ["", "a", "a/b", "a/b/c", "a b", "a2", "a10", "b"]
        let keys = paths.map { path in
            var key: [UInt8] = []
            NaturalOrder.appendKey(ofPath: Array(path.utf8), to: &key)
            return key
        }
        for index in 1..<keys.count {
            #expect(
                keys[index - 1].lexicographicallyPrecedes(keys[index]), "\(paths[index - 1]) before \(paths[index])")
        }
    }
}
