import CPostgres
import Glibc

/// One connection to the database, always in libpq's pipeline mode: statements that belong together go in one round trip. Blocks.
/// One thread at a time.
///
/// `@unchecked`: guarded by the lock of the line that it belongs to.
final class PostgresConnection: @unchecked Sendable {
    let handle: OpaquePointer
    /// The time after which a database that says nothing counts as lost.
    let patience: Duration
    /// Statements that this connection knows, by their text.
    private var prepared: [String: String] = [:]
    private var nextName = 0
    /// The number of results of each pipeline that was sent without waiting for them.
    private var owed = 0
    /// The texts that were prepared with it.
    private var owedTexts: [String] = []
    /// Set by a warning, and so at a COMMIT that may not be as durable as asked.
    private let hasWarning: UnsafeMutablePointer<Bool>

    /// - Throws: `.lost` when there is no server, `.refused` when it refuses.
    init(to address: StoreAddress, patience: Duration = .seconds(5)) throws(PostgresError) {
        let defaults = [
            ("connect_timeout", "3"), ("application_name", "lookahead"), ("tcp_user_timeout", "10000"),
            ("keepalives_idle", "5"), ("keepalives_interval", "3"), ("keepalives_count", "3"),
            ("client_encoding", "UTF8"), ("dbname", address.text),
        ]
        let handle = defaults.map(\.0).withCStrings { names in
            defaults.map(\.1).withCStrings { values in PQconnectdbParams(names, values, 1) }
        }
        guard let handle else { throw .lost("out of memory") }
        self.handle = handle
        self.patience = patience
        hasWarning = .allocate(capacity: 1)
        hasWarning.initialize(to: false)
        guard PQstatus(handle) == CONNECTION_OK else {
            let text = String(cString: PQerrorMessage(handle)).trimmed
            throw Self.refusal(text)
        }
        PQsetNoticeReceiver(
            handle,
            { flag, result in
                guard let flag, let result, let state = lookahead_sqlstate(result) else { return }
                // Class 01 are warnings; 00 are notices.
                if String(cString: state).hasPrefix("01") { flag.assumingMemoryBound(to: Bool.self).pointee = true }
            }, hasWarning)
        PQenterPipelineMode(handle)
        PQsetnonblocking(handle, 1)
        _ = try run([
            Statement("SET idle_in_transaction_session_timeout = 5000"), Statement("SET client_min_messages = warning"),
            Statement("SET synchronous_commit = on"),
        ])
    }

    deinit {
        PQfinish(handle)
        hasWarning.deallocate()
    }

    /// A connection has no SQLSTATE for its failure: what another try cannot help is known by its words.
    private static func refusal(_ text: String) -> PostgresError {
        let isAccess = ["password authentication failed", "no password supplied", "no pg_hba.conf entry"]
            .contains { text.contains($0) }
        if isAccess || text.contains("role") && text.contains("does not exist") {
            return .refused(state: "28000", text)
        }
        if text.contains("database") && text.contains("does not exist") { return .refused(state: "3D000", text) }
        return .lost(text)
    }

    /// Runs statements in one round trip.
    /// - Returns: their answers.
    /// - Throws: of the first that fails; those after it are not carried out. A transaction that was open is rolled back.
    @discardableResult
    func run(_ statements: [Statement]) throws(PostgresError) -> [Answer] {
        try collectOwed()
        hasWarning.pointee = false
        let (isResult, fresh) = try send(statements)
        do throws(PostgresError) {
            return try collect(isResult)
        } catch {
            for text in fresh { prepared[text] = nil }
            if case .refused = error, PQtransactionStatus(handle) != PQTRANS_IDLE {
                _ = try collect(send([Statement("ROLLBACK")]).isResult)
            }
            throw error
        }
    }

    @discardableResult
    func run(_ statement: Statement) throws(PostgresError) -> Answer { try run([statement])[0] }

    /// Rolls back an open transaction.
    func endTransaction() {
        guard PQtransactionStatus(handle) != PQTRANS_IDLE else { return }
        _ = try? run(Statement("ROLLBACK"))
    }

    /// Sends statements and does not wait for them. Errors are not reported.
    func post(_ statements: [Statement]) throws(PostgresError) {
        try collectOwed()
        let (isResult, fresh) = try send(statements)
        owed = isResult.count
        owedTexts = fresh
    }

    /// The number of the session, as it was said when the connection was made: a pooler says one of its own.
    var session: Int64 { Int64(PQbackendPID(handle)) }

    /// Whether the last pipeline brought a warning.
    var wasWarned: Bool { hasWarning.pointee }

    // MARK: Notifications

    /// Waits for notifications or until `wake` becomes readable.
    /// - Returns: the payloads of notifications.
    /// - Throws: `.lost`
    func notifications(within milliseconds: Int32, wake: Int32) throws(PostgresError) -> [String] {
        var files = [
            pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0),
            pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
        ]
        var payloads = try takeNotifications()
        if payloads.isEmpty {
            poll(&files, 2, milliseconds)
            payloads = try takeNotifications()
        }
        return payloads
    }

    private func takeNotifications() throws(PostgresError) -> [String] {
        guard PQconsumeInput(handle) == 1 else { throw lost }
        var payloads: [String] = []
        while let notification = PQnotifies(handle) {
            payloads.append(String(cString: notification.pointee.extra))
            PQfreemem(notification)
        }
        return payloads
    }

    // MARK: The pipeline

    var lost: PostgresError { .lost(String(cString: PQerrorMessage(handle)).trimmed) }

    /// - Returns: for each result that will come, whether it is a statement's: otherwise it is that of preparing one; and the texts
    ///   that were prepared.
    private func send(_ statements: [Statement]) throws(PostgresError) -> (isResult: [Bool], fresh: [String]) {
        var isResult: [Bool] = []
        var freshTexts: [String] = []
        for statement in statements {
            var name = prepared[statement.text]
            if name == nil {
                nextName += 1
                let fresh = "s\(nextName)"
                let types = statement.parameters.map { Oid($0.type) }
                guard PQsendPrepare(handle, fresh, statement.text, Int32(types.count), types) == 1 else { throw lost }
                prepared[statement.text] = fresh
                name = fresh
                freshTexts.append(statement.text)
                isResult.append(false)
            }
            guard let name, execute(name, statement.parameters) else { throw lost }
            isResult.append(true)
        }
        guard PQpipelineSync(handle) == 1 else { throw lost }
        try flush()
        return (isResult, freshTexts)
    }

    private func execute(_ name: String, _ parameters: [Statement.Parameter]) -> Bool {
        // One buffer for all: its address is the same for as long as libpq copies it. It is never empty.
        var joined: [UInt8] = []
        joined.reserveCapacity(256)
        let encoded = parameters.map { $0.encode(into: &joined) }
        joined.append(0)
        return joined.withUnsafeBytes { buffer in
            var (values, lengths, at): ([UnsafePointer<CChar>?], [Int32], Int) = ([], [], 0)
            for length in encoded {
                values.append(
                    length == nil ? nil : buffer.baseAddress!.advanced(by: at).assumingMemoryBound(to: CChar.self))
                lengths.append(Int32(length ?? 0))
                at += length ?? 0
            }
            let formats = [Int32](repeating: 1, count: encoded.count)
            return PQsendQueryPrepared(handle, name, Int32(encoded.count), values, lengths, formats, 1) == 1
        }
    }

    private func collect(_ isResult: [Bool]) throws(PostgresError) -> [Answer] {
        var answers: [Answer] = []
        var refusal: PostgresError?
        var (place, gaps) = (0, 0)
        while true {
            try awaitResult()
            guard let result = PQgetResult(handle) else {
                gaps += 1
                // One gap follows each result; more of them mean that nothing will come.
                if PQstatus(handle) == CONNECTION_BAD || gaps > 3 { throw refusal ?? lost }
                continue
            }
            gaps = 0
            let answer = Answer(result)
            switch PQresultStatus(result) {
            case PGRES_PIPELINE_SYNC:
                if let refusal { throw refusal }
                return answers
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
                if place < isResult.count, isResult[place] { answers.append(answer) }
            case PGRES_PIPELINE_ABORTED: break
            default:
                guard PQstatus(handle) == CONNECTION_OK, let state = lookahead_sqlstate(result) else { throw lost }
                let text = lookahead_message(result).map { String(cString: $0) } ?? "refused"
                refusal = refusal ?? .refused(state: String(cString: state), text)
            }
            place += 1
        }
    }

    private func collectOwed() throws(PostgresError) {
        guard owed > 0 else { return }
        let results = [Bool](repeating: false, count: owed)
        owed = 0
        do throws(PostgresError) { _ = try collect(results) } catch {
            // A failed statement must not leave a name that the server does not know.
            for text in owedTexts { prepared[text] = nil }
            if case .lost = error { throw error }
            _ = try collect(send([Statement("ROLLBACK")]).isResult)
        }
    }
}

extension String {
    /// A message without the line's end that libpq adds, in one line.
    fileprivate var trimmed: String {
        split(whereSeparator: \.isNewline).map { $0.drop { $0 == "\t" || $0 == " " } }.joined(separator: "; ")
    }
}

extension [String] {
    /// Calls `body` with the strings as C has them, ended by a null pointer.
    fileprivate func withCStrings<Result>(
        _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        let copies = map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        let pointers = copies.map { UnsafePointer<CChar>($0) } + [nil]
        return pointers.withUnsafeBufferPointer { body($0.baseAddress!) }
    }
}
