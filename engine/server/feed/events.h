/*
** Server-sent events: one ring of written events for each audience, which all of its clients read at
** their own pace. A client that falls behind the ring is sent `reset` and starts from a snapshot.
*/
#ifndef VITALS_SERVER_EVENTS_H
#define VITALS_SERVER_EVENTS_H

#include "server/http/visit.h"

/* NULL: no memory. */
vt_events *vt_events_new(vt_audience *audience);
void vt_events_free(vt_events *events);
/* Write what has changed into the ring and wake those who wait. */
void vt_events_publish(vt_events *events);
/* Something about a source that is not in its feed has changed. */
void vt_events_sources(const vt_server *server);
/* The rules of a source were replaced. */
void vt_events_rules(vt_server *server);
/* A visit ends: if it follows events, it does no longer. */
void vt_events_leave(vt_visit *visit);
/* Comments that keep streams open; call it now and then. */
void vt_events_keep_open(vt_events *events);

#endif
