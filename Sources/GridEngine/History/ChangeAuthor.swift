import Glibc

/// Who makes a change, as far as undo distinguishes. It names nobody, and grants and refuses nothing else.
package struct ChangeAuthor: Sendable, Equatable {
    /// The same for all changes of one author; `nil` for a program that says nothing of itself.
    package var id: String?
    /// Whether it is a program, and no browser. What nobody is known to have made counts as a program's: earlier versions stored no
    /// authors.
    package var isProgram: Bool

    package init(id: String?, isProgram: Bool) {
        self.id = id
        self.isProgram = isProgram
    }

    /// A browser, or the page of another program, by what it sends with each request.
    package init(actor: String) { self.init(id: RandomName.of("actor " + actor), isProgram: false) }

    /// A browser, by its cookie.
    package init(cookie: String) { self.init(id: RandomName.of("cookie " + cookie), isProgram: false) }

    /// The programs with a token are one author.
    package init(token: String) { self.init(id: RandomName.of("token " + token), isProgram: true) }

    /// All programs without a token and an actor are one author.
    package static let nobody = ChangeAuthor(id: nil, isProgram: true)

    /// Whether a change of `author` is one's own.
    func isOwn(_ author: String?) -> Bool { author == id || author == nil && isProgram }
}

/// An action through an album: a change in each of the collections whose items it marked.
struct AlbumAction: Sendable, Equatable {
    /// The album's identifier.
    var album: String
    /// The same in all of these collections.
    var name: String
}

/// Who made a change, when, and through what.
struct ChangeOrigin: Sendable, Equatable {
    var author: String?
    /// Milliseconds since 1970; 0 where an earlier version stored the change.
    var time = 0
    var action: AlbumAction?
    /// Whether it sorted the whole collection, which no one calls a move of its items.
    var isSort = false

    /// The time of day.
    static var now: Int {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }
}
