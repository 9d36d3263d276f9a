import Testing

@testable import GridEngine

@Suite struct VersionStampsTests {
    @Test func `each version has the stamp of its append, as far back as stamps are known`() {
        var stamps = VersionStamps()
        #expect(stamps.stamp(of: 1) == 0)
        stamps.note(7, from: 5)
        // An append of three versions, and what is noted twice.
        stamps.note(8, from: 6)
        stamps.note(8, from: 7)
        stamps.note(9, from: 9)
        stamps.note(7, from: 5)
        // Versions without one.
        stamps.note(0, from: 10)
        #expect((3...11).map { stamps.stamp(of: $0) } == [0, 0, 7, 8, 8, 8, 9, 9, 9])
    }

    @Test func `the oldest go when there are too many`() {
        var stamps = VersionStamps()
        for version in 1...50_000 { stamps.note(Int64(version), from: version) }
        #expect(stamps.stamp(of: 1) == 0)
        for version in [40_001, 45_000, 50_000] { #expect(stamps.stamp(of: version) == version) }
    }

    @Test func `a condition names a version, and may name its stamp`() {
        let head = StoredHead(version: 3, stamp: 5)
        #expect(ChangeOptions().permit(head) && ChangeOptions(ifVersion: 3).permit(head))
        #expect(ChangeOptions(ifVersion: 3, ifStamp: 5).permit(head))
        #expect(!ChangeOptions(ifVersion: 3, ifStamp: 6).permit(head) && !ChangeOptions(ifVersion: 2).permit(head))
    }
}
