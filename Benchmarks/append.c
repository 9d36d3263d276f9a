// The floor under an append: the two statements of a change, alone, in one round trip of libpq's pipeline, one after the other.
// Usage: append ADDRESS COUNT, on a database of its own. Prints the time of each in microseconds.
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static PGconn *connection;

static void need(int is_right)
{
    if (is_right) return;
    fprintf(stderr, "append: %s", PQerrorMessage(connection));
    exit(1);
}

static void run(const char *text)
{
    PGresult *result = PQexec(connection, text);
    need(PQresultStatus(result) == PGRES_COMMAND_OK);
    PQclear(result);
}

static void prepare(const char *name, const char *text)
{
    PGresult *result = PQprepare(connection, name, text, 0, NULL);
    need(PQresultStatus(result) == PGRES_COMMAND_OK);
    PQclear(result);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

int main(int count, char **arguments)
{
    if (count != 3) return 64;
    connection = PQconnectdb(arguments[1]);
    need(PQstatus(connection) == CONNECTION_OK);
    run("CREATE TABLE heads (key bigint PRIMARY KEY, version bigint NOT NULL, stamp bigint NOT NULL)");
    run("CREATE TABLE log (collection bigint, version bigint, before bigint, stamp bigint, body bytea, PRIMARY KEY (collection, version))");
    run("INSERT INTO heads VALUES (1, 0, 0)");
    prepare("begin", "BEGIN ISOLATION LEVEL READ COMMITTED");
    prepare("head", "UPDATE heads SET version = $1::bigint, stamp = $1::bigint WHERE key = 1 AND version = $2::bigint AND stamp = $2::bigint");
    prepare("row", "INSERT INTO log SELECT 1, $1::bigint, $2::bigint, $1::bigint, $3::bytea"
                   " WHERE EXISTS (SELECT 1 FROM heads WHERE key = 1 AND stamp = $1::bigint)");
    prepare("commit", "COMMIT");
    need(PQenterPipelineMode(connection));
    // As long as the row of a move.
    char body[161] = "\\x";
    memset(body + 2, '7', sizeof body - 3);
    for (long version = 1; version <= atol(arguments[2]); version++) {
        char mine[24], before[24];
        snprintf(mine, sizeof mine, "%ld", version);
        snprintf(before, sizeof before, "%ld", version - 1);
        const char *values[] = {mine, before, body};
        double began = now();
        PQsendQueryPrepared(connection, "begin", 0, NULL, NULL, NULL, 0);
        PQsendQueryPrepared(connection, "head", 2, values, NULL, NULL, 0);
        PQsendQueryPrepared(connection, "row", 3, values, NULL, NULL, 0);
        PQsendQueryPrepared(connection, "commit", 0, NULL, NULL, NULL, 0);
        need(PQpipelineSync(connection));
        for (int synced = 0; !synced;) {
            PGresult *result = PQgetResult(connection);
            if (result == NULL) continue;
            synced = PQresultStatus(result) == PGRES_PIPELINE_SYNC;
            need(synced || PQresultStatus(result) == PGRES_COMMAND_OK);
            if (strncmp(PQcmdStatus(result), "INSERT", 6) == 0 || strncmp(PQcmdStatus(result), "UPDATE", 6) == 0)
                need(atoi(PQcmdTuples(result)) == 1);
            PQclear(result);
        }
        printf("%.0f\n", now() - began);
    }
    PQfinish(connection);
    return 0;
}
