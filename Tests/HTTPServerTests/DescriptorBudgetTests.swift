import Testing

@testable import HTTPServer

/// How open files are shared out.
@Suite struct DescriptorBudgetTests {
    @Test(arguments: [64, 256, 1024, 4096, 16_384, 20_000, 65_536])
    func `connections and originals leave room for the store, decoders and pictures`(limit: Int) {
        let budget = DescriptorBudget(limit: limit)
        let kept = limit - budget.connections - budget.originals
        #expect(kept >= min(DescriptorBudget.kept, limit / 2))
        #expect(budget.connections >= 8 && budget.originals >= 4)
        #expect(budget.connectionsPerAddress <= budget.connections && budget.connectionsPerAddress >= 6)
        #expect(budget.connectionsPerProxy <= budget.connections)
    }

    @Test func `one address leaves half, and a system without a narrow limit has what it had`() {
        #expect(DescriptorBudget(limit: 1024).connections == 320)
        #expect(DescriptorBudget(limit: 1024).connectionsPerAddress == 160)
        let wide = DescriptorBudget(limit: 65_536)
        #expect(wide.connections == 8192 && wide.connectionsPerAddress == 2048 && wide.connectionsPerProxy == 6144)
        #expect(wide.originals == 4096)
    }
}
