/* Memory of the command line itself: running out of it ends the program with an error. */
#ifndef CLI_BASE_MEMORY_H
#define CLI_BASE_MEMORY_H

#include <stddef.h>

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

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
