/* What is announced to a receiver. */
#include "server/notify/notify.h"

#include <stdio.h>

#include "base/memory/map.h"
#include "base/text/percent.h"
#include "server/api/rows.h"
#include "server/http/checks.h"
#include "server/notify/post.h"

/* What was announced of an application. Forgotten when that is good and the pause is over. */
typedef struct record {
    vitals_live_id id;
    vitals_health announced;
    bool flapping;   /* that was announced */
    bool bad;        /* there was a problem among the changes that are held */
    bool lost;       /* it is Unknown for what could not be read: its source is announced */
    uint32_t held;   /* changes since the last notification */
    int64_t free_ms; /* when the pause is over */
    struct record *next, *previous;
} record;

struct vt_notify {
    vt_post *post;
    vt_hash_table table;
    record *records;
    vt_poller_timer timer;
    uint64_t count; /* of notifications: makes their ids */
};

static bool is_problem(vitals_health health) {
    return health == VITALS_HEALTH_DEGRADED || health == VITALS_HEALTH_MISSING ||
           health == VITALS_HEALTH_UNKNOWN;
}

/* --------------------------------------------------------------------- records */

static uint64_t hash_of(const vt_server *server, vitals_live_id id) {
    return vt_source_hash(server, id);
}

static bool has_id(const void *item, const void *key) {
    return ((const record *)item)->id == *(const vitals_live_id *)key;
}

static record *find(const vt_server *server, vitals_live_id id) {
    return vt_hash_table_find(&server->notify->table, hash_of(server, id), has_id, &id);
}

static record *take(vt_server *server, vitals_live_id id, vitals_health announced) {
    vt_notify *notify = server->notify;
    record *one = find(server, id);
    if (one) return one;
    if (!vt_hash_table_reserve(&notify->table, &server->allocator)) return NULL;
    one = vt_allocate_zeroed(&server->allocator, sizeof *one);
    if (!one) return NULL;
    *one = (record){ .id = id, .announced = announced, .next = notify->records };
    if (one->next) one->next->previous = one;
    notify->records = one;
    vt_hash_table_insert(&notify->table, hash_of(server, id), one);
    return one;
}

static void forget(vt_server *server, record *one) {
    vt_notify *notify = server->notify;
    *(one->previous ? &one->previous->next : &notify->records) = one->next;
    if (one->next) one->next->previous = one->previous;
    vt_hash_table_remove(&notify->table, &server->allocator, hash_of(server, one->id), one);
    vt_release(&server->allocator, one, sizeof *one);
}

/* -------------------------------------------------------------------- messages */

static void add_names(const vt_source *source, const vitals_live_application *application,
                      vt_json_writer *message) {
    vt_json_writer names = vt_json_add_object(message, "application");
    vt_json_add_text(&names, "cluster", vt_source_name(source));
    vt_json_add_text(&names, "namespace", vt_application_namespace(source, &application->key));
    vt_json_add_text(&names, "name", application->key.name);
    vt_json_add_word(&names, "kind", vt_application_kind(application->key.manager));
    vt_json_add_text_if(&names, "project", application->project);
    vt_json_close(&names);
}

static void add_cause(const vt_server *server, const vitals_live_application *application,
                      vt_json_writer *message) {
    vitals_live_row cause;
    if (!vt_application_cause(server->audiences, application, &cause)) return;
    vt_json_writer because = vt_json_add_object(message, "because");
    vt_json_add_text(&because, "kind", cause.object.kind);
    vt_json_add_text(&because, "namespace", cause.object.namespace_);
    vt_json_add_text(&because, "name", cause.object.name);
    vt_json_add_text(&because, "message", cause.message);
    vt_json_close(&because);
    if (cause.decided == VITALS_SOURCE_NONE) return;
    vt_json_add_text(message, "rule",
                     cause.rule.size ? cause.rule
                                     : vt_text_from(vitals_source_name(cause.decided)));
}

static void add_link(const vt_server *server, const vt_source *source,
                     const vitals_live_application *application, vt_json_writer *message) {
    const vt_text parts[] = { vt_source_name(source),
                              vt_application_namespace(source, &application->key),
                              application->key.name };
    const char *base = server->options.public_url ? server->options.public_url : server->url;
    vt_buffer link;
    vt_buffer_init(&link, &server->allocator, 65536);
    vt_buffer_add_terminated(&link, base);
    if (link.size && link.bytes[link.size - 1] != '/') vt_buffer_add_byte(&link, '/');
    vt_buffer_add_terminated(&link, "app");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        vt_buffer_add_byte(&link, '/');
        vt_percent_encode(&link, parts[i]);
    }
    vt_json_add_text(message, "link", vt_buffer_text(&link));
    vt_buffer_done(&link);
}

static void write_message(const vt_server *server, const record *one,
                          const vitals_live_application *application, vt_buffer *out) {
    const vt_source *source = vt_server_source_of(server, application->source);
    vt_json_writer message = vt_json_open_object(out);
    add_names(source, application, &message);
    vt_json_add_word(&message, "from", vt_status_word(one->announced));
    vt_json_add_word(&message, "to",
                     application->removed ? "Removed" : vt_status_word(application->settled));
    vt_json_add_time(&message, "since", application->changed_ms);
    vt_json_add_time(&message, "at", vt_server_wall_ms(server));
    if (!application->removed) add_cause(server, application, &message);
    if (one->flapping) vt_json_add_bool(&message, "flapping", true);
    /* A digest: so many changes since the last notification. */
    if (one->held > 1) vt_json_add_unsigned(&message, "changes", one->held);
    add_link(server, source, application, &message);
    vt_json_close(&message);
}

static void post(vt_server *server, const vt_buffer *message) {
    vt_notify *notify = server->notify;
    char id[64];
    const int size = snprintf(id, sizeof id, "%llu-%llu", (unsigned long long)server->epoch,
                              (unsigned long long)++notify->count);
    if (message->failed ||
        !vt_post_send(notify->post, vt_text_slice(id, (size_t)size), vt_buffer_text(message))) {
        vt_server_log(server, "a notification was dropped: the limit notify_queue is reached");
    }
}

static void send(vt_server *server, record *one, const vitals_live_application *application) {
    vt_buffer out;
    vt_buffer_init(&out, &server->allocator, 1 << 20);
    write_message(server, one, application, &out);
    post(server, &out);
    vt_buffer_done(&out);
    one->announced = application->removed ? VITALS_HEALTH_HEALTHY : application->settled;
    one->held = 0;
    one->bad = false;
    one->free_ms = vt_server_monotonic_ms(server) + server->options.notify_pause_ms;
}

/* --------------------------------------------------------------------- policy */

/* Whether there is something to say. What progresses has not recovered yet, and has not failed either. */
static bool is_news(record *one, const vitals_live_application *application) {
    const vitals_health to = application->settled;
    if (application->removed) return is_problem(one->announced);
    if (application->flapping) return !one->flapping;
    if (to == VITALS_HEALTH_PROGRESSING) return false;
    return is_problem(to) ? to != one->announced : is_problem(one->announced);
}

/* The pause is over, or there was none. */
static void decide(vt_server *server, record *one, const vitals_live_application *application) {
    const bool digest = one->held > 1 && one->bad && !application->flapping &&
                        application->settled != VITALS_HEALTH_PROGRESSING;
    if (is_news(one, application) || digest) {
        one->flapping = application->flapping;
        send(server, one, application);
    } else if (!application->flapping) {
        one->flapping = false;
    }
}

static void wake_at(vt_notify *notify, int64_t ms) {
    if (ms < notify->timer.due_ms) notify->timer.due_ms = ms;
}

static bool is_lost(const vitals_live_application *application) {
    return application->lost > 0 && application->settled == VITALS_HEALTH_UNKNOWN;
}

/* `settled`: the settled health changed, not only a mark. */
static void consider(vt_server *server, const vitals_live_application *application,
                     vitals_health from, bool settled) {
    const vt_source *source = vt_server_source_of(server, application->source);
    record *one = find(server, application->id);
    if (!source || source->synced_ms == 0) return;
    if (!one && !is_problem(from) && !is_problem(application->settled) && !application->flapping) {
        return;
    }
    if (!one) one = take(server, application->id, from);
    if (!one) {
        vt_server_log(server, "out of memory: a change is not announced");
        return;
    }
    one->lost = is_lost(application);
    if (one->lost) return;
    one->held += settled;
    one->bad |= settled && is_problem(application->settled);
    if (vt_server_monotonic_ms(server) >= one->free_ms) decide(server, one, application);
    wake_at(server->notify, one->free_ms);
}

/* What is bad when it is seen first is known, and not announced. */
static void know(vt_server *server, const vitals_live_application *application) {
    const bool lost = is_lost(application);
    if (!is_problem(application->settled)) return;
    record *one =
        take(server, application->id, lost ? VITALS_HEALTH_HEALTHY : application->settled);
    if (one) {
        one->lost = lost;
    } else {
        vt_server_log(server, "out of memory: a change may be announced late");
    }
}

void vt_notify_whole(vt_server *server, const vt_source *source) {
    vitals_live_application each;
    const vitals_live_view *view = server->audiences->view;
    if (!server->notify) return;
    for (vitals_live_id id = 0; (id = vitals_live_application_next(view, id));) {
        if (vitals_live_application_of(view, id, &each, sizeof each) == VITALS_OK &&
            each.source == source->id && !each.removed) {
            know(server, &each);
        }
    }
}

void vt_notify_note(vt_server *server, const vitals_live_change *change) {
    vitals_live_application application;
    if (!server->notify || change->kind < VITALS_LIVE_APPLICATION_ADDED ||
        change->kind > VITALS_LIVE_APPLICATION_REMOVED ||
        vitals_live_application_of(server->audiences->view, change->subject, &application,
                                   sizeof application) != VITALS_OK) {
        return;
    }
    if (change->kind == VITALS_LIVE_APPLICATION_ADDED) {
        know(server, &application);
    } else {
        consider(server, &application, change->settled_from,
                 change->settled_from != change->settled_to);
    }
}

void vt_notify_all(vt_server *server) {
    vitals_live_application each;
    const vitals_live_view *view = server->audiences->view;
    if (!server->notify) return;
    for (vitals_live_id id = 0; (id = vitals_live_application_next(view, id));) {
        if (vitals_live_application_of(view, id, &each, sizeof each) == VITALS_OK) {
            consider(server, &each, VITALS_HEALTH_HEALTHY, true);
        }
    }
}

/* --------------------------------------------------------------------- sources */

static void send_source(vt_server *server, vt_source *source) {
    vt_buffer out;
    vt_buffer_init(&out, &server->allocator, 1 << 20);
    vt_json_writer message = vt_json_open_object(&out);
    vt_json_writer names = vt_json_add_object(&message, "source");
    vt_json_add_text(&names, "cluster", vt_source_name(source));
    vt_json_close(&names);
    vt_json_add_word(&message, "from", source->troubled ? "Complete" : "Incomplete");
    vt_json_add_word(&message, "to", source->troubled ? "Incomplete" : "Complete");
    if (source->troubled) vt_json_add_text(&message, "message", vt_buffer_text(&source->trouble));
    vt_json_add_time(&message, "at", vt_server_wall_ms(server));
    vt_json_close(&message);
    post(server, &out);
    vt_buffer_done(&out);
    source->trouble_announced = source->troubled;
}

static void consider_source(vt_server *server, vt_source *source) {
    const vitals_live_settling *settling = &server->options.settling;
    const int64_t held = source->troubled ? settling->worse_ms : settling->better_ms;
    if (source->troubled == source->trouble_announced) return;
    if (vt_server_monotonic_ms(server) >= source->trouble_ms + held) {
        send_source(server, source);
    } else {
        wake_at(server->notify, source->trouble_ms + held);
    }
}

void vt_notify_source(vt_server *server, vt_source *source) {
    const bool troubled = source->trouble.size > 0;
    if (!server->notify || troubled == source->troubled) return;
    source->troubled = troubled;
    source->trouble_ms = vt_server_monotonic_ms(server);
    consider_source(server, source);
}

/* Pauses are over. */
static void due(void *user) {
    vt_server *server = user;
    vitals_live_application application;
    record *next;
    for (vt_source *each = server->sources; each; each = each->next) consider_source(server, each);
    const int64_t now = vt_server_monotonic_ms(server);
    for (record *one = server->notify->records; one; one = next) {
        next = one->next;
        if (now < one->free_ms) {
            wake_at(server->notify, one->free_ms);
            continue;
        }
        if (vitals_live_application_of(server->audiences->view, one->id, &application,
                                       sizeof application) != VITALS_OK) {
            forget(server, one);
            continue;
        }
        if (one->lost) continue;
        if (one->held) decide(server, one, &application);
        if (now < one->free_ms) {
            wake_at(server->notify, one->free_ms);
        } else if (!is_problem(one->announced) && !one->flapping && !application.flapping) {
            forget(server, one);
        }
    }
}

/* ------------------------------------------------------------------------ door */

vitals_status vt_notify_new(vt_server *server, vitals_diagnostics *diagnostics) {
    const vt_server_options *options = &server->options;
    const char *why = NULL;
    if (!options->notify_url) return VITALS_OK;
    server->notify = vt_allocate_zeroed(&server->allocator, sizeof *server->notify);
    if (!server->notify) return VITALS_ENOMEM;
    server->notify->timer = (vt_poller_timer){ .due = due, .user = server, .due_ms = INT64_MAX };
    const vt_text key = options->notify_key ? vt_text_from(options->notify_key) : VT_TEXT_ABSENT;
    const vitals_status status =
        vt_post_new(server, options->notify_url, key, &server->notify->post, &why);
    if (status == VITALS_OK) {
        vt_poller_add_timer(server->loop, &server->notify->timer);
    } else if (why) {
        const vitals_diagnostic finding = { .severity = VITALS_SEVERITY_ERROR,
                                            .rule = "notify",
                                            .file = options->notify_url,
                                            .text = vt_text_from(why) };
        vitals_diagnostics_add(diagnostics, &finding);
    }
    return status;
}

void vt_notify_free(vt_server *server) {
    vt_notify *notify = server->notify;
    if (!notify) return;
    vt_post_free(notify->post);
    while (notify->records) forget(server, notify->records);
    vt_hash_table_done(&notify->table, &server->allocator);
    vt_release(&server->allocator, notify, sizeof *notify);
    server->notify = NULL;
}

bool vt_notify_figures_of(const vt_server *server, vt_notify_figures *out) {
    if (!server->notify) return false;
    const vt_post_figures figures = vt_post_figures_of(server->notify->post);
    *out = (vt_notify_figures){ figures.sent, figures.failed, figures.dropped, figures.waiting };
    return true;
}
