import Glibc
import HTTPServer
import JSONText

/// Answers each request with what was read: for the comparison with another reader (`Tests/Support/readings.py`).
/// Prints its port, and ends when its input does.
@main
enum RequestReader {
    static func main() throws {
        var configuration = HTTPServer.Configuration()
        configuration.port = 0
        configuration.allowedHosts = ["127.0.0.1", "a.example"]
        var router = Router()
        for method in HTTPMethod.allCases where method != .head {
            router.on(method, "/{path*}") { request in .respond(.json(reading(of: request))) }
        }
        let server = HTTPServer(configuration: configuration, router: router)
        let port = try server.start()
        print(port)
        fflush(nil)
        while readLine() != nil {}
        server.stop()
    }

    private static func reading(of request: borrowing HTTPRequest) -> [UInt8] {
        var headers: [JSONValue] = []
        request.forEachHeader { name, value in headers.append(.array([text(name), text(value)])) }
        return JSONValue.object([
            "method": .string(request.method.name), "target": .string(request.target), "headers": .array(headers),
            "body": text(request.body),
        ]).encoded
    }

    /// Latin 1: each byte is the character of its number.
    private static func text(_ bytes: some Sequence<UInt8>) -> JSONValue {
        var text = String.UnicodeScalarView()
        for byte in bytes { text.append(Unicode.Scalar(byte)) }
        return .string(String(text))
    }
}
