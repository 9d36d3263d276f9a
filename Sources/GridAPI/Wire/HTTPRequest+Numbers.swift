import CollectionLayout
import HTTPServer

/// Numbers in queries.
extension HTTPRequest {
    borrowing func integer(_ name: String, _ allowed: ClosedRange<Int>) throws(ProblemDetails) -> Int? {
        guard let text = query(name) else { return nil }
        guard let value = Int(text), allowed.contains(value) else {
            throw ProblemDetails(
                .unprocessableContent,
                "\(name) must be an integer from \(allowed.lowerBound) to \(allowed.upperBound)")
        }
        return value
    }

    borrowing func number(_ name: String) throws(ProblemDetails) -> Double? {
        guard let text = query(name) else { return nil }
        guard let value = Double(text), value.isFinite else {
            throw ProblemDetails(.unprocessableContent, "\(name) must be a number")
        }
        return value
    }

    borrowing func number(_ name: String, _ allowed: ClosedRange<Int>) throws(ProblemDetails) -> Double? {
        guard let value = try number(name) else { return nil }
        guard Double(allowed.lowerBound)...Double(allowed.upperBound) ~= value else {
            throw ProblemDetails(
                .unprocessableContent, "\(name) must be from \(allowed.lowerBound) to \(allowed.upperBound)")
        }
        return value
    }

    /// `x,y,w,h`.
    borrowing func rect(_ name: String) throws(ProblemDetails) -> Rect? {
        guard let text = query(name) else { return nil }
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
        guard numbers.count == 4, numbers.allSatisfy({ abs($0) <= 1e12 }) else {
            throw ProblemDetails(.unprocessableContent, "\(name) must be x,y,w,h")
        }
        return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}
