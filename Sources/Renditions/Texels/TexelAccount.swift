import GridEngine

/// The bytes that the texels of all collections take, and those that they will: what may be kept within a limit. Pure; its owner guards it.
///
/// Files count as the blocks that the disk has given them: slots that are far apart take more, and a slot that is written again takes no more.
struct TexelAccount {
    /// The files of one collection, served or not.
    struct Files: Equatable {
        /// Items whose mean colours have room before pixels of any; 0 while the collection is not served.
        var items = 0
        var wordBytes = 0
        var smallBytes = 0
        var largeBytes = 0

        /// The bytes of a size; `nil` for words.
        subscript(size: TexelSize?) -> Int {
            get {
                switch size {
                case .small: smallBytes
                case .large: largeBytes
                case nil: wordBytes
                }
            }
            set {
                switch size {
                case .small: smallBytes = newValue
                case .large: largeBytes = newValue
                case nil: wordBytes = newValue
                }
            }
        }

        /// The same, or what they will be when all items are known.
        fileprivate var words: Int { max(wordBytes, items * TexelSlots.wordBytes) }
        fileprivate var small: Int { max(smallBytes, items * TexelSlots.slotBytes(.small)) }
        fileprivate var large: Int { max(largeBytes, items * TexelSlots.slotBytes(.large)) }
    }

    /// Maximum bytes of what one slot more takes: a block of most file systems at its beginning, and one at its end.
    static let slotRoom = 2 * 4096

    let limitBytes: Int
    private(set) var files: [String: Files] = [:]
    /// Of pixels that are there, and of all that will be.
    private var total = (small: 0, large: 0)
    private var claimed = (words: 0, small: 0, large: 0)

    init(limitBytes: Int) { self.limitBytes = limitBytes }

    /// Bytes that others leave to texels: mean colours of all items, and the pixels that are there.
    var bytes: Int { claimed.words + total.small + total.large }

    /// Changes what is known of a collection's files.
    mutating func change(_ name: String, _ body: (inout Files) -> Void) {
        let old = files[name] ?? Files()
        var new = old
        body(&new)
        guard new != old else { return }
        files[name] = new == Files() ? nil : new
        total.small += new.smallBytes - old.smallBytes
        total.large += new.largeBytes - old.largeBytes
        claimed.words += new.words - old.words
        claimed.small += new.small - old.small
        claimed.large += new.large - old.large
    }

    /// The sizes that there is room for, of all items.
    var keptSizes: [TexelSize] {
        TexelSize.allCases.filter { size in
            claimed.words + claimed.small + (size == .large ? claimed.large : 0) <= limitBytes
        }
    }

    /// Whether there is room for a slot more, after what comes before it. Small pixels have it where large ones are, which leave then.
    func hasRoom(for size: TexelSize) -> Bool {
        let taken =
            switch size {
            case .small: claimed.words + total.small
            case .large: claimed.words + claimed.small + total.large
            }
        return taken + Self.slotRoom <= limitBytes
    }

    /// Takes out what has to leave, so that all is within the limit.
    /// - Returns: the files to be emptied: large ones, all at once; then, where these are not enough, small ones of collections that are not
    ///   served, and of others.
    mutating func makeRoom() -> [(name: String, size: TexelSize)] {
        guard bytes > limitBytes else { return [] }
        var emptied: [(name: String, size: TexelSize)] = []
        func empty(_ name: String, _ size: TexelSize) {
            emptied.append((name, size))
            change(name) { $0[size] = 0 }
        }
        for (name, one) in files where one.largeBytes > 0 { empty(name, .large) }
        for (name, one) in files.sorted(by: { $0.value.items < $1.value.items }) where one.smallBytes > 0 {
            guard bytes > limitBytes else { break }
            empty(name, .small)
        }
        return emptied
    }
}
