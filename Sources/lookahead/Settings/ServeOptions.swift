import ArgumentParser
import JSONText

/// An option of `lookahead serve`, as its declaration in `Serve` says: nothing about it is written down twice. Its long name is its key in
/// the configuration file, and makes that of its variable in the environment.
struct ServeOption: Equatable {
    enum Kind { case folders, value, flag }

    var key: String
    var kind: Kind
    /// Whether it takes several values.
    var isList: Bool
    /// Whether its values are paths, which in a file are relative to the file's folder.
    var isPath: Bool
    var isShown: Bool
    var help: String
    var defaultValue: String?

    var variable: String { "LOOKAHEAD_" + key.uppercased().map { $0 == "-" ? "_" : String($0) }.joined() }

    /// The values as words of the command line. A flag's text must have been found to be true or false.
    func arguments(for values: [String]) -> [String] {
        switch kind {
        case .folders: values
        // Joined, so that a value may begin with a dash.
        case .value: values.map { "--\(key)=\($0)" }
        case .flag: values.map { ServeOption.truth(of: $0) == true ? "--\(key)" : "--no-\(key)" }
        }
    }

    static func truth(of text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "yes", "on", "1": true
        case "false", "no", "off", "0": false
        default: nil
        }
    }
}

/// All options of `lookahead serve`.
enum ServeOptions {
    /// `config` names the file, so it cannot be in it.
    private static let others: Set = ["config", "help", "version", "open"]

    static let all: [ServeOption] = {
        // The parser's own table, as `--experimental-dump-help` prints it. A test compares it with `--help`.
        guard case .object(let tool)? = try? JSONValue(decoding: Array(Serve._dumpHelp().utf8)),
            case .object(let command)? = tool["command"], case .array(let arguments)? = command["arguments"]
        else { preconditionFailure("the parser does not describe the options as expected") }
        let options = arguments.compactMap(option).filter { !others.contains($0.key) }
        // The form with `no-` is an entry of its own.
        let keys = Set(options.map(\.key))
        return options.filter { !$0.key.hasPrefix("no-") || !keys.contains(String($0.key.dropFirst(3))) }
    }()

    private static func option(_ argument: JSONValue) -> ServeOption? {
        guard case .object(let argument) = argument, let kind = argument["kind"]?.text else { return nil }
        var name = argument["valueName"]?.text
        if kind != "positional" {
            guard case .array(let names)? = argument["names"] else { return nil }
            name =
                names.lazy.compactMap { entry -> String? in
                    guard case .object(let entry) = entry, entry["kind"]?.text == "long" else { return nil }
                    return entry["name"]?.text
                }.first
        }
        guard let name else { return nil }
        var isPath = false
        if case .object(let completion)? = argument["completionKind"] {
            isPath = completion["file"] != nil || completion["directory"] != nil
        }
        return ServeOption(
            key: name, kind: kind == "positional" ? .folders : kind == "flag" ? .flag : .value,
            isList: argument["isRepeating"] == .bool(true), isPath: isPath,
            isShown: argument["shouldDisplay"] == .bool(true), help: argument["abstract"]?.text ?? "",
            // A flag's is one of its two forms.
            defaultValue: argument["defaultValue"]?.text.map {
                kind == "flag" ? "\(!$0.hasPrefix("--no-"))" : $0
            })
    }

    /// The key that somebody may have meant; `nil` when none is near.
    static func nearest(to key: String) -> String? {
        let near = all.filter(\.isShown).map { ($0.key, distance($0.key, key)) }.min { $0.1 < $1.1 }
        return near.flatMap { $0.1 <= max(2, key.count / 3) ? $0.0 : nil }
    }

    /// Letters to insert, delete or replace (Levenshtein's distance).
    private static func distance(_ a: String, _ b: String) -> Int {
        let b = Array(b.prefix(64))
        var row = Array(0...b.count)
        for (i, letter) in a.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for j in b.indices {
                let above = row[j + 1]
                row[j + 1] = min(above + 1, row[j] + 1, diagonal + (letter == b[j] ? 0 : 1))
                diagonal = above
            }
        }
        return row[b.count]
    }
}
