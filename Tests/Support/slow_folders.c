// A file system whose folders take long to open: preloaded, it waits 0.1 s for each, and for one folder or file as long as
// another file is there.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void rest(void) {
    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
}

static void wait_for(const char *path, int flags) {
    const char *gate = getenv("SLOW_FOLDERS_GATE"), *held = getenv("SLOW_FOLDERS_HELD");
    if (!gate || !held) return;
    if (flags & O_DIRECTORY) rest();
    while (!strcmp(path, held) && !access(gate, F_OK)) rest();
}

#define OPENING(name)                                                                   \
    int name(int folder, const char *path, int flags, ...) {                            \
        va_list rest;                                                                   \
        va_start(rest, flags);                                                          \
        int makes = (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE;              \
        int mode = makes ? va_arg(rest, int) : 0;                                       \
        va_end(rest);                                                                   \
        wait_for(path, flags);                                                          \
        int (*next)(int, const char *, int, ...) = dlsym(RTLD_NEXT, #name);             \
        return next(folder, path, flags, mode);                                         \
    }

OPENING(openat)
OPENING(openat64)
