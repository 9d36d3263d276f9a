import Glibc
import Yams

/// The settings of a server from all places: the configuration file, before it the environment, before that the command line.
enum Settings {
    /// Options of which one takes the place of the others.
    private static let alternatives: [Set<String>] = [
        ["token", "token-file"], ["read-only-token", "read-only-token-file"],
    ]

    /// Settings of the environment and the file that the command line leaves open. `words` are those of the command line, without the names
    /// of the program and the command, and `given` is what they alone mean.
    static func all(behind words: [String], given: Serve) throws(SettingProblems) -> [Setting] {
        var taken = keys(in: words)
        if !given.folders.isEmpty { taken.insert("folders") }
        addAlternatives(to: &taken)
        var layers = try environmentSettings().filter { !taken.contains($0.option.key) }
        taken.formUnion(layers.map(\.option.key))
        // The token in the environment is read by `TokenChoice`.
        if environment(TokenChoice.variable) != nil { taken.insert("token") }
        addAlternatives(to: &taken)
        if let path = given.config ?? environment("LOOKAHEAD_CONFIG") {
            layers += try ConfigurationFile(path: path).settings.filter { !taken.contains($0.option.key) }
        }
        return layers
    }

    /// The words of the command line, and those that stand for the settings.
    static func arguments(_ layers: [Setting], before words: [String]) -> [String] {
        // Folders are not named: they follow the options, and `--` could be among the words.
        let options = layers.filter { $0.option.kind != .folders }.flatMap(\.arguments)
        let folders = layers.filter { $0.option.kind == .folders }.flatMap(\.arguments)
        guard !folders.isEmpty else { return options + words }
        return options + words + (words.contains("--") ? [] : ["--"]) + folders
    }

    private static func addAlternatives(to keys: inout Set<String>) {
        for group in alternatives where !group.isDisjoint(with: keys) { keys.formUnion(group) }
    }

    /// The options that the command line has, by their long names, which are all they have.
    private static func keys(in words: [String]) -> Set<String> {
        var keys: Set<String> = []
        for word in words.prefix(while: { $0 != "--" }) where word.hasPrefix("--") {
            let name = word.dropFirst(2).prefix { $0 != "=" }
            keys.insert(String(name))
            if name.hasPrefix("no-") { keys.insert(String(name.dropFirst(3))) }
        }
        return keys
    }

    /// Options that the environment sets. A value that begins with a bracket is a list, as in the file.
    static func environmentSettings() throws(SettingProblems) -> [Setting] {
        var (settings, problems): ([Setting], [SettingProblem]) = ([], [])
        guard hasVariables else { return [] }
        for option in ServeOptions.all where option.variable != TokenChoice.variable {
            guard let text = environment(option.variable) else { continue }
            var setting = Setting(option: option, values: [text], origin: .variable(option.variable))
            if option.isList, text.hasPrefix("["), let node = try? Yams.compose(yaml: text),
                let values = ConfigurationFile.values(of: node)
            {
                setting.values = values
            }
            if let problem = setting.problem() { problems.append(problem) } else { settings.append(setting) }
        }
        if !problems.isEmpty { throw SettingProblems(problems: problems) }
        return settings
    }

    /// Most environments have none: then the table of options need not be made.
    private static var hasVariables: Bool {
        var entry = environ
        while let text = entry.pointee {
            if strncmp(text, "LOOKAHEAD_", 10) == 0 { return true }
            entry += 1
        }
        return false
    }
}
