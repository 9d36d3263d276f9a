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
