#ifndef LOOKAHEAD_FAULTY_STORAGE_H
#define LOOKAHEAD_FAULTY_STORAGE_H

/// Puts itself between SQLite and the system for files whose paths begin with `prefix`; all others pass untouched. Calls
/// are counted from here on. One prefix at a time.
void faulty_storage_watch(const char *prefix);

enum faulty_storage_kind {
    /// The call fails as a broken disk does; a write leaves half of its bytes.
    FAULTY_STORAGE_ERROR,
    /// Writes and growth fail as on a full disk.
    FAULTY_STORAGE_FULL,
};

/// Makes the call with this number (from 1) fail, and with `lasting` all those after it. 0 mends everything.
void faulty_storage_fail(long call, enum faulty_storage_kind kind, int lasting);

/// Calls since `faulty_storage_watch`.
long faulty_storage_calls(void);

/// Failures handed out since `faulty_storage_watch`.
long faulty_storage_failures(void);

/// From now on each watched file is copied to `folder` when it is flushed to the disk, and only then: what lies there is
/// what a power cut leaves. NULL ends it.
void faulty_storage_keep_flushed(const char *folder);

/// Makes `pread` fail with EIO for these bytes of a file, as over bad sectors; a second call moves them. Length 0 mends the file.
/// Returns -1 when there is no such file, or there are too many. SQLite's own reading is not concerned.
int faulty_storage_bad_sectors(const char *path, long start, long length);

#endif
