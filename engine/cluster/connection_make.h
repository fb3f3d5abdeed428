/* Making a connection. Inside of the files that do. */
#ifndef VITALS_CLUSTER_CONNECTION_MAKE_H
#define VITALS_CLUSTER_CONNECTION_MAKE_H

#include "base/arena.h"
#include "base/memory.h"
#include "cluster/connection.h"
#include "cluster/secret.h"

/* A connection with nothing set, and the arena for its texts, which is wiped when it is freed. NULL: no
** memory. */
vt_connection *vt_connection_new(const vitals_allocator *allocator, vt_arena **arena);

#endif
