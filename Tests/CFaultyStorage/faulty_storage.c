#include "faulty_storage.h"

#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// SQLite's own way to stand in for the system (https://www.sqlite.org/vfs.html): a file's methods do their work by the
// real file behind them, unless it is their turn to fail.

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char prefix[512];
static char flushed[512];
static long calls, failures, failing;
static enum faulty_storage_kind kind;
static int lasting;
static sqlite3_vfs *real;

struct file {
    sqlite3_file base;
    char path[512];
    int watched;
    sqlite3_file behind[];
};

static sqlite3_file *behind(sqlite3_file *file) { return ((struct file *)file)->behind; }

static int strikes(int watched, int grows)
{
    if (!watched) return 0;
    pthread_mutex_lock(&lock);
    calls += 1;
    int hit = failing > 0 && (lasting ? calls >= failing : calls == failing);
    if (hit && kind == FAULTY_STORAGE_FULL && !grows) hit = 0;
    if (hit) failures += 1;
    pthread_mutex_unlock(&lock);
    return hit;
}

static int failed(sqlite3_file *file, int grows, int code)
{
    if (!strikes(((struct file *)file)->watched, grows)) return SQLITE_OK;
    return kind == FAULTY_STORAGE_FULL ? SQLITE_FULL : code;
}

/// The place of a file among the flushed ones; empty when none are kept.
static void flushed_path(const char *path, char *target, size_t size)
{
    pthread_mutex_lock(&lock);
    const char *name = strrchr(path, '/');
    target[0] = 0;
    if (flushed[0] && name) snprintf(target, size, "%s%s", flushed, name);
    pthread_mutex_unlock(&lock);
}

static void copy_flushed(const struct file *file)
{
    char target[1100];
    flushed_path(file->path, target, sizeof target);
    if (!target[0]) return;
    int from = open(file->path, O_RDONLY | O_CLOEXEC);
    int to = open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    char part[65536];
    ssize_t got;
    while (from >= 0 && to >= 0 && (got = read(from, part, sizeof part)) > 0)
        if (write(to, part, (size_t)got) != got) break;
    if (from >= 0) close(from);
    if (to >= 0) close(to);
}

static int file_close(sqlite3_file *file) { return behind(file)->pMethods->xClose(behind(file)); }

static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset)
{
    int code = failed(file, 0, SQLITE_IOERR_READ);
    return code ? code : behind(file)->pMethods->xRead(behind(file), bytes, count, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset)
{
    int code = failed(file, 1, SQLITE_IOERR_WRITE);
    if (code == SQLITE_OK) return behind(file)->pMethods->xWrite(behind(file), bytes, count, offset);
    if (count > 1) behind(file)->pMethods->xWrite(behind(file), bytes, count / 2, offset);
    return code;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    int code = failed(file, 0, SQLITE_IOERR_TRUNCATE);
    return code ? code : behind(file)->pMethods->xTruncate(behind(file), size);
}

static int file_sync(sqlite3_file *file, int flags)
{
    int code = failed(file, 1, SQLITE_IOERR_FSYNC);
    if (code == SQLITE_OK) code = behind(file)->pMethods->xSync(behind(file), flags);
    if (code == SQLITE_OK && ((struct file *)file)->watched) copy_flushed((struct file *)file);
    return code;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size)
{
    int code = failed(file, 0, SQLITE_IOERR_FSTAT);
    return code ? code : behind(file)->pMethods->xFileSize(behind(file), size);
}

static int file_lock(sqlite3_file *file, int level)
{
    int code = failed(file, 0, SQLITE_IOERR_LOCK);
    return code ? code : behind(file)->pMethods->xLock(behind(file), level);
}

static int file_unlock(sqlite3_file *file, int level) { return behind(file)->pMethods->xUnlock(behind(file), level); }

static int file_check_lock(sqlite3_file *file, int *answer)
{
    return behind(file)->pMethods->xCheckReservedLock(behind(file), answer);
}

static int file_control(sqlite3_file *file, int operation, void *argument)
{
    return behind(file)->pMethods->xFileControl(behind(file), operation, argument);
}

static int file_sector(sqlite3_file *file) { return behind(file)->pMethods->xSectorSize(behind(file)); }

static int file_traits(sqlite3_file *file) { return behind(file)->pMethods->xDeviceCharacteristics(behind(file)); }

static int file_shared_map(sqlite3_file *file, int page, int size, int extend, void volatile **memory)
{
    int code = failed(file, extend, SQLITE_IOERR_SHMMAP);
    return code ? code : behind(file)->pMethods->xShmMap(behind(file), page, size, extend, memory);
}

static int file_shared_lock(sqlite3_file *file, int offset, int count, int flags)
{
    // Unlocking cannot fail.
    int code = flags & SQLITE_SHM_LOCK ? failed(file, 0, SQLITE_IOERR_SHMLOCK) : SQLITE_OK;
    return code ? code : behind(file)->pMethods->xShmLock(behind(file), offset, count, flags);
}

static void file_shared_barrier(sqlite3_file *file) { behind(file)->pMethods->xShmBarrier(behind(file)); }

static int file_shared_unmap(sqlite3_file *file, int remove)
{
    return behind(file)->pMethods->xShmUnmap(behind(file), remove);
}

static const sqlite3_io_methods methods = {
    2, file_close, file_read, file_write, file_truncate, file_sync, file_size, file_lock, file_unlock,
    file_check_lock, file_control, file_sector, file_traits, file_shared_map, file_shared_lock,
    file_shared_barrier, file_shared_unmap, 0, 0};

static int is_watched(const char *path)
{
    pthread_mutex_lock(&lock);
    int watched = path && prefix[0] && strncmp(path, prefix, strlen(prefix)) == 0;
    pthread_mutex_unlock(&lock);
    return watched;
}

static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *base, int flags, int *opened)
{
    (void)vfs;
    struct file *file = (struct file *)base;
    memset(file, 0, sizeof *file);
    if (path) snprintf(file->path, sizeof file->path, "%s", path);
    file->watched = is_watched(path);
    if (strikes(file->watched, flags & SQLITE_OPEN_CREATE)) return SQLITE_CANTOPEN;
    int code = real->xOpen(real, path, file->behind, flags, opened);
    if (file->behind->pMethods) base->pMethods = &methods;
    return code;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int flush)
{
    (void)vfs;
    if (strikes(is_watched(path), 0)) return SQLITE_IOERR_DELETE;
    char target[1100] = "";
    if (is_watched(path)) flushed_path(path, target, sizeof target);
    if (target[0]) unlink(target);
    return real->xDelete(real, path, flush);
}

void faulty_storage_watch(const char *path)
{
    static sqlite3_vfs vfs;
    pthread_mutex_lock(&lock);
    if (!real) {
        sqlite3_initialize();
        real = sqlite3_vfs_find(0);
        vfs = *real;
        vfs.zName = "faulty";
        vfs.szOsFile = (int)sizeof(struct file) + real->szOsFile;
        vfs.xOpen = vfs_open;
        vfs.xDelete = vfs_delete;
        sqlite3_vfs_register(&vfs, 1);
    }
    snprintf(prefix, sizeof prefix, "%s", path);
    calls = failures = failing = 0;
    flushed[0] = 0;
    pthread_mutex_unlock(&lock);
}

void faulty_storage_fail(long call, enum faulty_storage_kind new_kind, int new_lasting)
{
    pthread_mutex_lock(&lock);
    failing = call;
    kind = new_kind;
    lasting = new_lasting;
    pthread_mutex_unlock(&lock);
}

long faulty_storage_calls(void)
{
    pthread_mutex_lock(&lock);
    long answer = calls;
    pthread_mutex_unlock(&lock);
    return answer;
}

long faulty_storage_failures(void)
{
    pthread_mutex_lock(&lock);
    long answer = failures;
    pthread_mutex_unlock(&lock);
    return answer;
}

void faulty_storage_keep_flushed(const char *folder)
{
    pthread_mutex_lock(&lock);
    snprintf(flushed, sizeof flushed, "%s", folder ? folder : "");
    pthread_mutex_unlock(&lock);
}
