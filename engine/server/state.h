/* Internal to the server: what its files share. */
#ifndef VITALS_SERVER_STATE_H
#define VITALS_SERVER_STATE_H

#include "base/memory/arena.h"
#include "base/memory/hash_table.h"
#include "base/run/limits.h"
#include "base/text/json_writer.h"
#include "server/http/http.h"
#include "server/http/poller.h"
#include "server/http/pool.h"
#include "server/server.h"

/* ------------------------------------------------------------------- sources */

typedef struct vt_source vt_source;
struct vt_source {
    vt_source *next;
    vt_text name; /* of the server's texts */
    vitals_live_id id;
    vitals_engine *engine;
    vitals_live_source_options options;
    vitals_live_id scope; /* of pushed objects and of files; 0: none yet */
    int64_t last_ms;      /* when something was heard of it; 0: never */
    /* When it had been read whole, assessed and published; 0: not yet. Health until then is of what has been seen so far:
    ** it makes no history and no notification. */
    int64_t synced_ms;
    uint64_t errors;    /* inputs that could not be read since the last good list */
    vt_buffer error;    /* the last of them */
    vt_buffer trouble;  /* why it cannot be read, or which kinds; "": it can, as far as is known */
    int64_t trouble_ms; /* monotonic: when there began to be one, or to be none */
    bool troubled;      /* there is one */
    bool trouble_announced; /* a receiver knows */
    int64_t every_ms; /* the sender has announced to send something at least so often; 0: not */
    bool silent;      /* that is overdue; as it was published last */
    bool pushed;
};

/* Whether it matters when something was heard of a source. Files are silent while nobody changes them. */
static inline bool vt_source_has_last(const vt_source *source) {
    return source->last_ms != 0 && (source->pushed || !source->scope);
}

/* Quiet is not silent: a source is that only when its sender has announced signs of life, and three are missing. */
static inline bool vt_source_is_silent(const vt_source *source, int64_t now_ms) {
    return source->every_ms > 0 && now_ms - source->last_ms > 3 * source->every_ms;
}

static inline vt_text vt_source_name(const vt_source *source) {
    return source ? source->name : VT_TEXT("");
}

/* ----------------------------------------------------------------- audiences */

typedef struct vt_events vt_events;
typedef struct vt_changes vt_changes;

/* Clients who see the same. */
typedef struct vt_audience vt_audience;
struct vt_audience {
    vt_server *server;
    vt_audience *next;
    vt_text key; /* of the rules that made it, owned; "" sees everything */
    vitals_live_view *view;
    vt_events *events;
    vt_changes *changes;
};

/* -------------------------------------------------------------------- visits */

typedef struct vt_visit vt_visit;
typedef struct vt_route vt_route;

enum { VT_VISIT_PARAMETERS = 3 };

/* A request that is being answered. */
struct vt_visit {
    vt_server *server;
    vt_http_exchange *exchange; /* NULL: it went away while a task was running */
    const vt_route *route;
    vt_audience *audience;
    vt_text user; /* of a login; absent: none */
    vt_arena memory;
    vt_text parameters[VT_VISIT_PARAMETERS]; /* of the path, decoded */
    vt_buffer out;
    vt_pool_task task;
    void (*after)(vt_visit *visit, vitals_status status);
    void (*given_up)(vt_visit *visit);
    void *job;             /* of the task */
    bool working;          /* the task has not come back */
    void *stream;          /* of events */
    vt_http_response held; /* while `out` is compressed on a thread */
    bool compressed;
};

/* -------------------------------------------------------------------- server */

typedef struct vt_login vt_login;
typedef struct vt_access vt_access;
typedef struct vt_files vt_files;
typedef struct vt_page vt_page;
typedef struct vt_work vt_work;
typedef struct vt_timings vt_timings;
typedef struct vt_notify vt_notify;
typedef struct vt_history vt_history;

struct vt_server {
    vitals_allocator allocator;
    vitals_limits limits;
    vt_server_options options; /* its texts are in `texts` */
    vt_arena texts;
    vt_poller *loop;
    vt_pool *pool;
    vt_http *http;
    vitals_live *live;
    vitals_worker *worker;
    vt_source *sources;
    vt_hash_table source_table; /* the same by id */
    size_t source_count;
    vt_audience *audiences; /* the first sees everything */
    vt_login *login;
    vt_access *access;
    vt_files *files;
    vt_page *page;
    vt_work *work;
    vt_timings *timings;
    vt_notify *notify;      /* NULL: nothing is announced */
    const vt_route *routes; /* the table */
    vt_poller_timer http_timer, work_timer, host_timer;
    vt_history *history; /* NULL: nothing is written */
    uint64_t epoch;
    uint64_t streams, stream_resets;
    char url[80];
    bool ready;                  /* every source was complete once */
    const char *confinement[12]; /* what the process has given up; static texts */
    size_t confinement_count;
    vt_text own_host; /* the address that it listens on, as in the field Host */
};

static inline int64_t vt_server_wall_ms(const vt_server *server) {
    return server->options.wall_ms(server->options.user);
}
static inline int64_t vt_server_monotonic_ms(const vt_server *server) {
    return server->options.monotonic_ms(server->options.user);
}

/* find.c */
bool vt_source_is_visible(const vt_audience *audience, const vt_source *source);
/* Whether the audience sees a source, and none before it with the same rules. */
bool vt_source_is_first_with_engine(const vt_audience *audience, const vt_source *source);
/* NULL also for one that the audience does not see: that it exists is not shown either. */
vt_source *vt_audience_find_source(const vt_audience *audience, vt_text name);
void vt_server_log(vt_server *server, const char *format, ...) VITALS_PRINTF(2, 3);
vt_source *vt_server_find_source(const vt_server *server, vt_text name);
vt_source *vt_server_source_of(const vt_server *server, vitals_live_id id);

uint64_t vt_source_hash(const vt_server *server, vitals_live_id id);

/* sources.c */
void vt_source_free(vt_server *server, vt_source *source);

/* work.c: everything that the live has to do. Something may be due after each put. */
bool vt_work_start(vt_server *server);
void vt_work_stop(vt_server *server);
void vt_work_soon(vt_server *server);
/* After a put: a document that waits to be assessed takes several times what is kept of it, so many at once are not let
** pile up. Rules that take long are left to the threads. */
void vt_work_relieve(vt_server *server);
/* After a put that failed since live_bytes is reached: assess some of those that wait. false: nothing waits but for the
** threads, so that there is no room now. */
bool vt_work_make_room(vt_server *server);
/* Whether nothing waits to be assessed. */
bool vt_work_is_idle(const vt_server *server);

/* hooks.c: what HTTP asks. */
bool vt_server_begin(void *user, vt_http_exchange *exchange);
void vt_server_answer(void *user, vt_http_exchange *exchange);
void vt_server_end(void *user, vt_http_exchange *exchange);
bool vt_server_is_host(void *user, vt_text host);

#endif
