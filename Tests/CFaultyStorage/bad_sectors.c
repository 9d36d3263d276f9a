#include "faulty_storage.h"

#include <errno.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

// A file whose bytes from `start` on the disk cannot read. The tests' program has this `pread` in the place of the system's.

struct region {
    dev_t device;
    ino_t file;
    off_t start, end;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct region regions[64];
static int count;

int faulty_storage_bad_sectors(const char *path, long start, long length)
{
    struct stat status;
    if (stat(path, &status) != 0) return -1;
    pthread_mutex_lock(&lock);
    int place = 0;
    while (place < count && (regions[place].device != status.st_dev || regions[place].file != status.st_ino)) place += 1;
    int fits = place < (int)(sizeof regions / sizeof regions[0]);
    if (fits) {
        regions[place] = (struct region){status.st_dev, status.st_ino, start, start + length};
        if (place == count) count += 1;
    }
    pthread_mutex_unlock(&lock);
    return fits ? 0 : -1;
}

/// As the kernel reads: what lies before the bad sectors, and an error where they begin.
ssize_t pread(int file, void *bytes, size_t size, off_t offset)
{
    pthread_mutex_lock(&lock);
    struct stat status;
    if (count > 0 && fstat(file, &status) == 0) {
        for (int place = 0; place < count; place++) {
            const struct region *bad = &regions[place];
            if (bad->device != status.st_dev || bad->file != status.st_ino) continue;
            if (offset >= bad->end || offset + (off_t)size <= bad->start) continue;
            if (offset >= bad->start) {
                pthread_mutex_unlock(&lock);
                errno = EIO;
                return -1;
            }
            size = (size_t)(bad->start - offset);
        }
    }
    pthread_mutex_unlock(&lock);
    return syscall(SYS_pread64, file, bytes, size, offset);
}
