// Preloaded under ThreadSanitizer. Swift's Mutex waits and wakes in its library, which was built without the sanitizer: to it, whoever
// waited for a mutex never met the one who had it. These tell it; the way without waiting is inlined, and seen.
//
// Synchronization's _MutexHandle: https://github.com/swiftlang/swift/blob/main/stdlib/public/Synchronization/Mutex/LinuxImpl.swift
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SELF __attribute__((swift_context)) void *self
#define SWIFT __attribute__((swiftcall))
#define NAMED(name) __asm__(name)

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// Of the sanitizer, when the program has it.
extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

SWIFT void lock_slow(uint32_t thread, SELF) NAMED(LOCK);
SWIFT bool try_lock_slow(SELF) NAMED(TRY_LOCK);
SWIFT void unlock_slow(SELF) NAMED(UNLOCK);

SWIFT void lock_slow(uint32_t thread, SELF)
{
    SWIFT void (*next)(uint32_t, SELF) = (SWIFT void (*)(uint32_t, SELF))dlsym(RTLD_NEXT, LOCK);
    next(thread, self);
    if (__tsan_acquire)
        __tsan_acquire(self);
}

SWIFT bool try_lock_slow(SELF)
{
    SWIFT bool (*next)(SELF) = (SWIFT bool (*)(SELF))dlsym(RTLD_NEXT, TRY_LOCK);
    bool is_locked = next(self);
    if (is_locked && __tsan_acquire)
        __tsan_acquire(self);
    return is_locked;
}

SWIFT void unlock_slow(SELF)
{
    SWIFT void (*next)(SELF) = (SWIFT void (*)(SELF))dlsym(RTLD_NEXT, UNLOCK);
    if (__tsan_release)
        __tsan_release(self);
    next(self);
}
