/*
** What is announced to `--notify`: settled changes of applications to and from a health that needs attention, each
** recovery, and flapping once. After a notification about an application nothing is sent about it for a pause;
** what happens meanwhile becomes one digest.
*/
#ifndef VITALS_SERVER_NOTIFY_H
#define VITALS_SERVER_NOTIFY_H

#include "server/state.h"

/* Nothing without a URL. Errors: VITALS_ECONFIG with a diagnostic, VITALS_ENOMEM. */
vitals_status vt_notify_new(vt_server *server, vitals_diagnostics *diagnostics);
void vt_notify_free(vt_server *server);

/* A source has been read whole: what is bad in it is known, and not announced. */
void vt_notify_whole(vt_server *server, const vt_source *source);
/* A change in the feed of the audience that sees everything, of a source that has been read whole. */
void vt_notify_note(vt_server *server, const vitals_live_change *change);
/* What is wrong with a source is another thing. It is announced once, when that has held for the grace, and when it has
** ended; of applications that are Unknown for it nothing is said. */
void vt_notify_source(vt_server *server, vt_source *source);
/* Changes were lost: look at every application. */
void vt_notify_all(vt_server *server);

/* Figures for /metrics. false: nothing is announced. */
typedef struct vt_notify_figures {
    uint64_t sent, failed, dropped, waiting;
} vt_notify_figures;
bool vt_notify_figures_of(const vt_server *server, vt_notify_figures *out);

#endif
