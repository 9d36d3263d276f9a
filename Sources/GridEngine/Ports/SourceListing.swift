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

    package var sections: [Section]
    /// Files and the like that could not be read, by reason, for the log and the page.
    package var skipped: [Reason: Int]

    package init(sections: [Section], skipped: [Reason: Int] = [:]) {
        self.sections = sections
        self.skipped = skipped
    }
}
