/*
** The last settled changes of each row and application, in memory: what the page shows as history. Only what has
** changed since the server started is here; the limit server_changes bounds how many rows have any.
*/
#ifndef VITALS_SERVER_CHANGES_H
#define VITALS_SERVER_CHANGES_H

#include "server/api/status.h"
#include "server/state.h"

/* NULL: no memory. */
vt_changes *vt_changes_new(const vt_server *server);
void vt_changes_free(vt_changes *changes);

/* The last day of an application, as status.h has it. */
void vt_changes_sky(const vt_changes *changes, const vitals_live_application *application,
                    int64_t now_ms, char out[VT_SKY_HOURS + 1]);
/* What an earlier run knew of an application that appears now: its day up to `hour`, counted since 1970. The hours since
** then are not known. */
void vt_changes_recall(vt_changes *changes, vitals_live_id application, int64_t hour,
                       const char *hours, int64_t now_ms);

/* Note a change; a subject that was removed is forgotten. `whole`: its source had been read whole before. */
void vt_changes_note(vt_changes *changes, const vitals_live_change *change, bool whole,
                     vt_text message);
/* Those of a subject as a list, the oldest first. */
void vt_changes_write(const vt_changes *changes, vitals_live_id subject, const char *name,
                      vt_json_writer *writer);

#endif
