import Testing

@testable import GridEngine

@Suite struct ListingPaceTests {
    private let began = ContinuousClock.now

    @Test func `what is listed within a second is shown when it is whole`() {
        let pace = ListingPace(began: began)
        #expect(!pace.isDue(at: began + .milliseconds(999), found: 5))
        #expect(pace.isDue(at: began + .seconds(1), found: 5))
        #expect(!pace.isDue(at: began + .seconds(1), found: 0), "nothing was found")
    }

    @Test func `parts take a tenth of the time`() {
        var pace = ListingPace(began: began)
        let first = began + .seconds(1)
        pace.noteShown(5, from: first, to: first + .milliseconds(10))
        #expect(!pace.isDue(at: first + .milliseconds(1009), found: 6))
        #expect(pace.isDue(at: first + .milliseconds(1010), found: 6))
        #expect(!pace.isDue(at: first + .seconds(5), found: 5), "nothing more was found")
        let second = first + .seconds(2)
        pace.noteShown(6, from: second, to: second + .seconds(2))
        #expect(!pace.isDue(at: second + .seconds(19), found: 7))
        #expect(pace.isDue(at: second + .seconds(20), found: 7))
    }

    @Test func `the number is reported four times a second`() {
        var pace = ListingPace(began: began)
        let reports = (0...1000).count { pace.takeReport(at: began + .milliseconds($0)) }
        #expect(reports == 4)
    }
}
