/* Answers: what handlers of routes do with a visit. */
#ifndef VITALS_SERVER_VISIT_H
#define VITALS_SERVER_VISIT_H

#include "server/state.h"

/* NULL: no memory. */
vt_visit *vt_visit_new(vt_server *server, vt_http_exchange *exchange);
/* The exchange is over. A visit whose task still runs is freed when that comes back. */
void vt_visit_leave(vt_visit *visit);

/* A value of the query, decoded; absent: it is not there. */
vt_text vt_visit_query(vt_visit *visit, const char *name);
/* The value at `index` of several of this name. */
vt_text vt_visit_query_at(vt_visit *visit, const char *name, size_t index);
/* The same as a number, at most `most`; `otherwise` when it is not there or not a number. */
uint64_t vt_visit_query_number(vt_visit *visit, const char *name, uint64_t otherwise,
                               uint64_t most);
bool vt_visit_query_flag(vt_visit *visit, const char *name);

/* Answer 200 with what is in `out`; without memory 503. */
void vt_visit_send(vt_visit *visit, const char *type);
/* The same for something that stays as it is until the next event after `event`, an id of vt_visit_event_id: 304 when
** the client has it. */
void vt_visit_send_as_of(vt_visit *visit, const char *type, vt_text event);
/* A problem of RFC 9457. */
void vt_visit_fail(vt_visit *visit, unsigned status, const char *title, const char *format, ...)
    VITALS_PRINTF(4, 5);
/* 404 for something that is not there, or not visible. */
void vt_visit_not_found(vt_visit *visit, const char *what);
/* Run something in the slow lane, then `answer` on the server's thread, or `given_up` when the client went
** away meanwhile. */
void vt_visit_work(vt_visit *visit,
                   vitals_status (*run)(vt_pool_task *task, vitals_worker *worker,
                                        vitals_interrupt_fn interrupt, void *user),
                   void (*answer)(vt_visit *visit, vitals_status status),
                   void (*given_up)(vt_visit *visit));
vt_visit *vt_visit_of_task(vt_pool_task *task);

/* A time as RFC 3339; left out when it is 0 or VITALS_LIVE_NEVER. */
void vt_json_add_time(vt_json_writer *writer, const char *name, int64_t ms);
/* "EPOCH-SEQUENCE" of the head of the audience's feed. */
vt_text vt_visit_event_id(vt_visit *visit);

#endif
