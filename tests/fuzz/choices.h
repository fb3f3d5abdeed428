/* What the grammars share: choices, taken one after another from the bytes of the fuzzer, and text of
** a fixed capacity. */
#ifndef TESTS_FUZZ_CHOICES_H
#define TESTS_FUZZ_CHOICES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct choices {
    const uint8_t *bytes;
    size_t count;
} choices;

/* The next choice, below `count`, which is at most 256; 0 when there are none left. */
static inline unsigned choose(choices *from, unsigned count) {
    if (from->count == 0) return 0;
    from->count--;
    return *from->bytes++ % count;
}
/* Whether something that happens once in `count` times happens. Never when choices have run out. */
static inline bool choose_rarely(choices *from, unsigned count) {
    return choose(from, count) == 1;
}

typedef struct made_text {
    char *bytes;
    size_t size, capacity;
    bool is_cut; /* something was left out, since it did not fit */
} made_text;

static inline void add_bytes(made_text *text, const char *bytes, size_t size) {
    if (size > text->capacity - text->size) {
        text->is_cut = true;
        return;
    }
    memcpy(text->bytes + text->size, bytes, size);
    text->size += size;
}
static inline void add(made_text *text, const char *bytes) {
    add_bytes(text, bytes, strlen(bytes));
}
static inline void add_times(made_text *text, const char *bytes, unsigned times) {
    while (times-- > 0) add(text, bytes);
}

#define ADD_ONE_OF(text, from, list)                                                               \
    add((text), (list)[choose((from), sizeof(list) / sizeof *(list))])

#endif
