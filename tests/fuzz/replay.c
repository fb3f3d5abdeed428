/* Runs a fuzz target over the files of its seed corpus: replay DIRECTORY. */
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/files.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void replay(const char *path) {
    size_t size;
    char *bytes = file_read(path, &size);
    if (!bytes) return;
    LLVMFuzzerTestOneInput((const uint8_t *)bytes, size);
    free(bytes);
}

int main(int count, char **words) {
    DIR *directory = count == 2 ? opendir(words[1]) : NULL;
    if (!directory) {
        fprintf(stderr, "usage: %s DIRECTORY (there is no corpus)\n", words[0]);
        return 1;
    }
    int replayed = 0;
    for (struct dirent *entry; (entry = readdir(directory));) {
        char path[4096];
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", words[1], entry->d_name);
        replay(path);
        replayed++;
    }
    closedir(directory);
    printf("%d inputs replayed\n", replayed);
    return replayed == 0;
}
