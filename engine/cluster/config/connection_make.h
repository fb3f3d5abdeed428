/* Making a connection. Inside of the files that do. */
#ifndef VITALS_CLUSTER_CONNECTION_MAKE_H
#define VITALS_CLUSTER_CONNECTION_MAKE_H

#include "base/memory/arena.h"
#include "base/memory/memory.h"
#include "cluster/config/connection.h"
#include "cluster/config/secret.h"

/* A connection with nothing set, and the arena for its texts, which is wiped when it is freed. NULL: no
** memory. */
vt_connection *vt_connection_new(const vitals_allocator *allocator, vt_arena **arena);

#endif
