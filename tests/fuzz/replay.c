/*
** Runs a fuzz target without a fuzzer.
**
**     replay DIRECTORY             over the files of its seed corpus
**     replay --made COUNT [SEED]   over so many inputs from fixed seeds, the first of them SEED
*/
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/files.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void replay(const char *path) {
    size_t size;
    char *bytes = file_read(path, &size);
    if (!bytes) return;
    LLVMFuzzerTestOneInput((const uint8_t *)bytes, size);
    free(bytes);
}

static int replay_corpus(const char *path) {
    DIR *directory = opendir(path);
    if (!directory) {
        fprintf(stderr, "%s: there is no corpus\n", path);
        return 1;
    }
    int replayed = 0;
    for (struct dirent *entry; (entry = readdir(directory));) {
        char file[4096];
        if (entry->d_name[0] == '.') continue;
        snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
        replay(file);
        replayed++;
    }
    closedir(directory);
    printf("%d inputs replayed\n", replayed);
    return replayed == 0;
}

/* xorshift64* */
static uint64_t next_random(uint64_t *state) {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(2685821657736338717);
}

static int replay_made(uint64_t count, uint64_t seed) {
    static uint8_t bytes[400];
    for (uint64_t end = seed + count; seed < end; seed++) {
        uint64_t state = (seed + 1) * UINT64_C(0x9E3779B97F4A7C15);
        size_t size = next_random(&state) % sizeof bytes;
        for (size_t i = 0; i < size; i++) bytes[i] = (uint8_t)(next_random(&state) >> 56);
        LLVMFuzzerTestOneInput(bytes, size);
    }
    printf("%" PRIu64 " inputs made\n", count);
    return 0;
}

int main(int count, char **words) {
    if (count >= 3 && strcmp(words[1], "--made") == 0) {
        return replay_made(strtoull(words[2], NULL, 10),
                           count > 3 ? strtoull(words[3], NULL, 10) : 0);
    }
    if (count == 2) return replay_corpus(words[1]);
    fprintf(stderr, "usage: %s DIRECTORY or %s --made COUNT [SEED]\n", words[0], words[0]);
    return 1;
}
