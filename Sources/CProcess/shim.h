#ifndef LOOKAHEAD_CPROCESS_SHIM_H
#define LOOKAHEAD_CPROCESS_SHIM_H

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <sched.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

// What worker processes need of the system and Swift cannot call: variadic functions, macros with casts in them, and
// declarations that glibc shows to GNU sources only.

/// Declared by glibc for GNU sources only: closes every descriptor from `first` on in the new process.
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);

/// `syscall` is variadic. A file without a name, in memory; −1 with `errno` set.
static inline int lookahead_memory_file(void)
{
    return (int)syscall(SYS_memfd_create, "picture", 3 /* MFD_CLOEXEC | MFD_ALLOW_SEALING */);
}

/// `fcntl` is variadic. From here on no one can write to the memory file, change its size, or take that back.
static inline int lookahead_seal(int descriptor)
{
    return fcntl(descriptor, 1033 /* F_ADD_SEALS */, 0xf /* F_SEAL_SEAL, SHRINK, GROW, WRITE */);
}

/// Sets a limit of another process. Declared by glibc for GNU sources only.
static inline int lookahead_limit(pid_t process, int resource, unsigned long long soft, unsigned long long hard)
{
    const uint64_t limit[2] = {soft, hard};
    return (int)syscall(SYS_prlimit64, process, resource, limit, NULL);
}

/// Sends `count` bytes and a descriptor with them (none when it is negative). `CMSG_DATA` and its kin are macros.
static inline ssize_t lookahead_send_with_descriptor(int socket, const void *bytes, size_t count, int descriptor)
{
    struct iovec part = {(void *)bytes, count};
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control;
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (descriptor >= 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = &control;
        message.msg_controllen = sizeof control.space;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(header), &descriptor, sizeof(int));
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL);
}

/// Receives up to `count` bytes and the descriptor that came with them; `*descriptor` is −1 when none did.
static inline ssize_t lookahead_receive_with_descriptor(int socket, void *bytes, size_t count, int *descriptor)
{
    struct iovec part = {bytes, count};
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control;
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control.space};
    *descriptor = -1;
    ssize_t got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (got < 0) return got;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS
        && header->cmsg_len == CMSG_LEN(sizeof(int)))
        memcpy(descriptor, CMSG_DATA(header), sizeof(int));
    return got;
}

/// Bounds what malloc reserves: each arena takes 64 MiB of address space, one for each thread otherwise.
static inline void lookahead_bound_arenas(int arenas)
{
    mallopt(M_ARENA_MAX, arenas);
}

/// Blocks of so many bytes and more are mapped, each on its own.
static inline void lookahead_map_blocks(int bytes)
{
    mallopt(M_MMAP_THRESHOLD, bytes);
}

/// `POSIX_SPAWN_SETSID`, which glibc shows to GNU sources only: the new process leads a session of its own.
#define LOOKAHEAD_SPAWN_SETSID 0x80

// MARK: Confinement. Each of these holds for the process that calls it, and for ever.

/// `prctl` is variadic. Keeps every other process of the user from reading this one's memory, by `ptrace` or in `/proc`.
static inline int lookahead_hide_memory(void)
{
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

/// What filters and Landlock ask of a process that is not root.
static inline int lookahead_renounce_privileges(void)
{
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

/// Whether this process has the capability, by its number.
static inline int lookahead_has_capability(int number)
{
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct sets[2];
    if (syscall(SYS_capget, &header, sets) != 0) return 0;
    return (int)(sets[number / 32].effective >> (number % 32)) & 1;
}

/// Becomes the user `nobody`. Calls of the kernel, not of glibc, which would wake every thread: there must be one only.
static inline int lookahead_become_nobody(void)
{
    const unsigned nobody = 65534;
    if (syscall(SYS_setgroups, 0, NULL) != 0) return -1;
    if (syscall(SYS_setresgid, nobody, nobody, nobody) != 0) return -1;
    return (int)syscall(SYS_setresuid, nobody, nobody, nobody);
}

/// A user namespace of the process's own, in which `RLIMIT_NPROC` counts this process's threads and no others'.
static inline int lookahead_own_user_namespace(void)
{
    return (int)syscall(SYS_unshare, 0x10000000 /* CLONE_NEWUSER */);
}

/// Gives every capability up, and every way to get one. 0 when none is left.
static inline int lookahead_drop_capabilities(void)
{
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    // Not permitted without capabilities, and then not needed: none can be gained once privileges are renounced.
    for (int number = 0; number < 64; number++) prctl(PR_CAPBSET_DROP, number, 0, 0, 0);
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct sets[2];
    memset(sets, 0, sizeof sets);
    return (int)syscall(SYS_capset, &header, sets);
}

/// Landlock without an exception: no path can be opened, run, made or removed, and, where the kernel knows these, no
/// device controlled, no TCP port used, and no process outside signalled. For this thread and those that it starts.
static inline int lookahead_lock_files(void)
{
    const long version = syscall(444 /* landlock_create_ruleset */, NULL, 0, 1 /* VERSION */);
    if (version < 1) return -1;
    struct {
        uint64_t files, network, scopes;
    } refused = {
        .files = version >= 5 ? 0xffff : version >= 3 ? 0x7fff : version >= 2 ? 0x3fff : 0x1fff,
        .network = version >= 4 ? 3 : 0,
        .scopes = version >= 6 ? 3 : 0,
    };
    const size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
    const int rules = (int)syscall(444, &refused, size, 0);
    if (rules < 0) return -1;
    const int status = (int)syscall(446 /* landlock_restrict_self */, rules, 0);
    close(rules);
    return status;
}

/// Installs a filter of system calls in every thread. `sock_fprog` holds a pointer that Swift would have to keep alive.
static inline int lookahead_install_filter(struct sock_filter *instructions, unsigned short count)
{
    struct sock_fprog program = {count, instructions};
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
}

#if defined(__x86_64__)
#define LOOKAHEAD_AUDIT_ARCH 0xc000003eu // AUDIT_ARCH_X86_64, a macro with a cast in it
#elif defined(__aarch64__)
#define LOOKAHEAD_AUDIT_ARCH 0xc00000b7u // AUDIT_ARCH_AARCH64
#else
#error "The filter of system calls has to learn this architecture: its number, and whether its calls have other arguments."
#endif

#endif
