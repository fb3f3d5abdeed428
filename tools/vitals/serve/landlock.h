/* Landlock: which files the process may use from now on. */
#ifndef CLI_SERVE_LANDLOCK_H
#define CLI_SERVE_LANDLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* As in linux/landlock.h, which older systems lack. Rights of the first version. */
enum {
    RIGHT_EXECUTE = 1 << 0,
    RIGHT_WRITE_FILE = 1 << 1,
    RIGHT_READ_FILE = 1 << 2,
    RIGHT_READ_DIRECTORY = 1 << 3,
    RIGHT_REMOVE_FILE = 1 << 5,
    RIGHT_MAKE_FILE = 1 << 8,
    RIGHTS_TO_CHANGE = RIGHT_WRITE_FILE | 0x1ff0, /* remove, and make of every sort */
    RIGHTS_ALL = 0x1fff
};

/* What remains allowed on a file, or below a directory. */
typedef struct landlock_row {
    const char *path;
    uint64_t rights;
    bool optional; /* it need not exist */
} landlock_row;

/* Refuse the rights `handled` everywhere but there. false: the kernel cannot, and nothing is refused. */
bool landlock_use(uint64_t handled, const landlock_row *rows, size_t count);

#endif
