/*
** Changes in a file: an SQLite database with the tables object, message, change and sky. store.c alone includes
** <sqlite3.h>.
**
** Threads: a store serves one thread at a time. Any number of stores may read the same file while one writes.
*/
#ifndef VITALS_SERVER_STORE_H
#define VITALS_SERVER_STORE_H

#include "base/memory/arena.h"
#include "server/api/status.h"

typedef struct vt_store vt_store;

/* The health of an object that is gone. */
enum { VT_STORE_REMOVED = 255, VT_STORE_WHY_BYTES = 200 };

/* A settled change. */
typedef struct vt_store_change {
    int64_t at_ms;
    uint8_t was, health; /* vitals_health, or VT_STORE_REMOVED */
    bool application;    /* not a resource */
    vt_text cluster, group, kind, namespace_, name, uid, message;
} vt_store_change;

/* The last day of an application, up to an hour since 1970. */
typedef struct vt_store_sky {
    int64_t hour;
    vt_text cluster, kind, namespace_, name;
    char hours[VT_SKY_HOURS + 1];
} vt_store_sky;

/* Which changes to read. An absent text is any. */
typedef struct vt_store_query {
    int64_t from_ms, to_ms; /* both included */
    bool of_object;         /* the changes of the one that these name */
    bool application;
    vt_text cluster, group, kind, namespace_, name, uid;
    size_t most;
} vt_store_query;

/* Open, and with `write` make it if it is not there. NULL on success; else why not, in `why`. */
const char *vt_store_open(const char *path, bool write, uint64_t most_bytes,
                          const vitals_allocator *allocator, vt_store **out,
                          char why[VT_STORE_WHY_BYTES]);
void vt_store_close(vt_store *store);
/* Whether that is what vt_store_open said of a file of another version. */
bool vt_store_is_of_other_version(const char *wrong);
/* Give such a file another name beside it: FILE.old-1 and so on. NULL on success; else why not, static. */
enum { VT_STORE_PATH_BYTES = 4096 };
const char *vt_store_set_aside(const char *path, char name[VT_STORE_PATH_BYTES]);

/* Add changes in one transaction. NULL on success; else why nothing was added. */
const char *vt_store_add(vt_store *store, const vt_store_change *changes, size_t count);
/* Put the last day of applications in place of what is there, in one transaction. The same result. */
const char *vt_store_add_skies(vt_store *store, const vt_store_sky *skies, size_t count);
/* Those that end at an hour or later, in `memory`. The same result. */
const char *vt_store_read_skies(vt_store *store, int64_t hour, vt_arena *memory,
                                vt_store_sky **skies, size_t *count);
/* Remove changes before a time and, while the file has more than nine tenths of `most_bytes`, the oldest of the others. The
** same result. */
const char *vt_store_prune(vt_store *store, int64_t before_ms);
/* The newest changes of a query, the newest first, in `memory`. The same result. */
const char *vt_store_read(vt_store *store, const vt_store_query *query, vt_arena *memory,
                          vt_store_change **changes, size_t *count);

#endif
