import Glibc
import Yams

/// A configuration file: a YAML mapping of options' names to their values. `#` begins a comment.
struct ConfigurationFile {
    var path: String
    var settings: [Setting]

    private static let limitBytes = 1 << 20

    /// Reads and checks the file, every line of it.
    init(path: String) throws(SettingProblems) {
        self.path = path
        var problems: [SettingProblem] = []
        settings = []
        do throws(SettingProblem) {
            guard let root = try Self.root(of: Self.text(of: path), path) else { return }
            guard case .mapping(let mapping) = root else {
                throw Self.problem(path, root.mark, "a line must be an option and its value, such as port: 8080")
            }
            for (key, value) in mapping {
                do throws(SettingProblem) {
                    let setting = try Self.setting(key, value, path)
                    if let problem = setting.problem() { throw problem }
                    settings.append(setting)
                } catch {
                    problems.append(error)
                }
            }
        } catch {
            problems.append(error)
        }
        if !problems.isEmpty { throw SettingProblems(problems: problems) }
    }

    private static func setting(_ key: Node, _ value: Node, _ path: String) throws(SettingProblem) -> Setting {
        guard let name = key.scalar?.string else { throw problem(path, key.mark, "the name of an option is missing") }
        guard let option = ServeOptions.all.first(where: { $0.key == name }) else {
            let nearest = ServeOptions.nearest(to: name).map { "; did you mean \($0)?" } ?? ""
            throw problem(path, key.mark, "there is no such option\(nearest)", key: name)
        }
        guard var values = values(of: value) else {
            throw problem(path, value.mark ?? key.mark, "must be a value or a list of values", key: name)
        }
        if option.isPath { values = values.map { resolved($0, beside: path) } }
        return Setting(option: option, values: values, origin: .file(path, line: key.mark?.line ?? 1))
    }

    /// Texts as they are written: what a number or a word means is the option's business.
    static func values(of node: Node) -> [String]? {
        switch node {
        case .scalar(let scalar):
            // `key:` without anything.
            return scalar.string.isEmpty && scalar.style == .plain ? [] : [scalar.string]
        case .sequence(let sequence):
            let texts = sequence.compactMap(\.scalar?.string)
            return texts.count == sequence.count ? texts : nil
        default: return nil
        }
    }

    /// Relative paths are those of the file's folder, whoever starts the program where.
    private static func resolved(_ text: String, beside path: String) -> String {
        guard !text.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return text }
        return path[...slash] + text
    }

    private static func text(of path: String) throws(SettingProblem) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw problem(path, nil, "the file cannot be read: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 16_384)
        while bytes.count <= limitBytes {
            let count = read(descriptor, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw problem(path, nil, "the file cannot be read: \(String(cString: strerror(errno)))")
            }
            if count == 0 {
                guard let text = String(validating: bytes, as: UTF8.self) else {
                    throw problem(path, nil, "the file is not UTF-8")
                }
                return text
            }
            bytes += part[..<count]
        }
        throw problem(path, nil, "the file is larger than 1 MiB")
    }

    private static func problem(_ path: String, _ mark: Mark?, _ text: String, key: String? = nil) -> SettingProblem {
        SettingProblem(origin: .file(path, line: mark?.line ?? 1), key: key, text: text)
    }

    /// Where a key is set again: the parser says where the mapping begins.
    private static func secondLine(of key: String, in text: String) -> Int? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        return lines.filter { $0.element.prefix { $0 != ":" }.trimming("\"' ") == key }.dropFirst().first.map {
            $0.offset + 1
        }
    }

    private static func root(of text: String, _ path: String) throws(SettingProblem) -> Node? {
        do {
            return try Parser(yaml: text, encoding: .utf8).singleRoot()
        } catch YamlError.scanner(_, let problem, let mark, _), YamlError.parser(_, let problem, let mark, _),
            YamlError.composer(_, let problem, let mark, _)
        {
            // A part that is missing at the end is reported for a line behind the last one.
            let count = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count
            let line = min(mark.line, max(1, text.last?.isNewline == true ? count - 1 : count))
            throw SettingProblem(origin: .file(path, line: line), key: nil, text: "this is not YAML: \(problem)")
        } catch YamlError.duplicatedKeysInMapping(let keys, let context) {
            let key = keys.joined(separator: ", ")
            let line = secondLine(of: keys.first ?? "", in: text) ?? context.mark.line
            throw SettingProblem(origin: .file(path, line: line), key: key, text: "is set twice")
        } catch {
            throw problem(path, nil, "this is not YAML")
        }
    }
}

extension Substring {
    fileprivate func trimming(_ characters: String) -> Substring {
        var rest = drop { characters.contains($0) }
        while let last = rest.last, characters.contains(last) { rest.removeLast() }
        return rest
    }
}
