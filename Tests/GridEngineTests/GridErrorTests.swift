import CollectionModel
import Testing

@testable import GridEngine

@Suite struct GridErrorTests {
    private static let errors: [GridError] = [
        .notFound(.collection, id: "x"), .notFound(.section, id: "x"), .notFound(.item, id: "x"),
        .notFound(.viewer, id: "x"), .notFound(.movement, id: "x"), .opening,
        .versionMismatch(current: StoredHead(version: 3)), .nothingToUndo, .nothingToRedo, .notStored(.diskFull),
        .notStored(.damaged("row 7")),
        .notStored(.failed("SQLITE_IOERR")), .notStored(.unreachable("refused")), .tooMany(.collections, limit: 1),
        .tooMany(.viewers, limit: 1),
        .tooMany(.items, limit: 1), .tooMany(.megabytes, limit: 1),
        .tooMany(.movements, limit: 1), .tooMany(.changes, limit: 1), .shareUsed(.viewers, share: 1),
        .shareUsed(.movements, share: 1), .shareUsed(.collections, share: 1), .shareUsed(.items, share: 1), .superseded,
        .shuttingDown,
        .refused(.orderFixed("Holidays")), .unsupported(.notRefreshable("Holidays")), .conflict(.itemGone("x")),
        .invalid(.width, .outOfRange(1...100_000, unit: " px")),
    ]

    @Test(arguments: errors) func `every refusal has a code in kebab case and whole sentences`(_ error: GridError) {
        let reason = error.reason
        #expect(reason.code.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil)
        #expect(reason.sentence.first?.isUppercase == true && reason.sentence.hasSuffix("."), "\(reason.sentence)")
        // The name of a movement, a version and a rate mean nothing to people.
        let isForPrograms = ["movement-not-found", "version-changed", "range-superseded"].contains(reason.code)
        #expect(isForPrograms || reason.values.values.allSatisfy { reason.sentence.contains($0) }, "\(reason)")
    }

    @Test func `different refusals have different codes`() {
        // A store that is locked and one that failed are the same to people.
        #expect(Set(Self.errors.map(\.reason.code)).count == Self.errors.count)
    }

    @Test func `what a store says of its failure is for the log, not for people`() {
        let error = GridError.notStored(.failed("SQLITE_IOERR"))
        #expect(!error.reason.sentence.contains("SQLITE"))
        #expect("\(error)".contains("SQLITE_IOERR"))
    }

    @Test func `a reason includes the words of its cause`() {
        let cause = Reason("file-empty", "The file is empty.", values: ["name": "a.csv", "title": "a"])
        let reason = Reason.sourceUnreadable("Holidays", cause: cause)
        #expect(reason.sentence == "Holidays cannot be read. The file is empty.")
        #expect(reason.values == ["title": "Holidays", "cause": "file-empty", "name": "a.csv"])
    }

    @Test func `limits are written without a useless fraction`() {
        #expect(Reason.outOfRange(0.25...8).values == ["minimum": "0.25", "maximum": "8"])
    }
}
