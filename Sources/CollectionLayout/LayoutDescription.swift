/// A layout as a request names it, with every option checked. The key under which prepared layouts are shared.
package enum LayoutDescription: Hashable, Sendable {
    case column(ColumnFlow)
    case mosaic(Mosaic)
    case list(ListFlow)
    case justified(Justified)

    /// The kinds that can be asked for.
    package static let kinds = [ColumnFlow.kind, Justified.kind, Mosaic.kind, ListFlow.kind]

    /// Reads a request's layout: options that are not named keep their defaults.
    /// - Throws: what is wrong, naming the field.
    package init(kind: String, options: [String: Double] = [:]) throws(LayoutError) {
        var reader = OptionReader(options: options)
        switch kind {
        case ColumnFlow.kind:
            var layout = ColumnFlow()
            try reader.read("minColumnWidth", 16...4096, into: &layout.minColumnWidth)
            try reader.read("cellHeight", 16...4096, into: &layout.cellHeight)
            try reader.read("spacing", 0...256, into: &layout.spacing)
            try reader.read("inset", 0...256, into: &layout.inset)
            try reader.read("headerHeight", 0...256, into: &layout.headerHeight)
            try reader.read("minSectionWidth", 0...4096, into: &layout.minSectionWidth)
            self = .column(layout)
        case Mosaic.kind:
            var layout = Mosaic()
            try reader.read("segmentHeight", 40...4096, into: &layout.segmentHeight)
            try reader.read("headerHeight", 0...256, into: &layout.headerHeight)
            try reader.read("keepsShapes", into: &layout.keepsShapes)
            try reader.read("minSectionWidth", 0...4096, into: &layout.minSectionWidth)
            self = .mosaic(layout)
        case ListFlow.kind:
            var layout = ListFlow()
            try reader.read("rowHeight", 16...4096, into: &layout.rowHeight)
            try reader.read("spacing", 0...256, into: &layout.spacing)
            try reader.read("inset", 0...256, into: &layout.inset)
            try reader.read("headerHeight", 0...256, into: &layout.headerHeight)
            self = .list(layout)
        case Justified.kind:
            var layout = Justified()
            try reader.read("rowHeight", 40...4096, into: &layout.rowHeight)
            try reader.read("spacing", 0...256, into: &layout.spacing)
            try reader.read("inset", 0...256, into: &layout.inset)
            try reader.read("headerHeight", 0...256, into: &layout.headerHeight)
            try reader.read("minSectionWidth", 0...4096, into: &layout.minSectionWidth)
            self = .justified(layout)
        default:
            throw .unknownKind(kind, known: Self.kinds)
        }
        try reader.end()
    }

    package var kind: String {
        switch self {
        case .column: ColumnFlow.kind
        case .mosaic: Mosaic.kind
        case .list: ListFlow.kind
        case .justified: Justified.kind
        }
    }

    /// Whether frames depend on the shapes of items.
    package var goesByShapes: Bool {
        switch self {
        case .justified: true
        case .mosaic(let layout): layout.keepsShapes
        case .column, .list: false
        }
    }

    package var layout: any Layout {
        switch self {
        case .column(let layout): layout
        case .mosaic(let layout): layout
        case .list(let layout): layout
        case .justified(let layout): layout
        }
    }

    /// As `Layout.prepare`.
    package func prepare(width: Double, sectionItemCounts: [Int]) -> any PreparedLayout {
        layout.prepare(width: width, sectionItemCounts: sectionItemCounts)
    }
}

/// Why a layout cannot be made as asked.
package enum LayoutError: Error, Hashable, Sendable {
    case unknownKind(String, known: [String])
    case unknownOption(String)
    /// `value` is not a number within `allowed`, both ends included.
    case outOfRange(option: String, value: Double, allowed: ClosedRange<Double>)

    /// The member of the request that is at fault.
    package var field: String {
        switch self {
        case .unknownKind: "kind"
        case .unknownOption(let option), .outOfRange(let option, _, _): option
        }
    }
}

private struct OptionReader {
    var options: [String: Double]

    mutating func read(
        _ name: String, _ allowed: ClosedRange<Double>, into value: inout Double
    ) throws(LayoutError) {
        guard let given = options.removeValue(forKey: name) else { return }
        guard allowed.contains(given) else { throw .outOfRange(option: name, value: given, allowed: allowed) }
        value = given
    }

    /// A switch: 0 or 1.
    mutating func read(_ name: String, into value: inout Bool) throws(LayoutError) {
        var number = value ? 1.0 : 0
        try read(name, 0...1, into: &number)
        value = number != 0
    }

    func end() throws(LayoutError) {
        if let unknown = options.keys.min() { throw .unknownOption(unknown) }
    }
}
