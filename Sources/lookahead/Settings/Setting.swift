import ArgumentParser

/// An option with its values, and where it was set.
struct Setting: Equatable {
    enum Origin: Equatable {
        case file(String, line: Int)
        case variable(String)
    }

    var option: ServeOption
    var values: [String]
    var origin: Origin

    var arguments: [String] { option.arguments(for: values) }

    /// The error of the command line's parser about it alone; `nil` when it is right.
    func problem() -> SettingProblem? {
        if values.count > 1, !option.isList {
            return SettingProblem(origin: origin, key: option.key, text: "takes one value, not a list")
        }
        if option.kind == .flag, let wrong = values.first(where: { ServeOption.truth(of: $0) == nil }) {
            return SettingProblem(origin: origin, key: option.key, text: "must be true or false, not \(wrong)")
        }
        do {
            _ = try Serve.parse(arguments)
            return nil
        } catch {
            return SettingProblem(origin: origin, key: option.key, text: Serve.message(for: error))
        }
    }
}

/// An error in a configuration: the place, the key and what to do.
struct SettingProblem: Error, Equatable, CustomStringConvertible {
    var origin: Setting.Origin
    var key: String?
    var text: String

    var description: String {
        "\(origin): \(key.map { "\($0): " } ?? "")\(text)"
    }
}

extension Setting.Origin: CustomStringConvertible {
    var description: String {
        switch self {
        case .file(let path, let line): "\(path):\(line)"
        case .variable(let name): name
        }
    }
}

/// Everything that is wrong, so that nobody has to mend one line after the other.
struct SettingProblems: Error, CustomStringConvertible {
    var problems: [SettingProblem]

    init(problems: [SettingProblem]) { self.problems = problems }

    /// An error in a file as a whole.
    init(_ text: String, in file: String) {
        self.init(problems: [SettingProblem(origin: .file(file, line: 1), text: text)])
    }

    var description: String { problems.map(\.description).joined(separator: "\n") }
}
