/*
** `--history FILE`: settled changes of resources and applications, written by a thread of its own in one transaction a
** second. When the file cannot be written to, history ends with a warning, and the server goes on.
*/
#ifndef VITALS_SERVER_HISTORY_H
#define VITALS_SERVER_HISTORY_H

#include "server/state.h"

/* Nothing without a file. Errors: VITALS_ECONFIG with a diagnostic, VITALS_ENOMEM. */
vitals_status vt_history_new(vt_server *server, vitals_diagnostics *diagnostics);
/* What waits is written first. */
void vt_history_free(vt_server *server);

/* A change in the feed of the audience that sees everything, of a source that has been read whole. */
void vt_history_note(vt_server *server, const vitals_live_change *change);
/* An application in that feed: what an earlier run knew of its last day goes on. Before anything else notes it. */
void vt_history_recall(vt_server *server, const vitals_live_change *change);
/* Call often: now and then the last day of the applications is written. */
void vt_history_tick(vt_server *server);

/* Whether there is a history, ended or not. */
bool vt_history_is_there(const vt_server *server);
/* Whether changes are still written. */
bool vt_history_is_on(const vt_server *server);
/* Changes that were written, and those that were lost. */
uint64_t vt_history_written(const vt_server *server);
uint64_t vt_history_lost(const vt_server *server);

#endif
