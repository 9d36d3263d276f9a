/// The page for a person without the token, with a field for it. Programs get problem details, as ever.
///
/// Its script sends the token in a header, for a cookie (`sessionPath`), and takes it from the fragment of the page's own
/// address, which it leaves at once. In no query, the token is in no log and in no history; a password manager can keep it.
struct SignInPage {
    /// The route that exchanges the token in `Authorization` for a cookie.
    static let sessionPath = "/api/v1/session"

    /// The value of `Accept-Language`.
    var language: String
    /// Whether a token came that is not the right one.
    var isWrong: Bool
    /// Before every path of this server.
    var basePath: String

    /// The page, with 401.
    var response: HTTPResponse {
        let words = FramedPage.isKorean(language) ? Words.korean : Words.english
        return FramedPage(
            language: words.language, title: words.heading,
            metadata: #"<meta name="referrer" content="no-referrer">"# + "\n", body: body(words)
        ).response(.unauthorized, headers: [HTTPHeader("WWW-Authenticate", "Bearer")])
    }

    private struct Words {
        var language: String
        var heading: String
        var explanation: String
        var field: String
        var button: String
        var wrong: String
        var failed: String
        var cookieless: String
        var scriptless: String

        static let english = Words(
            language: "en", heading: "Sign in to Lookahead",
            explanation: "This server needs its token. It was printed when the server started.", field: "Token",
            button: "Sign in", wrong: "This is not the server’s token.",
            failed: "The server could not be reached. Try again.",
            cookieless: "The browser blocks cookies. Allow them for this server: they keep you signed in.",
            scriptless: "This page needs JavaScript.")
        static let korean = Words(
            language: "ko", heading: "Lookahead 로그인",
            explanation: "이 서버에는 토큰이 필요합니다. 서버를 시작할 때 출력된 토큰을 입력하세요.", field: "토큰",
            button: "로그인", wrong: "이 서버의 토큰이 아닙니다.",
            failed: "서버에 연결할 수 없습니다. 다시 시도하세요.",
            cookieless: "브라우저가 쿠키를 차단합니다. 로그인 상태를 유지하려면 이 서버의 쿠키를 허용하세요.",
            scriptless: "이 페이지에는 JavaScript가 필요합니다.")
    }

    private func body(_ words: Words) -> String {
        """
        <form method="post" action="\(basePath)\(SignInPage.sessionPath)">
        <h1>\(words.heading)</h1>
        <p>\(words.explanation)</p>
        <label for="token">\(words.field)</label>
        <input id="token" type="password" autocomplete="current-password" required autofocus>
        <p class="wrong" role="alert" data-wrong="\(words.wrong)" data-failed="\(words.failed)"
        data-cookieless="\(words.cookieless)">\(isWrong ? words.wrong : "")</p>
        <button>\(words.button)</button>
        <noscript>\(words.scriptless)</noscript>
        </form>
        <script>\(Self.script)</script>
        """
    }

    /// A browser that blocks cookies says that they are enabled, so whether one was kept is asked of the server.
    /// Where another site led here, a reload may be asked without the cookie; an address that this page leads to is not.
    static let script = """
        const form = document.querySelector('form'), field = form.querySelector('input'), alert = form.querySelector('.wrong');
        async function hasCookie() {
          const answer = await fetch(location.pathname, { method: 'HEAD' }).catch(() => 0);
          return !answer || answer.status !== 401;
        }
        async function signIn(token) {
          alert.textContent = '';
          const isToken = /^[!-~]+$/.test(token);
          const answer = isToken && await fetch(form.action, { method: 'POST', headers: { Authorization: 'Bearer ' + token } }).catch(() => 0);
          if (answer && answer.ok && await hasCookie()) {
            // With a fragment in it, the address would only be scrolled to.
            return location.hash ? location.reload() : location.replace(location.pathname + location.search);
          }
          const { wrong, failed, cookieless } = alert.dataset;
          alert.textContent = !isToken || answer.status === 401 ? wrong : answer.ok ? cookieless : failed;
          field.select();
        }
        function takeToken() {
          if (!location.hash.startsWith('#token=')) return;
          const token = location.hash.slice(7);
          history.replaceState(null, '', location.pathname + location.search);
          try { signIn(decodeURIComponent(token)); } catch { signIn(token); }
        }
        form.addEventListener('submit', (event) => { event.preventDefault(); signIn(field.value.trim()); });
        addEventListener('hashchange', takeToken);
        takeToken();
        """
}
