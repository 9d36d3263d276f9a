import CollectionModel

/// The structure of a collection as its source sees it: identifiers and revisions only, in the source's order.
package struct SourceListing: Sendable, Equatable {
    package struct Section: Sendable, Equatable {
        /// Stable and unique in the collection; the title may change, the identifier may not.
        package var id: String
        package var title: String
        package var items: [Entry]

        package init(id: String, title: String, items: [Entry]) {
            self.id = id
            self.title = title
            self.items = items
        }
    }

    /// One item: its identifier, and a number that changes when (and only when) its content does.
    package struct Entry: Sendable, Equatable {
        package var id: String
        package var revision: UInt64
        /// A number that the content takes along when its file is renamed or moved; 0 where the source knows none. Files with
        /// several names share one.
        package var trace: UInt64

        package init(id: String, revision: UInt64, trace: UInt64 = 0) {
            self.id = id
            self.revision = revision
            self.trace = trace
        }
    }

    /// Folders of which a listing says more than what is in them, by the titles of their sections.
    package struct Folders: Sendable, Equatable {
        /// Not listed, with everything below, because somebody said so.
        package var leftOut: [String] = []
        /// Not listed, with everything below, because they cannot be read.
        package var unread: [String] = []
        /// There, without anything in them.
        package var bare: [String] = []

        package init(leftOut: [String] = [], unread: [String] = [], bare: [String] = []) {
            (self.leftOut, self.unread, self.bare) = (leftOut, unread, bare)
        }
    }

    package var sections: [Section]
    package var folders: Folders
    /// Files and the like that could not be read, by reason, for the log and the page.
    package var skipped: [Reason: Int]
    /// The identifiers of all items in their order, where somebody has found that each is there once: a table of millions takes its time.
    package var names: IdentifierTable?
    /// Whether the items that are there keep their places, also where the order is the source's (`SourceAbilities.ownsOrder`).
    package var keepsOrder = false

    package init(
        sections: [Section], skipped: [Reason: Int] = [:], folders: Folders = Folders(), names: IdentifierTable? = nil
    ) {
        self.sections = sections
        self.folders = folders
        self.skipped = skipped
        self.names = names
    }

    package static func == (one: Self, other: Self) -> Bool {
        one.sections == other.sections && one.folders == other.folders && one.skipped == other.skipped
            && one.keepsOrder == other.keepsOrder
    }
}
