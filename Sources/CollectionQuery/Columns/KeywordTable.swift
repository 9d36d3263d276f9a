import Synchronization

/// The distinct keywords of a field, and the distinct lists of them, by number. Shared by all copies of a column.
///
/// Thread-safe. Only grows: a number means the same for ever, so that older copies of a column can be read beside a newer one.
final class KeywordTable: Sendable {
    /// The words that the numbers stand for.
    struct Contents: Sendable {
        /// By the number of a list, the numbers of its words.
        fileprivate(set) var lists: [[UInt32]] = []
        fileprivate(set) var words: [String] = []
        /// The folded words.
        fileprivate(set) var folded: [[UInt8]] = []

        func firstWord(ofList list: Int) -> String { words[Int(lists[list][0])] }
    }

    fileprivate struct State {
        var contents = Contents()
        var wordNumbers: [String: UInt32] = [:]
        var listNumbers: [[UInt32]: UInt32] = [:]
        /// The list of a word alone plus one, by the word's number; most lists are such.
        var singles: [UInt32] = []
        var textBytes = 0
    }

    private let state = Mutex(State())

    var contents: Contents { state.withLock { $0.contents } }

    /// The words of a list.
    func words(ofList list: Int) -> [String] {
        state.withLock { state in state.contents.lists[list].map { state.contents.words[Int($0)] } }
    }

    func firstWord(ofList list: Int) -> String { state.withLock { $0.contents.firstWord(ofList: list) } }

    /// The number of a list of distinct words, which is given when it is asked for first.
    func number(of words: [String]) -> UInt32 {
        state.withLock { state in
            if words.count == 1 { return state.single(state.word(words[0])) }
            let numbers = words.map { state.word($0) }
            if let known = state.listNumbers[numbers] { return known }
            let number = UInt32(state.contents.lists.count)
            state.contents.lists.append(numbers)
            state.listNumbers[numbers] = number
            return number
        }
    }

    /// About.
    var sizeBytes: Int {
        state.withLock { state in
            state.textBytes * 3 + state.contents.words.count * 120
                + state.contents.lists.reduce(0) { $0 + 40 + $1.count * 4 }
        }
    }
}

extension KeywordTable.State {
    fileprivate mutating func word(_ word: String) -> UInt32 {
        if let known = wordNumbers[word] { return known }
        let number = UInt32(contents.words.count)
        contents.words.append(word)
        contents.folded.append(TextFolding.fold(word))
        wordNumbers[word] = number
        singles.append(0)
        textBytes += word.utf8.count
        return number
    }

    fileprivate mutating func single(_ word: UInt32) -> UInt32 {
        if singles[Int(word)] > 0 { return singles[Int(word)] - 1 }
        let number = UInt32(contents.lists.count)
        contents.lists.append([word])
        singles[Int(word)] = number + 1
        return number
    }
}
