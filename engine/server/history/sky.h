/*
** What the history keeps of the last day of each application, so that it is shown after a restart too: written every ten
** minutes and when the server ends, read once when it starts. The hours between are not known.
*/
#ifndef VITALS_SERVER_SKY_H
#define VITALS_SERVER_SKY_H

#include "server/history/store.h"
#include "server/state.h"

/* What an earlier run has left. */
typedef struct vt_skies vt_skies;

/* Read those that are not older than a day. NULL: no memory, or `*wrong` says why they cannot be read. */
vt_skies *vt_skies_new(const vt_server *server, vt_store *store, const char **wrong);
void vt_skies_free(vt_skies *skies);

/* An application appeared in the feed of the audience that sees everything: what is known of its last day goes on. */
void vt_skies_recall(const vt_skies *skies, const vt_server *server,
                     const vitals_live_change *change);

/* The last day of every application as it is now; its texts are borrowed from the live. Returns how many; `*out` is NULL
** without memory, else an array of `*capacity` for the caller to release. */
size_t vt_skies_now(const vt_server *server, vt_store_sky **out, size_t *capacity);

#endif
