/// The page for a person at an address where nothing is, with a way home. Programs get problem details.
struct NotFoundPage {
    /// The value of `Accept-Language`.
    var language: String
    /// The path of the server's own page.
    var home: String

    /// The page, with 404.
    var response: HTTPResponse {
        let words = SignInPage.isKorean(language) ? Words.korean : Words.english
        var response = HTTPResponse(
            .notFound, contentType: "text/html; charset=utf-8",
            headers: [HTTPHeader("Cache-Control", "no-store"), HTTPHeader("Vary", "Accept, Accept-Language")],
            body: .bytes(Array(page(words).utf8)))
        // Its style is that of the page that asks for the token.
        response.isForm = true
        return response
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

    private func page(_ words: Words) -> String {
        """
        <!doctype html>
        <html lang="\(words.language)">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>\(words.heading)</title>
        <style>\(SignInPage.style)</style>
        </head>
        <body>
        <main>
        <h1>\(words.heading)</h1>
        <p>\(words.explanation)</p>
        <a href="\(home)">\(words.home)</a>
        </main>
        </body>
        </html>

        """
    }
}
