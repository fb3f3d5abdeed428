/* Settled changes, queued for the thread that writes them. */
#include "server/history/history.h"

#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "server/api/rows.h"
#include "server/history/sky.h"
#include "server/history/store.h"

enum {
    PAUSE_MS = 1000,
    MOST_WAITING = 65536,
    MESSAGE_BYTES = 1024,
    PRUNE_MS = 3600000,
    SKIES_MS = 600000 /* between two writings of the last days */
};

/* What waits to be written. Texts are in the arena. */
typedef struct batch {
    vt_arena memory;
    vt_store_change *changes;
    size_t count, capacity;
    vt_store_sky *skies;
    size_t sky_count, sky_capacity;
    int64_t now_ms; /* of the last one */
} batch;

struct vt_history {
    vt_server *server;
    vitals_allocator allocator;
    vt_store *store; /* of the thread */
    pthread_t thread;
    pthread_mutex_t mutex;
    batch batches[2];
    int filling;     /* the batch that the loop fills; the other one is the thread's */
    int wake, ended; /* eventfds: for the thread, for the loop */
    bool started, stopping, over;
    uint64_t written, lost;
    int64_t pruned_ms; /* of the thread */
    int64_t skies_ms;  /* when the last days are written next, monotonic */
    vt_skies *skies;   /* of earlier runs; NULL: there are none */
    char why[VT_STORE_WHY_BYTES];
};

static void init_batch(batch *self, const vitals_allocator *allocator) {
    *self = (batch){ .count = 0 };
    vt_arena_init(&self->memory, allocator, 0);
}

static void free_batch(batch *self, const vitals_allocator *allocator) {
    vt_release_array(allocator, self->changes, self->capacity, sizeof *self->changes);
    vt_release_array(allocator, self->skies, self->sky_capacity, sizeof *self->skies);
    vt_arena_done(&self->memory);
}

static bool is_empty(const batch *self) {
    return self->count == 0 && self->sky_count == 0;
}

static void empty_batch(batch *self) {
    self->count = self->sky_count = 0;
    vt_arena_release(&self->memory);
}

/* -------------------------------------------------------------------- the thread */

/* With the mutex. */
static void end(vt_history *history, const char *why) {
    const uint64_t one = 1;
    history->over = true;
    snprintf(history->why, sizeof history->why, "%s", why);
    /* An eventfd that is full wakes as well. */
    if (write(history->ended, &one, sizeof one) < 0) history->why[0] = 0;
}

/* The clock is that of the changes. */
static const char *write_batch(vt_history *history, const batch *ready) {
    const uint64_t days = history->server->limits.history_days;
    const int64_t now = ready->now_ms;
    const char *why = vt_store_add(history->store, ready->changes, ready->count);
    if (!why && ready->sky_count) {
        why = vt_store_add_skies(history->store, ready->skies, ready->sky_count);
    }
    if (why || now - history->pruned_ms < PRUNE_MS) return why;
    history->pruned_ms = now;
    return vt_store_prune(history->store, now - (int64_t)days * 86400000);
}

/* Write what there is. With the mutex, which is free while it writes. */
static void flush(vt_history *history) {
    batch *ready = &history->batches[history->filling];
    if (is_empty(ready)) return;
    history->filling = !history->filling;
    pthread_mutex_unlock(&history->mutex);
    const char *why = history->over ? NULL : write_batch(history, ready);
    pthread_mutex_lock(&history->mutex);
    if (why) {
        history->lost += ready->count;
        end(history, why);
    } else {
        history->written += ready->count;
    }
    empty_batch(ready);
}

static void wait_for(const vt_history *history, int ms) {
    struct pollfd wait = { history->wake, POLLIN, 0 };
    uint64_t count;
    if (poll(&wait, 1, ms) > 0 && read(history->wake, &count, sizeof count) < 0) return;
}

/* `wake` is the first change of a second, or the end; a second later all of that second is written. */
static void *work(void *user) {
    vt_history *history = user;
    pthread_mutex_lock(&history->mutex);
    while (!history->stopping && !history->over) {
        const bool pause = !is_empty(&history->batches[history->filling]);
        pthread_mutex_unlock(&history->mutex);
        wait_for(history, pause ? PAUSE_MS : -1);
        pthread_mutex_lock(&history->mutex);
        if (pause) flush(history);
    }
    if (!history->over) flush(history);
    pthread_mutex_unlock(&history->mutex);
    return NULL;
}

static void report_end(void *user, int descriptor, unsigned ready) {
    const vt_history *history = user;
    uint64_t count;
    (void)ready;
    if (read(descriptor, &count, sizeof count) < 0) return;
    vt_server_log(history->server, "history has ended: %s; everything else goes on", history->why);
}

/* ------------------------------------------------------------------------ notes */

static bool copy_texts(batch *to, vt_store_change *change) {
    vt_text *const texts[] = { &change->cluster,    &change->group, &change->kind,
                               &change->namespace_, &change->name,  &change->uid,
                               &change->message };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        *texts[i] = vt_arena_copy(&to->memory, *texts[i]);
        if (vt_text_is_absent(*texts[i])) return false;
    }
    return true;
}

/* With the mutex, before something is added: the first of a second starts it. */
static void wake(const vt_history *history, batch *to, int64_t now_ms) {
    const uint64_t one = 1;
    to->now_ms = now_ms;
    /* An eventfd that is full wakes as well. */
    if (is_empty(to) && write(history->wake, &one, sizeof one) < 0) return;
}

static void add(vt_history *history, vt_store_change change) {
    pthread_mutex_lock(&history->mutex);
    batch *to = &history->batches[history->filling];
    void *items = to->changes;
    const bool room = !history->over && to->count < MOST_WAITING &&
                      vt_grow(&history->allocator, &items, &to->capacity, to->count, sizeof change);
    to->changes = items;
    if (room && copy_texts(to, &change)) {
        wake(history, to, change.at_ms);
        to->changes[to->count++] = change;
    } else {
        history->lost++;
    }
    pthread_mutex_unlock(&history->mutex);
}

static void note_row(vt_server *server, const vitals_live_change *change, vt_store_change *out) {
    vitals_live_row row;
    if (vitals_live_row_of(server->audiences->view, change->subject, &row, sizeof row) !=
        VITALS_OK) {
        return;
    }
    out->cluster = vt_source_name(vt_server_source_of(server, row.source));
    out->group = row.object.group;
    out->kind = row.object.kind;
    out->namespace_ = row.object.namespace_;
    out->name = row.object.name;
    out->uid = row.object.uid;
    /* A message of a newer health says nothing about this one. */
    if (row.settled == change->settled_to) out->message = vt_text_cut(row.message, MESSAGE_BYTES);
    add(server->history, *out);
}

static void note_application(vt_server *server, const vitals_live_change *change,
                             vt_store_change *out) {
    vitals_live_application application;
    vitals_live_row cause;
    if (vitals_live_application_of(server->audiences->view, change->subject, &application,
                                   sizeof application) != VITALS_OK) {
        return;
    }
    const vt_source *source = vt_server_source_of(server, application.source);
    out->application = true;
    out->cluster = vt_source_name(source);
    out->kind = vt_text_from(vt_application_kind(application.key.manager));
    out->namespace_ = vt_application_namespace(source, &application.key);
    out->name = application.key.name;
    if (!application.removed && application.settled == change->settled_to &&
        vt_application_cause(server->audiences, &application, &cause)) {
        out->message = vt_text_cut(cause.message, MESSAGE_BYTES);
    }
    add(server->history, *out);
}

void vt_history_note(vt_server *server, const vitals_live_change *change) {
    const bool row = change->kind <= VITALS_LIVE_ROW_REMOVED;
    const bool removed =
        change->kind == VITALS_LIVE_ROW_REMOVED || change->kind == VITALS_LIVE_APPLICATION_REMOVED;
    const bool changed = (change->kind == VITALS_LIVE_ROW_CHANGED ||
                          change->kind == VITALS_LIVE_APPLICATION_CHANGED) &&
                         change->settled_from != change->settled_to;
    if (!vt_history_is_on(server) || (!removed && !changed)) return;
    vt_store_change out = { .at_ms = change->at_ms,
                            .was = (uint8_t)change->settled_from,
                            .health = removed ? VT_STORE_REMOVED : (uint8_t)change->settled_to,
                            .group = VT_TEXT_INIT(""),
                            .uid = VT_TEXT_INIT(""),
                            .message = VT_TEXT_INIT("") };
    if (row) {
        note_row(server, change, &out);
    } else {
        note_application(server, change, &out);
    }
}

/* ------------------------------------------------------------------- last days */

void vt_history_recall(vt_server *server, const vitals_live_change *change) {
    if (server->history) vt_skies_recall(server->history->skies, server, change);
}

static bool copy_sky(batch *to, vt_store_sky *sky) {
    vt_text *const texts[] = { &sky->cluster, &sky->kind, &sky->namespace_, &sky->name };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        *texts[i] = vt_arena_copy(&to->memory, *texts[i]);
        if (vt_text_is_absent(*texts[i])) return false;
    }
    return true;
}

/* Without memory they are written later. */
static void note_skies(vt_history *history) {
    vt_store_sky *skies;
    size_t capacity;
    size_t count = vt_skies_now(history->server, &skies, &capacity);
    pthread_mutex_lock(&history->mutex);
    batch *to = &history->batches[history->filling];
    size_t kept = 0;
    while (kept < count && copy_sky(to, &skies[kept])) kept++;
    if (kept && to->sky_count == 0 && !history->over) {
        wake(history, to, vt_server_wall_ms(history->server));
        vt_release_array(&history->allocator, to->skies, to->sky_capacity, sizeof *skies);
        to->skies = skies;
        to->sky_capacity = capacity;
        to->sky_count = kept;
        skies = NULL;
    }
    pthread_mutex_unlock(&history->mutex);
    if (skies) vt_release_array(&history->allocator, skies, capacity, sizeof *skies);
}

void vt_history_tick(vt_server *server) {
    vt_history *history = server->history;
    if (!history) return;
    const int64_t now = vt_server_monotonic_ms(server);
    if (history->skies_ms == 0) history->skies_ms = now + SKIES_MS;
    if (now < history->skies_ms) return;
    history->skies_ms = now + SKIES_MS;
    note_skies(history);
}

/* ------------------------------------------------------------------------- door */

static const char *start(vt_history *history) {
    history->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    history->ended = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (history->wake < 0 || history->ended < 0 ||
        !vt_poller_watch(history->server->loop, history->ended, VT_POLLER_READABLE, report_end,
                         history)) {
        return "the system has no descriptors left";
    }
    history->started = pthread_create(&history->thread, NULL, work, history) == 0;
    return history->started ? NULL : "the system has no threads left";
}

/* A file of another version is set aside by name, and a new one begins: it never keeps the server from starting. */
static const char *open_store(vt_history *history, const char *path, char why[VT_STORE_WHY_BYTES]) {
    const uint64_t most = history->server->limits.history_bytes;
    char name[VT_STORE_PATH_BYTES];
    const char *wrong = vt_store_open(path, true, most, &history->allocator, &history->store, why);
    if (!wrong || !vt_store_is_of_other_version(wrong)) return wrong;
    wrong = vt_store_set_aside(path, name);
    if (wrong) return wrong;
    vt_server_log(history->server,
                  "the history was written by another version of vitals: it is now %s, and a new "
                  "file begins",
                  name);
    return vt_store_open(path, true, most, &history->allocator, &history->store, why);
}

vitals_status vt_history_new(vt_server *server, vitals_diagnostics *diagnostics) {
    const char *path = server->options.history;
    char why[VT_STORE_WHY_BYTES];
    if (!path) return VITALS_OK;
    vt_history *history = vt_allocate_zeroed(&server->allocator, sizeof *history);
    if (!history) return VITALS_ENOMEM;
    server->history = history;
    history->server = server;
    history->allocator = server->allocator;
    history->wake = history->ended = -1;
    pthread_mutex_init(&history->mutex, NULL);
    for (int i = 0; i < 2; i++) init_batch(&history->batches[i], &server->allocator);
    const char *wrong = open_store(history, path, why);
    if (!wrong) history->skies = vt_skies_new(server, history->store, &wrong);
    if (!wrong) wrong = start(history);
    if (!wrong) return VITALS_OK;
    const vitals_diagnostic finding = { .severity = VITALS_SEVERITY_ERROR,
                                        .rule = "history",
                                        .file = path,
                                        .text = vt_text_from(wrong) };
    vitals_diagnostics_add(diagnostics, &finding);
    return VITALS_ECONFIG;
}

static void stop_thread(vt_history *history) {
    const uint64_t one = 1;
    pthread_mutex_lock(&history->mutex);
    history->stopping = true;
    /* An eventfd that is full wakes as well. */
    if (write(history->wake, &one, sizeof one) < 0) history->why[0] = 0;
    pthread_mutex_unlock(&history->mutex);
    pthread_join(history->thread, NULL);
}

void vt_history_free(vt_server *server) {
    vt_history *history = server->history;
    if (!history) return;
    if (history->started && server->audiences) note_skies(history);
    if (history->started) stop_thread(history);
    vt_skies_free(history->skies);
    vt_store_close(history->store);
    for (int i = 0; i < 2; i++) free_batch(&history->batches[i], &server->allocator);
    if (history->ended >= 0) {
        vt_poller_watch(server->loop, history->ended, 0, NULL, NULL);
        close(history->ended);
    }
    if (history->wake >= 0) close(history->wake);
    pthread_mutex_destroy(&history->mutex);
    vt_release(&server->allocator, history, sizeof *history);
    server->history = NULL;
}

bool vt_history_is_there(const vt_server *server) {
    return server->history != NULL;
}

bool vt_history_is_on(const vt_server *server) {
    if (!server->history) return false;
    pthread_mutex_lock(&server->history->mutex);
    const bool on = !server->history->over;
    pthread_mutex_unlock(&server->history->mutex);
    return on;
}

static uint64_t read_figure(const vt_server *server, const uint64_t *figure) {
    pthread_mutex_lock(&server->history->mutex);
    const uint64_t value = *figure;
    pthread_mutex_unlock(&server->history->mutex);
    return value;
}

uint64_t vt_history_written(const vt_server *server) {
    return server->history ? read_figure(server, &server->history->written) : 0;
}

uint64_t vt_history_lost(const vt_server *server) {
    return server->history ? read_figure(server, &server->history->lost) : 0;
}
