import LookaheadKit

/// 2,000 tiles that people arrange, with values that change all the time.
struct Tiles: CollectionMoving {
    let id = "tiles", title = "Dashboard", kind = "tile"
    static let names = (1...2000).map { "tile-\($0)" }

    func snapshot(into snapshot: inout CollectionSnapshot) async throws {
        for (index, name) in Self.names.enumerated() {
            if index % 500 == 0 { snapshot.appendSection("hall-\(index / 500)", title: "Hall \(index / 500 + 1)") }
            snapshot.append(name)
        }
    }

    func items(for ids: [String]) async throws -> [CollectionItem] {
        ids.map { CollectionItem(id: $0, title: "Sensor \($0.dropFirst(5))", attributes: ["unit": .string("°C")]) }
    }
}

/// A page of this program's own, whose cells show the values. The server's own page shows the same tiles, in words.
enum Board {
    static let page = """
        <!doctype html>
        <html lang="en">
        <title>Dashboard</title>
        <meta name="viewport" content="width=device-width">
        <link rel="stylesheet" href="board.css">
        <collection-grid actions="move select"></collection-grid>
        <script type="module" src="board.js"></script>
        </html>
        """
    static let style = """
        body { margin: 0 }
        collection-grid { display: block; height: 100vh }
        collection-grid::part(value) { font: 24px system-ui }
        """
    static let script = """
        import { registerCell } from './grid/collection-grid.js';
        const add = (body, part) => Object.assign(body.appendChild(document.createElement('div')), { part });
        registerCell('tile', {
          make(body) {
            body.style.cssText = 'display: grid; place-content: center; text-align: center';
            return { value: add(body, 'value'), name: add(body, 'name') };
          },
          configure(parts, { item, values }) {
            parts.name.textContent = item.title;
            parts.value.textContent = values ? `${values.value} ${item.attributes.unit}` : '–';
          },
        });
        document.querySelector('collection-grid').collection = 'tiles';
        """
}

// dashboard [PORT]: what people arrange is stored in the folder dashboard.orders. Open /board.
var configuration = Configuration()
configuration.port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 8080
configuration.storage = .folder("dashboard.orders")
let server = try CollectionServer(configuration)
let tiles = try server.add(Tiles(), layout: .column(minColumnWidth: 200, cellHeight: 120))
try server.get("/board") { _ in Response(contentType: "text/html; charset=utf-8", bytes: Array(Board.page.utf8)) }
try server.get("/board.css") { _ in Response(contentType: "text/css", bytes: Array(Board.style.utf8)) }
try server.get("/board.js") { _ in Response(contentType: "text/javascript", bytes: Array(Board.script.utf8)) }

Task {
    try await tiles.opened()
    var temperatures: [String: Double] = [:]
    // 50 values a second: in memory, without a version, sent only to those who see the tile.
    while true {
        try await Task.sleep(for: .milliseconds(20))
        let name = Tiles.names.randomElement() ?? "tile-1"
        let value = temperatures[name, default: 20] + Double.random(in: -1...1)
        temperatures[name] = value
        try tiles.show([name: ["value": .number((value * 10).rounded() / 10)]])
    }
}

try await server.run { address in print("Serving at \(address)") }
