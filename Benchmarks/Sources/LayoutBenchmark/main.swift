import CollectionLayout

// What a layout answers at ten million items in a thousand sections, one line a layout: mean µs over a hundred thousand places.
let counts = Array(repeating: 10_000, count: 1000)
let rounds = 100_000

func microseconds(_ work: (Int) -> Int) -> Double {
    let clock = ContinuousClock()
    var sum = 0
    let spent = clock.measure { for round in 0..<rounds { sum &+= work(round &* 7_919_993 % 10_000_000) } }
    precondition(sum != 0, "nothing was measured")
    let (seconds, attoseconds) = spent.components
    return (Double(seconds) * 1e6 + Double(attoseconds) / 1e12) / Double(rounds)
}

for (name, description) in [
    ("column", LayoutDescription.column(ColumnFlow(headerHeight: 32))), ("mosaic", .mosaic(Mosaic(headerHeight: 32))),
    ("mosaic of shapes", .mosaic(Mosaic(headerHeight: 32, keepsShapes: true))),
    ("justified", .justified(Justified(headerHeight: 32))),
] {
    let layout = description.prepare(width: 1280, sectionItemCounts: counts)
    let height = layout.contentSize.height
    let frame = microseconds { Int(layout.frame(ofItem: $0).y) + 1 }
    let items = microseconds { place in
        let y = Double(place) / 10_000_000 * height
        return layout.items(in: Rect(x: 0, y: y, width: 1280, height: 800)).count + 1
    }
    func text(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
    print("\(name): frame of an index \(text(frame)) µs, items of a rect \(text(items)) µs")
}
