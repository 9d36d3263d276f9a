// Writes mean colours that nobody has made, as the program keeps them (docs/decisions/0102): FILE COLLECTION PREFIX FIRST COUNT REVISION. Items are
// named by the prefix and numbers from FIRST on, in the order of their ordinals.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 4096, SLOTS = (BLOCK - 8) / 8 };
static const uint64_t prime = 0x100000001b3;

static uint64_t mix(uint64_t hash, const char *text) {
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * prime;
    return hash;
}

int main(int count, char **words) {
    if (count != 7)
        return 2;
    FILE *file = fopen(words[1], "wb");
    uint64_t start = mix(0xcbf29ce484222325, words[2]);
    uint32_t number = strtoul(words[4], NULL, 10), items = strtoul(words[5], NULL, 10), revision = strtoul(words[6], NULL, 10);
    if (!file)
        return 1;
    for (uint32_t first = 0; first < items; first += SLOTS) {
        uint32_t block[BLOCK / 4] = {0};
        for (uint32_t slot = 0; slot < SLOTS && first + slot < items; slot++) {
            char name[64];
            snprintf(name, sizeof name, "%s%u", words[3], number + first + slot);
            uint64_t hash = (mix(start, name) ^ revision) * prime;
            hash = (hash ^ hash >> 29) * prime;
            uint32_t tag = hash ^ hash >> 32, colour = (first + slot) * 2654435761u >> 8;
            block[2 + 2 * slot] = tag ? tag : 1;
            // Known, without pixels.
            block[3 + 2 * slot] = colour << 8 | 1;
        }
        uint64_t sum = 0xcbf29ce484222325, word;
        for (int at = 8; at < BLOCK; at += 8) {
            memcpy(&word, (char *)block + at, 8);
            sum = (sum ^ word) * prime;
        }
        sum ^= sum >> 29;
        memcpy(block, &sum, 8);
        if (fwrite(block, BLOCK, 1, file) != 1)
            return 1;
    }
    return fclose(file) != 0;
}
