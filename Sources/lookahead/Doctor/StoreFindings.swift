import Downloads
import Renditions
import SharedStore

/// The database of `--store`: whether it takes changes, keeps them, lets this role in, and has room for another server.
struct StoreFindings {
    /// The oldest version that is tested, as PostgreSQL counts them.
    private static let oldestVersion = 15
    /// A change is answered after one round trip or two.
    private static let longLatency = Duration.milliseconds(20)

    private let serve: Serve

    init(_ serve: Serve) { self.serve = serve }

    /// Returns no findings where there is no database, or it cannot be reached: `FolderFindings` reports that.
    func all() -> [Finding] {
        guard let address = serve.storeAddress, let facts = try? SharedStore.facts(of: address) else { return [] }
        return [
            role(facts), version(facts), durability(facts), standbys(facts), rights(facts), connections(facts),
            latency(facts),
        ].compactMap(\.self)
    }

    private func role(_ facts: StoreFacts) -> Finding {
        if facts.isStandby {
            return .error(
                "The database is a standby: it takes no changes.",
                "Name the primary in --store, or all of them: postgresql://one,two/name?target_session_attrs=read-write"
            )
        }
        guard !facts.isReadOnly else {
            return .error(
                "The database takes no changes: default_transaction_read_only is on.",
                "ALTER DATABASE … RESET default_transaction_read_only, or the same of the role.")
        }
        return .right("The database is the primary, and takes changes")
    }

    private func version(_ facts: StoreFacts) -> Finding {
        guard facts.versionNumber / 10_000 < Self.oldestVersion else {
            return .right("PostgreSQL \(facts.version)")
        }
        return .warning("PostgreSQL \(facts.version) is older than what is tested.", "Upgrade it to 15 or later.")
    }

    private func durability(_ facts: StoreFacts) -> Finding {
        guard facts.flushes else {
            return .warning(
                "The database does not flush what it acknowledges: a power cut may cost everything.",
                "Set fsync and full_page_writes to on in postgresql.conf.")
        }
        guard facts.synchronousCommit == "off" else {
            return .right("Each change is on the database's disk before it is acknowledged")
        }
        return .warning(
            "synchronous_commit is off in the database. The server sets it to on for its own changes; other programs' may be lost.",
            "ALTER SYSTEM SET synchronous_commit = on, unless that is what you want.")
    }

    private func standbys(_ facts: StoreFacts) -> Finding? {
        guard !facts.isStandby, facts.standbys > 0 else { return nil }
        let count = facts.standbys == 1 ? "One standby is" : "\(facts.standbys) standbys are"
        guard !facts.waitsForStandby else { return .right("\(count) connected, and changes wait for one") }
        return .warning(
            "\(count) connected, and no change waits for it: a failover may lose the last ones.",
            "Set synchronous_standby_names, such as 'ANY 1 (*)'.")
    }

    private func rights(_ facts: StoreFacts) -> Finding {
        guard facts.tablesWithoutRights == 0 else {
            return .error(
                "The role has no rights to \(facts.tablesWithoutRights) of the tables.",
                "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA lookahead TO the role of --store.")
        }
        guard !facts.mayMakeTables else { return .right("The role has all rights that it needs") }
        guard facts.hasTables else {
            return .error(
                "The role may not make the tables.",
                "GRANT CREATE ON DATABASE … TO the role of --store, or make it the database's owner.")
        }
        return .warning(
            "The role may not make tables: a newer version could not be started.",
            "GRANT CREATE, USAGE ON SCHEMA lookahead TO the role of --store.")
    }

    private func connections(_ facts: StoreFacts) -> Finding {
        let (free, needed) = (facts.freeConnections, StoreFacts.connectionsOfServer)
        let advice = "Raise max_connections, or the limit of the database or the role; or close what is not used."
        if free < needed {
            return .error("The database has \(max(0, free)) free connections; a server takes \(needed).", advice)
        }
        guard free < 3 * needed else { return .right("The database has free connections") }
        return .warning("The database has \(free) free connections; each server takes \(needed).", advice)
    }

    private func latency(_ facts: StoreFacts) -> Finding {
        let milliseconds = Double(Int(facts.latency / .microseconds(10))) / 100
        guard facts.latency > Self.longLatency else {
            return .right("The database answers in \(milliseconds) ms")
        }
        return .warning(
            "The database answers in \(milliseconds) ms: each change takes that time, or twice.",
            "Run the server nearer to the database.")
    }
}

/// The store in which prepared pictures are shared. One that cannot be used keeps no server from working.
struct RenditionStoreFindings {
    private let serve: Serve

    init(_ serve: Serve) { self.serve = serve }

    func all() -> [Finding] {
        guard let address = serve.renditionStoreAddress else { return [] }
        let key: S3AccessKey
        do throws(RenditionKeyFile.Refusal) {
            key = try serve.renditionKey()
        } catch {
            return [.error(error.description, "See --rendition-key-file.")]
        }
        if let problem = SharedRenditions.problem(at: address, key: key) {
            return [
                .warning(
                    "Prepared pictures cannot be shared: \(problem).",
                    "Look at --rendition-store and at the store. Until then each server makes its own.")
            ]
        }
        let finding = Finding.right("Prepared pictures are shared in \(address)")
        guard !address.isEncrypted else { return [finding] }
        return [
            finding,
            .warning(
                "What is shared with \(address.host) is not encrypted on its way.",
                "Name an endpoint with https, unless the network is yours alone."),
        ]
    }
}
