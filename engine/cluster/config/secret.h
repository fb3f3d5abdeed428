/* Memory that is overwritten before it is given back: for tokens, keys, passwords, and texts that hold
** them. */
#ifndef VITALS_CLUSTER_SECRET_H
#define VITALS_CLUSTER_SECRET_H

#include <vitals/types.h>

/* Overwrite with zeroes; the compiler does not leave it out. `bytes` may be NULL. */
void vt_secret_wipe(void *bytes, size_t size);

/* An allocator that takes its memory from `parent` and wipes each block before it is freed, moved or
** shrunk. `parent` must outlive all of its blocks. Documents, buffers and arenas that hold secrets use
** one. */
vitals_allocator vt_secret_allocator(vitals_allocator *parent);

#endif
