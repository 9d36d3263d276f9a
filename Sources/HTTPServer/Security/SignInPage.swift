/// What a person gets who comes without the token: a page with a field for it. Programs get problem details, as ever.
///
/// The form asks for the same address with the token in its query, which the gate takes out by a redirect (`SecurityGate.admit`): so
/// the token is in no history, and a password manager can keep it.
enum SignInPage {
    /// - Parameters:
    ///   - language: the value of `Accept-Language`.
    ///   - isWrong: whether a token came that is not the right one.
    /// - Returns: the page, with 401.
    static func response(language: String, isWrong: Bool) -> HTTPResponse {
        let words = isKorean(language) ? Words.korean : Words.english
        var response = HTTPResponse(
            .unauthorized, contentType: "text/html; charset=utf-8",
            headers: [
                HTTPHeader("WWW-Authenticate", "Bearer"), HTTPHeader("Cache-Control", "no-store"),
                HTTPHeader("Vary", "Accept, Accept-Language"),
            ],
            body: .bytes(Array(page(words, isWrong: isWrong).utf8)))
        response.isForm = true
        return response
    }

    /// The first language that is one of the page's.
    private static func isKorean(_ language: String) -> Bool {
        for one in language.lowercased().split(separator: ",") {
            let tag = one.drop { $0 == " " }
            if tag.hasPrefix("ko") { return true }
            if tag.hasPrefix("en") { return false }
        }
        return false
    }

    private struct Words {
        var language: String
        var heading: String
        var explanation: String
        var field: String
        var button: String
        var wrong: String

        static let english = Words(
            language: "en", heading: "Sign in to Lookahead",
            explanation: "This server needs its token. It was printed when the server started.", field: "Token",
            button: "Sign in", wrong: "This is not the server’s token.")
        static let korean = Words(
            language: "ko", heading: "Lookahead 로그인",
            explanation: "이 서버에는 토큰이 필요합니다. 서버를 시작할 때 출력된 토큰을 입력하세요.", field: "토큰",
            button: "로그인", wrong: "이 서버의 토큰이 아닙니다.")
    }

    private static func page(_ words: Words, isWrong: Bool) -> String {
        let wrong = isWrong ? "<p class=\"wrong\" role=\"alert\">\(words.wrong)</p>" : ""
        return """
            <!doctype html>
            <html lang="\(words.language)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="referrer" content="no-referrer">
            <title>\(words.heading)</title>
            <style>\(style)</style>
            </head>
            <body>
            <form method="get">
            <h1>\(words.heading)</h1>
            <p>\(words.explanation)</p>
            <label for="token">\(words.field)</label>
            <input id="token" name="token" type="password" autocomplete="current-password" required autofocus>
            \(wrong)
            <button>\(words.button)</button>
            </form>
            </body>
            </html>

            """
    }

    static let style = """
        body{display:grid;place-items:center;min-height:100vh;margin:0;font:15px/1.5 system-ui,sans-serif;\
        background:Canvas;color:CanvasText}\
        form{display:grid;gap:8px;width:min(340px,100vw - 48px)}\
        h1{margin:0;font-size:20px}\
        p{margin:0 0 8px}\
        input{height:40px;padding:0 10px;border:1px solid GrayText;border-radius:8px;font:inherit}\
        button{height:40px;margin-top:8px;border:0;border-radius:20px;background:#1a66d6;color:#fff;font:inherit;\
        font-weight:600;cursor:pointer}\
        input:focus-visible,button:focus-visible{outline:2px solid #1a66d6;outline-offset:2px}\
        .wrong{margin:0;color:#d1242f}
        """
}
