/// Texts by item, in pages of which a changed one is copied while another column sees it.
struct TextColumn: Sendable {
    private(set) var pages: [TextPage?] = []

    var limit: Int { pages.count << TextPage.shift }

    var sizeBytes: Int { pages.reduce(pages.count * 8) { $0 + ($1?.sizeBytes ?? 0) } }

    mutating func reserve(_ count: Int) { pages.reserveCapacity((count + TextPage.mask) >> TextPage.shift) }

    func page(of slot: Int) -> TextPage? { slot < limit ? pages[slot >> TextPage.shift] : nil }

    func value(_ slot: Int) -> String? { page(of: slot)?.text(slot & TextPage.mask) }

    @discardableResult
    mutating func set(_ slot: Int, to text: String?) -> Bool {
        let number = slot >> TextPage.shift
        if text == nil, page(of: slot) == nil { return false }
        while pages.count <= number { pages.append(nil) }
        if pages[number] == nil {
            pages[number] = TextPage()
        } else if !isKnownUniquelyReferenced(&pages[number]) {
            pages[number] = pages[number]!.copy()
        }
        return pages[number]!.set(slot & TextPage.mask, to: text)
    }
}
