/* Memory of the command line itself: running out of it ends the program with an error. */
#ifndef CLI_BASE_MEMORY_H
#define CLI_BASE_MEMORY_H

#include <vitals/vitals.h>

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* For what engine/base allocates here: a vitals_allocator's function that never returns NULL for sizes above 0. */
void *memory_allocate(void *user, void *block, size_t old_bytes, size_t new_bytes);
/* A vt_buffer that grows without end; what is taken from it is for free(). */
#define BUFFER_INIT                                                                                \
    { .allocator = { memory_allocate, NULL }, .most_bytes = SIZE_MAX / 2 }

/* Never NULL for sizes above 0. */
void *memory_resize(void *block, size_t count, size_t item_bytes);
/* Zeroed. */
void *memory_new(size_t count, size_t item_bytes);
/* Room for one more in an array of `count` items: doubles at powers of two, so that an array
** needs no capacity of its own. */
void *memory_grow(void *items, size_t count, size_t item_bytes);
/* A terminated copy. */
char *memory_copy(const char *bytes, size_t size);
/* A copy of a whole string; NULL stays NULL. */
char *memory_copy_string(const char *string);
/* One line on stderr, and EXIT_INPUT. */
_Noreturn void memory_exhausted(void);

#endif
