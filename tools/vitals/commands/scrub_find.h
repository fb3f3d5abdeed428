/* Finds what must not be shared in a text. */
#ifndef CLI_COMMANDS_SCRUB_FIND_H
#define CLI_COMMANDS_SCRUB_FIND_H

#include "base/text.h"

typedef enum scrub_sort {
    SCRUB_NOTHING,
    SCRUB_SECRET,
    SCRUB_MAIL,
    SCRUB_HOST,
    SCRUB_ADDRESS,
    SCRUB_SORT_COUNT
} scrub_sort;

/* What begins at `at`, which is not inside a word, and its size. */
scrub_sort scrub_find(vitals_text text, size_t at, size_t *size);

#endif
