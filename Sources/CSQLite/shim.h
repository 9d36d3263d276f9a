#ifndef LOOKAHEAD_SQLITE_H
#define LOOKAHEAD_SQLITE_H

#include <sqlite3.h>

/// The last connection to close would fold the write-ahead log into the database and delete it, even after a failed check.
/// `sqlite3_db_config` takes variable arguments, which Swift cannot pass.
static inline int lookahead_keep_log_on_close(sqlite3 *db)
{
    return sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

#endif
