/* GET /metrics, as Prometheus reads it: what the audience sees, by settled health. */
#include "base/memory/map.h"
#include "server/api/routes.h"
#include "server/api/rows.h"
#include "server/feed/timings.h"
#include "server/history/history.h"
#include "server/notify/notify.h"

typedef struct page {
    vt_visit *visit;
    vt_buffer *out;
    const vitals_live_view *view;
} page;

static void add_head(const page *self, const char *name, const char *type, const char *help) {
    vt_buffer_printf(self->out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

/* The text of a label: \, " and line breaks are escaped; bytes that are not UTF-8 cannot come from a document. Other
** control characters, which a terminal would obey, are written as it shows them: \x1b, with the backslash escaped. */
static void add_label(const page *self, const char *separator, const char *name, vt_text value) {
    vt_buffer_printf(self->out, "%s%s=\"", separator, name);
    for (size_t i = 0; i < value.size; i++) {
        const char c = value.bytes[i];
        if (c == '\n') {
            vt_buffer_add_terminated(self->out, "\\n");
            continue;
        }
        const unsigned char byte = (unsigned char)c;
        const bool is_c1 =
            byte == 0xC2 && i + 1 < value.size && (unsigned char)value.bytes[i + 1] < 0xA0;
        if (byte < 0x20 || byte == 0x7F || is_c1) {
            const unsigned code = is_c1 ? (unsigned char)value.bytes[++i] : byte;
            vt_buffer_printf(self->out, "\\\\x%02x", code);
            continue;
        }
        if (c == '\\' || c == '"') vt_buffer_add_byte(self->out, '\\');
        vt_buffer_add_byte(self->out, c);
    }
    vt_buffer_add_byte(self->out, '"');
}

static void add_value(const page *self, uint64_t value) {
    vt_buffer_printf(self->out, "} %llu\n", (unsigned long long)value);
}

/* --------------------------------------------------------------- applications */

typedef void (*application_fn)(const page *self, const vt_source *source,
                               const vitals_live_application *application);

static void for_applications(const page *self, application_fn write) {
    vitals_live_application each;
    for (vitals_live_id id = 0; (id = vitals_live_application_next(self->view, id));) {
        if (vitals_live_application_of(self->view, id, &each, sizeof each) == VITALS_OK) {
            write(self, vt_server_source_of(self->visit->server, each.source), &each);
        }
    }
}

static void add_names(const page *self, const char *metric, const vt_source *source,
                      const vitals_live_application *application) {
    vt_buffer_add_terminated(self->out, metric);
    add_label(self, "{", "cluster", vt_source_name(source));
    add_label(self, ",", "namespace", vt_application_namespace(source, &application->key));
    add_label(self, ",", "application", application->key.name);
    add_label(self, ",", "kind", vt_text_from(vt_application_kind(application->key.manager)));
}

static void write_health(const page *self, const vt_source *source,
                         const vitals_live_application *application) {
    const char *word = vt_status_word(application->settled);
    for (unsigned i = 0; i < VT_STATUSES; i++) {
        const char *each = vt_status_word(vt_status_at(i));
        add_names(self, "vitals_application_health", source, application);
        add_label(self, ",", "health", vt_text_from(each));
        add_value(self, strcmp(word, each) == 0);
    }
}

static void write_since(const page *self, const vt_source *source,
                        const vitals_live_application *application) {
    add_names(self, "vitals_application_since_seconds", source, application);
    add_value(self, (uint64_t)(application->changed_ms > 0 ? application->changed_ms / 1000 : 0));
}

static void write_flapping(const page *self, const vt_source *source,
                           const vitals_live_application *application) {
    add_names(self, "vitals_application_flapping", source, application);
    add_value(self, application->flapping);
}

static void write_incomplete(const page *self, const vt_source *source,
                             const vitals_live_application *application) {
    add_names(self, "vitals_application_incomplete", source, application);
    add_value(self, !application->complete);
}

/* What keeps it from being healthy; no messages, of which there would be too many. */
static void write_info(const page *self, const vt_source *source,
                       const vitals_live_application *application) {
    vitals_live_row row = { .object = { .kind = VT_TEXT_INIT("") } };
    if (!vt_application_cause(self->visit->audience, application, &row)) {
        row.object.kind = row.object.name = VT_TEXT("");
    }
    add_names(self, "vitals_application_info", source, application);
    add_label(self, ",", "because_kind", row.object.kind);
    add_label(self, ",", "because_name", row.object.name);
    add_value(self, 1);
}

static const char *sync_status(vitals_live_delivery delivery) {
    if (delivery == VITALS_LIVE_DELIVERY_IN_STEP) return "Synced";
    return delivery == VITALS_LIVE_DELIVERY_UNKNOWN || delivery == VITALS_LIVE_DELIVERY_NONE
               ? "Unknown"
               : "OutOfSync";
}

/* The labels of Argo CD that alerts and boards use. */
static void write_argocd(const page *self, const vt_source *source,
                         const vitals_live_application *application) {
    if (application->key.manager != VITALS_LIVE_ARGOCD) return;
    vt_buffer_add_terminated(self->out, "argocd_app_info");
    add_label(self, "{", "namespace", vt_application_namespace(source, &application->key));
    add_label(self, ",", "name", application->key.name);
    add_label(self, ",", "project", application->project);
    add_label(self, ",", "dest_server", vt_source_name(source));
    add_label(self, ",", "sync_status", vt_text_from(sync_status(application->delivery)));
    add_label(self, ",", "health_status", vt_text_from(vt_status_word(application->settled)));
    add_value(self, 1);
}

static void add_applications(const page *self) {
    static const struct {
        const char *name, *help;
        application_fn write;
    } metrics[] = {
        { "vitals_application_health", "The settled health of an application: one of seven is 1.",
          write_health },
        { "vitals_application_since_seconds", "Unix time of the last settled change.",
          write_since },
        { "vitals_application_flapping", "Whether the health changes again and again.",
          write_flapping },
        { "vitals_application_incomplete", "Whether something is not read that may belong to it.",
          write_incomplete },
        { "vitals_application_info", "What keeps an application from being healthy.", write_info },
    };
    for (size_t i = 0; i < sizeof metrics / sizeof *metrics; i++) {
        add_head(self, metrics[i].name, "gauge", metrics[i].help);
        for_applications(self, metrics[i].write);
    }
    if (!self->visit->server->options.argocd_metrics) return;
    add_head(self, "argocd_app_info", "gauge", "Information about application, as Argo CD has it.");
    for_applications(self, write_argocd);
}

/* -------------------------------------------------------------------- sources */

static void add_resources(const page *self) {
    vitals_live_source about;
    add_head(self, "vitals_resources", "gauge", "Resources by settled health.");
    for (const vt_source *each = self->visit->server->sources; each; each = each->next) {
        if (vitals_live_source_of(self->view, each->id, &about, sizeof about) != VITALS_OK) {
            continue;
        }
        about.settled[VITALS_HEALTH_UNASSESSED] += about.settled[VITALS_HEALTH_EMPTY];
        for (unsigned i = 0; i < VT_STATUSES; i++) {
            vt_buffer_add_terminated(self->out, "vitals_resources");
            add_label(self, "{", "cluster", each->name);
            add_label(self, ",", "health", vt_text_from(vt_status_word(vt_status_at(i))));
            add_value(self, about.settled[vt_status_at(i)]);
        }
    }
}

static void add_sources(const page *self) {
    const int64_t now = vt_server_wall_ms(self->visit->server);
    vitals_live_source about;
    add_head(self, "vitals_source_up", "gauge", "Whether a cluster is followed.");
    for (const vt_source *each = self->visit->server->sources; each; each = each->next) {
        if (vitals_live_source_of(self->view, each->id, &about, sizeof about) != VITALS_OK) {
            continue;
        }
        vt_buffer_add_terminated(self->out, "vitals_source_up");
        add_label(self, "{", "cluster", each->name);
        add_value(self, about.scopes && about.synced && about.silent == 0 &&
                            about.refused < about.scopes);
    }
    add_head(self, "vitals_source_last_event_seconds", "gauge",
             "Seconds since something was heard of a cluster.");
    for (const vt_source *each = self->visit->server->sources; each; each = each->next) {
        if (!vt_source_has_last(each) ||
            vitals_live_source_of(self->view, each->id, &about, sizeof about) != VITALS_OK) {
            continue;
        }
        vt_buffer_add_terminated(self->out, "vitals_source_last_event_seconds");
        add_label(self, "{", "cluster", each->name);
        add_value(self, (uint64_t)(now > each->last_ms ? (now - each->last_ms) / 1000 : 0));
    }
}

/* Rows of kinds for which there is no check, by kind. */
typedef struct unassessed {
    const vt_source *source;
    vt_text group, kind;
    uint64_t count;
} unassessed;

static unassessed *take_kind(const page *self, vt_map *map, const vitals_live_row *row) {
    const vt_source *source = vt_server_source_of(self->visit->server, row->source);
    const vt_text key = VT_JOIN(&self->visit->memory, vt_source_name(source), VT_TEXT("\n"),
                                row->object.group, VT_TEXT("\n"), row->object.kind);
    unassessed *found = vt_text_is_absent(key) ? NULL : vt_map_get(map, key);
    if (found || vt_text_is_absent(key)) return found;
    found = vt_arena_allocate_zeroed(&self->visit->memory, sizeof *found);
    if (!found || !vt_map_put(map, key, found)) return NULL;
    *found = (unassessed){ source, row->object.group, row->object.kind, 0 };
    return found;
}

static bool is_unassessed(const vitals_live_row *row) {
    return !row->no_health &&
           (row->settled == VITALS_HEALTH_UNASSESSED || row->settled == VITALS_HEALTH_EMPTY);
}

static void count_unassessed(const page *self, vt_map *map) {
    vitals_live_row row;
    unassessed *last = NULL;
    for (vitals_live_id id = 0; (id = vitals_live_row_next(self->view, id));) {
        if (vitals_live_row_of(self->view, id, &row, sizeof row) != VITALS_OK ||
            !is_unassessed(&row)) {
            continue;
        }
        /* Names are interned, and neighbours are often of one kind. */
        if (!last || !last->source || last->source->id != row.source ||
            last->kind.bytes != row.object.kind.bytes ||
            last->group.bytes != row.object.group.bytes) {
            last = take_kind(self, map, &row);
        }
        if (last) last->count++;
    }
}

static void add_unassessed(const page *self) {
    vt_map map;
    const vt_map_entry *entry;
    vt_map_init(&map, &self->visit->server->allocator, self->visit->server->epoch);
    count_unassessed(self, &map);
    add_head(self, "vitals_unassessed", "gauge", "Resources of kinds for which there is no check.");
    for (size_t at = 0; (entry = vt_map_next(&map, &at));) {
        const unassessed *each = entry->value;
        vt_buffer_add_terminated(self->out, "vitals_unassessed");
        add_label(self, "{", "cluster", vt_source_name(each->source));
        add_label(self, ",", "group", each->group);
        add_label(self, ",", "kind", each->kind);
        add_value(self, each->count);
    }
    vt_map_done(&map);
}

static void add_seconds(const page *self, uint64_t ns) {
    vt_buffer_printf(self->out, "%llu.%09llu", (unsigned long long)(ns / 1000000000),
                     (unsigned long long)(ns % 1000000000));
}

/* Of all rules: a histogram for each would be too many series. */
static void add_assess_seconds(const page *self) {
    const vt_timing *all = vt_timings_all(self->visit->server->timings);
    uint64_t below = 0;
    add_head(self, "vitals_assess_seconds", "histogram", "CPU time of an assessment.");
    for (size_t i = 0; i < VT_TIMING_BOUNDS; i++) {
        below += all->buckets[i];
        vt_buffer_add_terminated(self->out, "vitals_assess_seconds_bucket{le=\"");
        add_seconds(self, vt_timing_bounds_us[i] * UINT64_C(1000));
        vt_buffer_add_byte(self->out, '"');
        add_value(self, below);
    }
    vt_buffer_add_terminated(self->out, "vitals_assess_seconds_bucket{le=\"+Inf\"");
    add_value(self, all->count);
    vt_buffer_add_terminated(self->out, "vitals_assess_seconds_sum ");
    add_seconds(self, all->sum_ns);
    vt_buffer_printf(self->out, "\nvitals_assess_seconds_count %llu\n",
                     (unsigned long long)all->count);
}

static void add_rule_errors(const page *self) {
    const vt_timing *each;
    add_head(self, "vitals_rule_errors_total", "counter", "Assessments in which a rule failed.");
    for (size_t at = 0; (each = vt_timings_next(self->visit->server->timings, &at));) {
        if (each->failed == 0) continue;
        vt_buffer_add_terminated(self->out, "vitals_rule_errors_total");
        add_label(self, "{", "source", vt_text_from(vitals_source_name(each->source)));
        add_label(self, ",", "rule", each->rule);
        add_value(self, each->failed);
    }
}

/* Of the process as a whole: not for those who see a part. */
static void add_process(const page *self) {
    const vt_server *server = self->visit->server;
    vitals_live_stats stats;
    if (self->visit->audience != server->audiences) return;
    add_assess_seconds(self);
    add_rule_errors(self);
    vitals_live_stats_of(server->live, &stats, sizeof stats);
    const struct {
        const char *name, *type, *help;
        uint64_t value;
    } metrics[] = {
        { "vitals_assessments_total", "counter", "Assessments so far.", stats.assessments },
        { "vitals_rows_refused", "gauge", "Objects that a limit refused.", stats.rows_refused },
        { "vitals_queued", "gauge", "Rows that wait to be assessed.", stats.queued },
        { "vitals_memory_bytes", "gauge", "Memory of rows and kept objects.", stats.bytes },
        { "vitals_sse_clients", "gauge", "Streams of events.", server->streams },
        { "vitals_sse_resets_total", "counter", "Streams that started again from a snapshot.",
          server->stream_resets },
        { "vitals_http_refused_total", "counter", "Requests whose head was refused.",
          vt_http_refused(server->http) },
    };
    for (size_t i = 0; i < sizeof metrics / sizeof *metrics; i++) {
        add_head(self, metrics[i].name, metrics[i].type, metrics[i].help);
        vt_buffer_printf(self->out, "%s %llu\n", metrics[i].name,
                         (unsigned long long)metrics[i].value);
    }
}

static void add_rule_processes(const page *self) {
    const vt_server_options *options = &self->visit->server->options;
    if (self->visit->audience != self->visit->server->audiences || !options->rules_ended) return;
    add_head(self, "vitals_rule_processes_ended_total", "counter",
             "Processes for rules that ended while they were needed.");
    vt_buffer_printf(self->out, "vitals_rule_processes_ended_total %llu\n",
                     (unsigned long long)options->rules_ended(options->rules_ended_user));
}

static void add_notifications(const page *self) {
    vt_notify_figures figures;
    if (self->visit->audience != self->visit->server->audiences ||
        !vt_notify_figures_of(self->visit->server, &figures)) {
        return;
    }
    const struct {
        const char *result;
        uint64_t value;
    } results[] = { { "sent", figures.sent },
                    { "failed", figures.failed },
                    { "dropped", figures.dropped } };
    add_head(self, "vitals_notifications_total", "counter",
             "Notifications by what became of them.");
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        vt_buffer_add_terminated(self->out, "vitals_notifications_total");
        add_label(self, "{", "result", vt_text_from(results[i].result));
        add_value(self, results[i].value);
    }
    add_head(self, "vitals_notifications_waiting", "gauge", "Notifications that wait to be sent.");
    vt_buffer_printf(self->out, "vitals_notifications_waiting %llu\n",
                     (unsigned long long)figures.waiting);
}

static void add_history(const page *self) {
    const vt_server *server = self->visit->server;
    if (self->visit->audience != server->audiences || !vt_history_is_there(server)) return;
    const struct {
        const char *name, *type, *help;
        uint64_t value;
    } metrics[] = {
        { "vitals_history_up", "gauge", "Whether history is written.", vt_history_is_on(server) },
        { "vitals_history_changes_total", "counter", "Changes that were written.",
          vt_history_written(server) },
        { "vitals_history_lost_total", "counter", "Changes that were not written.",
          vt_history_lost(server) },
    };
    for (size_t i = 0; i < sizeof metrics / sizeof *metrics; i++) {
        add_head(self, metrics[i].name, metrics[i].type, metrics[i].help);
        vt_buffer_printf(self->out, "%s %llu\n", metrics[i].name,
                         (unsigned long long)metrics[i].value);
    }
}

void vt_answer_metrics(vt_visit *visit) {
    const page self = { visit, &visit->out, visit->audience->view };
    add_applications(&self);
    add_resources(&self);
    add_unassessed(&self);
    add_sources(&self);
    add_process(&self);
    add_rule_processes(&self);
    add_notifications(&self);
    add_history(&self);
    vt_visit_send(visit, "text/plain; version=0.0.4; charset=utf-8");
}
