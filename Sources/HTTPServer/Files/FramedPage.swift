/// The frame of the pages that the server itself makes for people. Programs get problem details.
struct FramedPage {
    let language: String
    let title: String
    /// Further elements of the head, each with a line feed.
    var metadata = ""
    let body: String

    func response(_ status: HTTPStatus, headers: [HTTPHeader] = []) -> HTTPResponse {
        var response = HTTPResponse(
            status, contentType: "text/html; charset=utf-8",
            headers: headers + [
                HTTPHeader("Cache-Control", "no-store"), HTTPHeader("Vary", "Accept, Accept-Language"),
            ], body: .bytes(Array(text.utf8)))
        response.isForm = true
        return response
    }

    private var text: String {
        """
        <!doctype html>
        <html lang="\(language)">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        \(metadata)<title>\(title)</title>
        <style>\(Self.style)</style>
        </head>
        <body>
        \(body)
        </body>
        </html>

        """
    }

    /// The first language that is one of the page's.
    static func isKorean(_ language: String) -> Bool {
        for one in language.lowercased().split(separator: ",") {
            let tag = one.drop { $0 == " " }
            if tag.hasPrefix("ko") { return true }
            if tag.hasPrefix("en") { return false }
        }
        return false
    }

    static let style = """
        body{display:grid;place-items:center;min-height:100vh;margin:0;font:15px/1.5 system-ui,sans-serif;\
        background:Canvas;color:CanvasText}\
        form,main{display:grid;gap:8px;width:min(340px,100vw - 48px)}\
        h1{margin:0;font-size:20px}\
        p{margin:0 0 8px}\
        :lang(ko){word-break:keep-all}\
        input{height:40px;padding:0 10px;border:1px solid GrayText;border-radius:8px;font:inherit}\
        button{height:40px;margin-top:8px;border:0;border-radius:20px;background:#1a66d6;color:#fff;font:inherit;\
        font-weight:600;cursor:pointer}\
        a{justify-self:start}\
        input:focus-visible,button:focus-visible,a:focus-visible{outline:2px solid #1a66d6;outline-offset:2px}\
        .wrong{margin:0;color:#d1242f}\
        .wrong:empty{display:none}\
        @media(prefers-color-scheme:dark){.wrong{color:#ff7b72}}
        """
}

/// The page for a person at an address where nothing is, with a way home. Programs get problem details.
struct NotFoundPage {
    /// The value of `Accept-Language`.
    var language: String
    /// The path of the server's own page.
    var home: String

    /// The page, with 404.
    var response: HTTPResponse {
        let words = FramedPage.isKorean(language) ? Words.korean : Words.english
        return FramedPage(
            language: words.language, title: words.heading,
            body: """
                <main>
                <h1>\(words.heading)</h1>
                <p>\(words.explanation)</p>
                <a href="\(home)">\(words.home)</a>
                </main>
                """
        ).response(.notFound)
    }

    private struct Words {
        var language: String
        var heading: String
        var explanation: String
        var home: String

        static let english = Words(
            language: "en", heading: "There is nothing at this address",
            explanation: "It may be mistyped, or what was here has moved.", home: "Go to the pictures")
        static let korean = Words(
            language: "ko", heading: "이 주소에는 아무것도 없습니다",
            explanation: "주소를 잘못 입력했거나 페이지가 옮겨졌을 수 있습니다.", home: "사진 보러 가기")
    }
}
