/* The server as a whole: made, fed, polled and freed. */
#include "server/api/routes.h"
#include "server/feed/events.h"
#include "server/feed/files.h"
#include "server/feed/timings.h"
#include "server/history/history.h"
#include "server/http/access.h"
#include "server/http/login.h"
#include "server/notify/notify.h"

/* -------------------------------------------------------------------- options */

static bool copy_text(vt_server *server, const char **text) {
    if (!*text) return true;
    *text = vt_arena_copy(&server->texts, vt_text_from(*text)).bytes;
    return *text != NULL;
}

static bool copy_list(vt_server *server, const char *const **list, size_t count) {
    const char **copy = vt_arena_allocate_array(&server->texts, count + 1, sizeof *copy);
    if (!copy) return false;
    for (size_t i = 0; i < count; i++) {
        copy[i] = (*list)[i];
        if (!copy_text(server, &copy[i])) return false;
    }
    *list = copy;
    return true;
}

static bool copy_options(vt_server *server) {
    vt_server_options *options = &server->options;
    const char **texts[] = { &options->page,        &options->frame_ancestors, &options->token_file,
                             &options->proxy_user,  &options->proxy_groups,    &options->access,
                             &options->access_file, &options->certificate,     &options->key,
                             &options->public_url,  &options->notify_url,      &options->notify_key,
                             &options->history };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (!copy_text(server, texts[i])) return false;
    }
    return copy_list(server, &options->hosts, options->host_count) &&
           copy_list(server, &options->trusted, options->trusted_count);
}

/* --------------------------------------------------------------------- making */

static bool make_parts(vt_server *server) {
    const vt_server_options *options = &server->options;
    vitals_live_options live = VITALS_LIVE_OPTIONS_INIT;
    server->loop = vt_poller_new(&server->allocator, options->monotonic_ms, options->user);
    live.allocator = &server->allocator;
    live.limits = options->limits;
    live.keep = options->no_objects ? VITALS_LIVE_KEEP_NEEDED : VITALS_LIVE_KEEP_ALL;
    live.settling = options->settling;
    live.epoch = server->epoch;
    options->random(options->user, &live.hash_seed, sizeof live.hash_seed);
    return server->loop && vitals_live_new(&live, &server->live) == VITALS_OK &&
           vitals_worker_new(options->engine, &server->worker) == VITALS_OK;
}

static bool make_pool(vt_server *server) {
    const vt_pool_options options = {
        .allocator = &server->allocator,
        .loop = server->loop,
        .engine = server->options.engine,
        .quick_threads = 1,
        .slow_threads = 2,
        .monotonic_ms = server->options.monotonic_ms,
        .clock_user = server->options.user,
    };
    server->pool = vt_pool_new(&options);
    return server->pool != NULL;
}

static vitals_status make(vt_server *server, vitals_diagnostics *diagnostics) {
    server->timings = vt_timings_new(server);
    if (!server->timings || !copy_options(server) || !make_parts(server) || !make_pool(server)) {
        return VITALS_ENOMEM;
    }
    vitals_status status = vt_login_new(server, diagnostics);
    if (status == VITALS_OK) status = vt_access_new(server, diagnostics);
    if (status == VITALS_OK) status = vt_notify_new(server, diagnostics);
    if (status == VITALS_OK) status = vt_history_new(server, diagnostics);
    if (status == VITALS_OK && !vt_work_start(server)) status = VITALS_ENOMEM;
    return status;
}

vitals_status vt_server_new(const vt_server_options *options, vt_server **out,
                            vitals_diagnostics *diagnostics) {
    if (!options || !options->engine || !options->wall_ms || !options->monotonic_ms ||
        !options->random) {
        return VITALS_EINVAL;
    }
    const vitals_allocator allocator = vt_allocator_or_default(options->allocator);
    vt_server *server = vt_allocate_zeroed(&allocator, sizeof *server);
    if (!server) return VITALS_ENOMEM;
    server->allocator = allocator;
    server->limits = vt_limits_or_default(options->limits);
    server->options = *options;
    server->routes = vt_routes;
    server->options.engine = vitals_engine_retain(options->engine);
    server->epoch = (uint64_t)options->wall_ms(options->user);
    vt_arena_init(&server->texts, &allocator, 0);
    const vitals_status status = make(server, diagnostics);
    server->options.limits = NULL;
    if (status == VITALS_OK) {
        *out = server;
    } else {
        vt_server_free(server);
    }
    return status;
}

void vt_server_free(vt_server *server) {
    if (!server) return;
    vt_http_free(server->http);
    /* The last changes belong to the history. */
    if (server->history && server->audiences) vt_events_publish(server->audiences->events);
    vt_notify_free(server);
    vt_history_free(server);
    vt_files_free(server);
    vt_pool_free(server->pool);
    vt_work_stop(server);
    vt_access_free(server);
    vt_login_free(server);
    vitals_live_free(server->live);
    vt_timings_free(server->timings);
    vitals_worker_free(server->worker);
    while (server->sources) {
        vt_source *source = server->sources;
        server->sources = source->next;
        vt_source_free(server, source);
    }
    vt_hash_table_done(&server->source_table, &server->allocator);
    vt_poller_free(server->loop);
    vitals_engine_release(server->options.engine);
    vt_arena_done(&server->texts);
    const vitals_allocator allocator = server->allocator;
    vt_release(&allocator, server, sizeof *server);
}

vitals_live *vt_server_live(vt_server *server) {
    return server->live;
}

/* ------------------------------------------------------------------- the host */

bool vt_server_watch(vt_server *server, int descriptor, unsigned interest,
                     void (*ready)(void *user, int descriptor, unsigned ready), void *user) {
    return vt_poller_watch(server->loop, descriptor, interest, ready, user);
}

void vt_server_set_timer(vt_server *server, int64_t due_ms, void (*due)(void *user), void *user) {
    if (!server->host_timer.due) {
        server->host_timer.due = due;
        server->host_timer.user = user;
        vt_poller_add_timer(server->loop, &server->host_timer);
    }
    server->host_timer.due_ms = due_ms;
}

void vt_server_note_confinement(vt_server *server, const char *what) {
    const size_t most = sizeof server->confinement / sizeof *server->confinement;
    if (server->confinement_count < most) server->confinement[server->confinement_count++] = what;
}

void vt_server_poll(vt_server *server, int64_t timeout_ms) {
    if (server->http) {
        const int64_t wait = vt_http_timeout_ms(server->http);
        server->http_timer.due_ms = wait < 0 ? INT64_MAX : vt_server_monotonic_ms(server) + wait;
    }
    vt_poller_poll(server->loop, timeout_ms);
    if (server->http) vt_http_run(server->http);
}
