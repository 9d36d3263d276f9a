// The ceiling: libmicrohttpd alone, set up as HTTPServer sets it up, which reads a posted body and answers bytes that
// never change: those of a file. Usage: bare PORT THREADS ANSWER
#include <microhttpd.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static struct MHD_Response *answer;
static int seen;

static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                              const char *version, const char *upload, size_t *upload_size, void **request)
{
    (void)context, (void)url, (void)method, (void)version, (void)upload;
    if (*request == NULL) { *request = &seen; return MHD_YES; }
    if (*upload_size != 0) { *upload_size = 0; return MHD_YES; }
    return MHD_queue_response(connection, MHD_HTTP_OK, answer);
}

int main(int count, char **arguments)
{
    if (count != 4) return 64;
    static char body[1 << 20];
    FILE *file = fopen(arguments[3], "rb");
    if (file == NULL) return 66;
    size_t size = fread(body, 1, sizeof body, file);
    fclose(file);
    answer = MHD_create_response_from_buffer(size, body, MHD_RESPMEM_PERSISTENT);
    MHD_add_response_header(answer, "Content-Type", "application/json");
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD, (uint16_t)atoi(arguments[1]), NULL, NULL, handle, NULL,
        MHD_OPTION_THREAD_POOL_SIZE, (unsigned)atoi(arguments[2]), MHD_OPTION_CONNECTION_LIMIT, 1024u,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)16384, MHD_OPTION_END);
    if (daemon == NULL) return 1;
    printf("ready\n");
    fflush(stdout);
    // Until the standard input ends.
    while (getchar() != EOF) {}
    MHD_stop_daemon(daemon);
    return 0;
}
