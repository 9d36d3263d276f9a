#ifndef LOOKAHEAD_CPOSTGRES_SHIM_H
#define LOOKAHEAD_CPOSTGRES_SHIM_H

#include <libpq-fe.h>

// The fields of an error are named by characters, which Swift would import as integers of another type.

/// The SQLSTATE of a failed result; NULL when the server sent none.
static inline const char *lookahead_sqlstate(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_SQLSTATE);
}

static inline const char *lookahead_message(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
}

#endif
