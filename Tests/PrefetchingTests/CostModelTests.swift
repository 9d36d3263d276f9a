import Testing

@testable import Prefetching

@Suite struct CostModelTests {
    private let key = LoadKey(collection: 1, item: 7, rendition: 320)
    private let small = CostClass(format: 0, doublings: 18)
    private let large = CostClass(format: 0, doublings: 22)

    @Test func `a class learns from its own loads, three quarters old and one quarter new`() {
        var model = CostModel(first: 0.5)
        #expect(model.expected(key, small) == 0.5 && model.costs(key) == nil)
        model.observe(key, small, seconds: 0.1)
        model.observe(key, large, seconds: 0.8)
        model.observe(key, small, seconds: 0.2)
        #expect(abs(model.expected(key, small) - 0.125) < 1e-6)
        #expect(abs(model.expected(key, large) - 0.8) < 1e-6)
        let other = LoadKey(collection: 2, item: 7, rendition: 320)
        #expect(model.expected(other, small) == 0.5)
    }

    @Test func `a size that none was loaded of is told from the next one of its format`() {
        var model = CostModel(first: 0.5)
        model.observe(key, small, seconds: 0.1)
        let expected = { (doublings: UInt8) in model.expected(key, CostClass(format: 0, doublings: doublings)) }
        #expect(abs(expected(19) - 0.2) < 1e-6 && abs(expected(17) - 0.05) < 1e-6)
        #expect(abs(expected(31) - 0.8) < 1e-6 && abs(expected(1) - 0.025) < 1e-6, "within bounds")
        let png = CostClass(format: 1, doublings: 18)
        #expect(abs(model.expected(key, png) - 0.1) < 1e-6, "of another format only the average is known")
        #expect(abs(model.expected(key, .unknown) - 0.1) < 1e-6)
    }

    @Test func `a preview's share is learned from previews that were loaded by themselves, by format`() {
        var model = CostModel(first: 0.5)
        let png = CostClass(format: 1, doublings: 18)
        model.observe(key, small, seconds: 0.1)
        #expect(abs(model.pictures(key).expected(small).preview - 0.015) < 1e-6, "a usual share")
        for _ in 0..<200 { model.observePreview(key.preview, small, seconds: 0.005) }
        model.observePreview(key.preview, png, seconds: nil)
        let costs = model.pictures(key)
        #expect(abs(costs.expected(small).preview - 0.005) < 1e-4 && !costs.expected(small).isPreviewDear)
        #expect(costs.expected(png).isPreviewDear, "it came out of the whole picture")
        #expect(!model.pictures(LoadKey(collection: 2, item: 7, rendition: 320)).expected(png).isPreviewDear)
    }

    @Test func `previews of a source that reads originals whole are dear until one was cheap`() {
        var model = CostModel(first: 0.5)
        #expect(!model.pictures(key).expected(small).isPreviewDear)
        model.expectDearPreviews(of: key.collection)
        #expect(model.pictures(key).expected(small).isPreviewDear && model.isPreviewDear(key, small))
        let other = LoadKey(collection: 2, item: 7, rendition: 320)
        #expect(!model.isPreviewDear(other, small))
        model.observe(key, small, seconds: 0.1)
        for _ in 0..<20 { model.observePreview(key.preview, small, seconds: 0.005) }
        #expect(!model.isPreviewDear(key, small))
    }

    @Test func `where previews are dear, a few items keep trying them, so that a change is noticed`() {
        var model = CostModel(first: 0.1)
        model.observe(key, .unknown, seconds: 0.1)
        func probes() -> Int {
            let costs = model.pictures(key)
            return (0..<160).count { !costs.expected(.unknown, flat: $0).isPreviewDear }
        }
        #expect(probes() == 160)
        model.observePreview(key.preview, .unknown, seconds: nil)
        #expect(probes() == 10)
        for _ in 0..<5 { model.observePreview(key.preview, .unknown, seconds: 0.005) }
        #expect(probes() == 160)
    }

    @Test func `a preview's cost is compared with the width that it belongs to, not with another one`() {
        var model = CostModel(first: 0.5)
        let wide = LoadKey(collection: 1, item: 7, rendition: 1280)
        model.observe(key, .unknown, seconds: 0.1)
        model.observe(wide, .unknown, seconds: 1)
        for _ in 0..<200 { model.observePreview(key.preview, .unknown, seconds: 0.05, full: key) }
        #expect(abs(model.pictures(key).expected(.unknown).preview - 0.05) < 1e-3, "half of the narrow one")
        var other = CostModel(first: 0.5)
        other.observe(wide, .unknown, seconds: 1)
        other.observePreview(key.preview, .unknown, seconds: 0.9, full: key)
        #expect(!other.isPreviewDear(key, .unknown), "nothing is known of the narrow one")
    }

    @Test func `before any load a picture costs what the configuration says`() {
        #expect(CostModel(first: 2).pictures(key).expected(.unknown).full == 2)
    }

    @Test func `what is no time is not learned`() {
        var model = CostModel(first: 0.5)
        for seconds in [Double.nan, .infinity, -1] { model.observe(key, small, seconds: seconds) }
        #expect(model.expected(key, small) == 0.5)
    }

    @Test func `a scheduler learns by the class that its wants say`() {
        var scheduler = LoadScheduler(configuration: LoadConfiguration())
        var actions: [LoadAction] = []
        scheduler.update(
            viewer: ViewerID(rawValue: 1), wants: [Want(key, isVisible: true, score: 1, costClass: large)],
            now: .start, actions: &actions)
        guard case .start(_, let token)? = actions.first else {
            Issue.record("nothing was started")
            return
        }
        scheduler.loadEnded(token, .loaded, now: Instant(seconds: 0.3), actions: &actions)
        #expect(abs((scheduler.costs.costs(key)?.expected(large) ?? 0) - 0.3) < 1e-6)
    }
}
