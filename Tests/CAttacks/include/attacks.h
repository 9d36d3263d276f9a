#ifndef LOOKAHEAD_ATTACKS_H
#define LOOKAHEAD_ATTACKS_H

#include <sys/types.h>

/// What an attack is aimed at.
struct lookahead_target {
    /// The server.
    pid_t server;
    /// A picture that the server has passed, opened to be read.
    int picture;
};

/// Tries one attack of the table.
/// - Parameters:
///   - error: what the kernel says to it; 0 when the attack succeeded.
/// - Returns: its name, or NULL past the end of the table.
const char *lookahead_attack(int index, const struct lookahead_target *target, int *error);

/// Makes a system call whose six arguments are all the same, and returns its error; 0 when there is none.
int lookahead_call(long number, long argument);

/// `getpid` by the way of 32-bit programs, which has numbers of its own. −1 where there is none.
int lookahead_call_of_32_bits(void);

/// Starts threads until one is refused, ends them, and returns how many there were; never more than `most`.
int lookahead_threads(int most);

#endif
