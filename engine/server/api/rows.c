/* Rows of resources and applications as JSON. */
#include "server/api/rows.h"

#include <stdio.h>

#include "base/text/percent.h"
#include "server/feed/changes.h"
#include "server/http/checks.h"

enum {
    MESSAGE_BYTES = 200, /* of a cause in a list; the whole text is in the details */
    CAUSE_LOOKS = 512,   /* objects looked at to find a cause */
    CAUSE_DEPTH = 8
};

void vt_json_add_counts(vt_json_writer *writer, const char *name,
                        const uint64_t by_health[VITALS_HEALTH_COUNT]) {
    vt_json_writer array = vt_json_add_array(writer, name);
    for (unsigned i = 0; i < VT_STATUSES; i++) {
        const vitals_health health = vt_status_at(i);
        uint64_t count = by_health[health];
        if (health == VITALS_HEALTH_UNASSESSED) count += by_health[VITALS_HEALTH_EMPTY];
        vt_json_add_unsigned(&array, NULL, count);
    }
    vt_json_close(&array);
}

/* ------------------------------------------------------------------ identities */

static bool is_plain(vt_text uid) {
    for (size_t i = 0; i < uid.size; i++) {
        if (!vt_is_alphanumeric(uid.bytes[i]) && uid.bytes[i] != '-') return false;
    }
    return uid.size > 0;
}

/* The UID, or the names where there is none that could be in a URL. */
static void add_id(vt_json_writer *writer, const char *name, const vitals_live_object *object,
                   vt_buffer *scratch) {
    vt_buffer_clear(scratch);
    if (is_plain(object->uid)) {
        vt_buffer_add(scratch, object->uid);
    } else {
        const vt_text parts[] = { object->group, object->kind, object->namespace_, object->name };
        for (size_t i = 0; i < 4; i++) {
            if (i) vt_buffer_add_terminated(scratch, "%2F");
            vt_percent_encode(scratch, parts[i]);
        }
    }
    vt_json_add_text(writer, name, vt_buffer_text(scratch));
}

vitals_live_id vt_row_find_id(vt_audience *audience, const vt_source *source, vt_text id) {
    vitals_live_object object = { .uid = id };
    vt_text parts[4], rest = id;
    size_t count = 0;
    if (vt_text_find_byte(id, '/', 0) == SIZE_MAX && vt_text_find_byte(id, '%', 0) == SIZE_MAX) {
        return vitals_live_row_find(audience->view, source->id, &object);
    }
    while (count < 3 && vt_text_split(&rest, '/', &parts[count])) count++;
    if (count < 3 || vt_text_is_absent(rest)) return 0;
    parts[3] = rest;
    object = (vitals_live_object){ VT_TEXT_ABSENT, parts[0], parts[1], parts[2], parts[3] };
    return vitals_live_row_find(audience->view, source->id, &object);
}

vt_text vt_application_namespace(const vt_source *source, const vitals_live_application_key *key) {
    if (key->namespace_.size) return key->namespace_;
    if (key->manager == VITALS_LIVE_NAMESPACE) return key->name;
    const vt_text own = source ? source->options.argocd_namespace : VT_TEXT_ABSENT;
    return own.size ? own : VT_TEXT("argocd");
}

const char *vt_application_kind(vitals_live_manager manager) {
    return manager == VITALS_LIVE_NAMESPACE ? "App" : vitals_live_manager_name(manager);
}

vitals_live_id vt_application_find(vt_audience *audience, const vt_source *source,
                                   vt_text namespace_, vt_text name, vt_text kind) {
    for (int i = VITALS_LIVE_ARGOCD; i <= VITALS_LIVE_NAMESPACE; i++) {
        vitals_live_application_key key = { (vitals_live_manager)i, namespace_, name };
        if (kind.size && !vt_text_is(kind, vt_application_kind(key.manager))) continue;
        vitals_live_id found = vitals_live_application_find(audience->view, source->id, &key);
        key.namespace_ = VT_TEXT("");
        if (!found && vt_text_equal(vt_application_namespace(source, &key), namespace_)) {
            found = vitals_live_application_find(audience->view, source->id, &key);
        }
        if (found) return found;
    }
    return 0;
}

vt_source *vt_visit_source(vt_visit *visit) {
    vt_source *source = vt_audience_find_source(visit->audience, visit->parameters[0]);
    if (!source) vt_visit_not_found(visit, "this cluster");
    return source;
}

bool vt_visit_application(vt_visit *visit, vitals_live_application *out) {
    const vt_source *source = vt_visit_source(visit);
    if (!source) return false;
    const vitals_live_id id =
        vt_application_find(visit->audience, source, visit->parameters[1], visit->parameters[2],
                            vt_visit_query(visit, "kind"));
    if (id &&
        vitals_live_application_of(visit->audience->view, id, out, sizeof *out) == VITALS_OK) {
        return true;
    }
    vt_visit_not_found(visit, "this application");
    return false;
}

/* ----------------------------------------------------------------------- causes */

typedef struct cause_search {
    vitals_live_view *view;
    vitals_live_id best;
    int severity, depth;
    int looks;
} cause_search;

/* The worst descendant, of equal ones the deepest. A healthy owner is looked through. */
static void search_cause(cause_search *search, vitals_live_id id, int depth) {
    vitals_live_row row;
    for (vitals_live_id child = 0;
         depth < CAUSE_DEPTH && (child = vitals_live_child_next(search->view, id, child));) {
        if (--search->looks < 0) return;
        if (vitals_live_row_of(search->view, child, &row, sizeof row) != VITALS_OK) continue;
        const int severity = vitals_health_severity(row.health);
        if (severity > search->severity ||
            (severity == search->severity && severity > 1 && depth > search->depth)) {
            search->best = child;
            search->severity = severity;
            search->depth = depth;
        }
        search_cause(search, child, depth + 1);
    }
}

vitals_live_id vt_row_cause(vt_audience *audience, vitals_live_id id) {
    /* What only progresses explains nothing that is worse, but what is worse explains what progresses. */
    cause_search search = { audience->view, id, 1, -1, CAUSE_LOOKS };
    vitals_live_row row;
    if (vitals_live_row_of(audience->view, id, &row, sizeof row) == VITALS_OK &&
        row.health == VITALS_HEALTH_DEGRADED) {
        search.severity = vitals_health_severity(VITALS_HEALTH_PROGRESSING);
    }
    search_cause(&search, id, 0);
    return search.best;
}

/* ------------------------------------------------------------------------- rows */

static void add_health(vt_json_writer *writer, vitals_health settled, vitals_health raw) {
    vt_json_add_word(writer, "s", vt_status_word(settled));
    if (raw != settled) vt_json_add_word(writer, "raw", vt_status_word(raw));
}

/* Since when: what the object says, else when it was observed, which is "at least" for what was so when we
** came. */
static void add_since(const vt_source *source, int64_t says_ms, int64_t observed_ms,
                      vt_json_writer *writer) {
    const bool says = says_ms != VITALS_LIVE_NEVER && says_ms > 0;
    vt_json_add_time(writer, "since", says ? says_ms : observed_ms);
    const bool first = !source || source->synced_ms == 0 || observed_ms <= source->synced_ms;
    if (!says && first) vt_json_add_bool(writer, "atLeast", true);
}

static void add_rule(vt_json_writer *writer, const vitals_live_row *row) {
    if (row->decided == VITALS_SOURCE_NONE) return;
    vt_json_writer by = vt_json_add_object(writer, "by");
    vt_json_add_text(&by, "rule",
                     row->rule.size ? row->rule : vt_text_from(vitals_source_name(row->decided)));
    vt_json_add_word(&by, "source", vitals_source_name(row->decided));
    vt_json_close(&by);
}

static void add_application_of(vt_audience *audience, const vt_source *source,
                               const vitals_live_row *row, vt_json_writer *writer) {
    vitals_live_application application;
    if (!row->application ||
        vitals_live_application_of(audience->view, row->application, &application,
                                   sizeof application) != VITALS_OK) {
        return;
    }
    vt_json_writer app = vt_json_add_array(writer, "app");
    vt_json_add_text(&app, NULL, vt_application_namespace(source, &application.key));
    vt_json_add_text(&app, NULL, application.key.name);
    vt_json_add_word(&app, NULL, vt_application_kind(application.key.manager));
    vt_json_close(&app);
}

static void add_owner(vt_audience *audience, const vitals_live_row *row, vt_json_writer *writer,
                      vt_buffer *scratch) {
    vitals_live_row owner;
    if (!row->owner ||
        vitals_live_row_of(audience->view, row->owner, &owner, sizeof owner) != VITALS_OK) {
        return;
    }
    add_id(writer, "own", &owner.object, scratch);
}

void vt_row_write(vt_audience *audience, const vitals_live_row *row, vt_json_writer *writer) {
    const vt_source *source = vt_server_source_of(audience->server, row->source);
    vt_buffer scratch;
    vt_buffer_init(&scratch, &audience->server->allocator, 65536);
    vt_json_add_text(writer, "c", vt_source_name(source));
    add_id(writer, "id", &row->object, &scratch);
    vt_json_add_text(writer, "g", row->object.group);
    vt_json_add_text(writer, "k", row->object.kind);
    vt_json_add_text(writer, "ns", row->object.namespace_);
    vt_json_add_text(writer, "n", row->object.name);
    if (!row->no_health) add_health(writer, row->settled, row->health);
    vt_json_add_time(writer, "until", row->settles_ms);
    vt_json_add_text(writer, "m", row->message);
    add_since(source, row->since_ms, row->changed_ms, writer);
    add_rule(writer, row);
    add_application_of(audience, source, row, writer);
    add_owner(audience, row, writer, &scratch);
    vt_json_add_time(writer, "changed", row->changed_ms);
    if (row->flapping) vt_json_add_unsigned(writer, "flaps", 1);
    vt_buffer_done(&scratch);
}

/* ----------------------------------------------------------------- applications */

static void add_cut(vt_json_writer *writer, const char *name, vt_text text) {
    const vt_text cut = vt_text_cut(text, MESSAGE_BYTES);
    if (cut.size == text.size) {
        vt_json_add_text(writer, name, text);
        return;
    }
    char room[MESSAGE_BYTES + 4];
    snprintf(room, sizeof room, "%.*s…", VT_TEXT_ARG(cut));
    vt_json_add_word(writer, name, room);
}

static void add_cause(vt_json_writer *writer, const vitals_live_row *cause, vt_text message) {
    vt_json_writer because = vt_json_add_object(writer, "w");
    vt_json_add_text(&because, "k", cause->object.kind);
    vt_json_add_text(&because, "n", cause->object.name);
    vt_json_add_text(&because, "ns", cause->object.namespace_);
    add_cut(&because, "m", message);
    vt_json_add_text_if(&because, "uid", cause->object.uid);
    vt_json_close(&because);
}

/* Absent objects have no row: the message names them. */
static void add_absent_cause(vt_audience *audience, const vitals_live_application *application,
                             vt_json_writer *writer) {
    vitals_live_row none = { .object = { .name = application->key.name } };
    vt_text message = VT_TEXT("");
    none.object.kind = vt_text_from(vt_application_kind(application->key.manager));
    none.object.namespace_ = application->key.namespace_;
    if (vitals_live_application_message(audience->view, application->id, &message) != VITALS_OK) {
        return;
    }
    add_cause(writer, &none, message);
}

/* The row that makes an application what it is; false: none does. */
static bool worst_of(vt_audience *audience, const vitals_live_application *application,
                     vitals_live_row *worst) {
    const vitals_live_id first = vitals_live_member_next(audience->view, application->id, 0);
    return first && vitals_live_row_of(audience->view, first, worst, sizeof *worst) == VITALS_OK &&
           worst->counted &&
           vitals_health_severity(worst->health) >= vitals_health_severity(application->settled);
}

static bool needs_cause(const vitals_live_application *application) {
    return vitals_health_severity(application->settled) > 1 ||
           vitals_health_severity(application->health) > 1;
}

static void add_delivery(vt_audience *audience, const vitals_live_application *application,
                         vt_json_writer *writer) {
    vitals_live_delivery_info info;
    if (!application->object || vitals_live_delivery_of(audience->view, application->object, &info,
                                                        sizeof info) != VITALS_OK) {
        return;
    }
    vt_json_writer delivery = vt_json_add_object(writer, "delivery");
    vt_json_add_word(&delivery, "s", vitals_live_delivery_name(info.state));
    add_cut(&delivery, "m", info.message);
    vt_json_add_text_if(&delivery, "rev", info.applied.size ? info.applied : info.wanted);
    if (info.applied.size && info.wanted.size && !vt_text_equal(info.applied, info.wanted)) {
        vt_json_add_text(&delivery, "wanted", info.wanted);
    }
    vt_json_close(&delivery);
}

/* The application is as it is since its worst row is, where that says so. */
static int64_t since_of(const vitals_live_application *application, const vitals_live_row *worst) {
    const int64_t says = worst ? worst->since_ms : VITALS_LIVE_NEVER;
    return says < application->changed_ms ? says : VITALS_LIVE_NEVER;
}

static void add_sky(const vt_audience *audience, const vitals_live_application *application,
                    vt_json_writer *writer) {
    char sky[VT_SKY_HOURS + 1];
    vt_changes_sky(audience->changes, application, vt_server_wall_ms(audience->server), sky);
    vt_json_add_word(writer, "sky", sky);
}

bool vt_application_cause(vt_audience *audience, const vitals_live_application *application,
                          vitals_live_row *out) {
    vitals_live_row worst;
    return needs_cause(application) && worst_of(audience, application, &worst) &&
           vitals_live_row_of(audience->view, vt_row_cause(audience, worst.id), out, sizeof *out) ==
               VITALS_OK;
}

void vt_application_write(vt_audience *audience, const vitals_live_application *application,
                          vt_json_writer *writer) {
    const vt_source *source = vt_server_source_of(audience->server, application->source);
    vitals_live_row worst, cause;
    const bool has_worst = needs_cause(application) && worst_of(audience, application, &worst);
    vt_json_add_text(writer, "c", vt_source_name(source));
    vt_json_add_text(writer, "ns", vt_application_namespace(source, &application->key));
    vt_json_add_text(writer, "n", application->key.name);
    vt_json_add_word(writer, "k", vt_application_kind(application->key.manager));
    vt_json_add_text_if(writer, "project", application->project);
    add_health(writer, application->settled, application->health);
    if (has_worst) vt_json_add_time(writer, "until", worst.settles_ms);
    add_since(source, since_of(application, has_worst ? &worst : NULL), application->changed_ms,
              writer);
    if (has_worst && vitals_live_row_of(audience->view, vt_row_cause(audience, worst.id), &cause,
                                        sizeof cause) == VITALS_OK) {
        add_cause(writer, &cause, cause.message);
    } else if (needs_cause(application)) {
        add_absent_cause(audience, application, writer);
    }
    vt_json_add_counts(writer, "counts", application->counted);
    if (!application->complete) vt_json_add_word(writer, "incomplete", application->incomplete);
    add_delivery(audience, application, writer);
    add_sky(audience, application, writer);
    if (application->flapping) vt_json_add_unsigned(writer, "flaps", 1);
}

void vt_removed_write(vt_audience *audience, bool application, vitals_live_id id,
                      vt_json_writer *writer) {
    vitals_live_row row;
    vitals_live_application app;
    vt_json_add_word(writer, "kind", application ? "application" : "resource");
    if (application) {
        if (vitals_live_application_of(audience->view, id, &app, sizeof app) != VITALS_OK) return;
        const vt_source *source = vt_server_source_of(audience->server, app.source);
        vt_json_add_text(writer, "c", vt_source_name(source));
        vt_json_add_text(writer, "ns", vt_application_namespace(source, &app.key));
        vt_json_add_text(writer, "n", app.key.name);
        vt_json_add_word(writer, "k", vt_application_kind(app.key.manager));
        return;
    }
    if (vitals_live_row_of(audience->view, id, &row, sizeof row) != VITALS_OK) return;
    const vt_source *source = vt_server_source_of(audience->server, row.source);
    vt_buffer scratch;
    vt_buffer_init(&scratch, &audience->server->allocator, 65536);
    vt_json_add_text(writer, "c", vt_source_name(source));
    add_id(writer, "id", &row.object, &scratch);
    vt_buffer_done(&scratch);
}

/* --------------------------------------------------------------------- clusters */

static const char *state_of(const vt_audience *audience, const vt_source *source,
                            const vitals_live_source *about) {
    if (source->trouble.size && (about->scopes == 0 || !about->synced)) return "unreachable";
    if (about->scopes == 0 || about->listing > 0) return "listing";
    if (about->refused == about->scopes) return "failed";
    if (vt_source_is_silent(source, vt_server_wall_ms(audience->server))) return "silent";
    return about->silent > 0 ? "reconnecting" : "live";
}

/* Why scopes of a source are not live, as far as the audience sees them. */
static void add_errors(vt_audience *audience, const vt_source *source, vt_json_writer *writer) {
    enum { MOST = 20 };
    vitals_live_scope scope;
    int count = 0;
    vt_json_writer errors = vt_json_add_array(writer, "errors");
    if (source->trouble.size) vt_json_add_text(&errors, NULL, vt_buffer_text(&source->trouble));
    for (vitals_live_id id = 0;
         (id = vitals_live_scope_next(audience->view, id)) && count < MOST;) {
        if (vitals_live_scope_of(audience->view, id, &scope, sizeof scope) != VITALS_OK ||
            scope.source != source->id || scope.reason.size == 0 ||
            (scope.state != VITALS_LIVE_SILENT && scope.state != VITALS_LIVE_REFUSED)) {
            continue;
        }
        vt_json_add_text(&errors, NULL, scope.reason);
        count++;
    }
    vt_json_close(&errors);
}

void vt_cluster_write(vt_audience *audience, const vt_source *source, vt_json_writer *writer) {
    vitals_live_source about;
    if (vitals_live_source_of(audience->view, source->id, &about, sizeof about) != VITALS_OK) {
        return;
    }
    vt_json_add_text(writer, "c", source->name);
    vt_json_add_word(writer, "state", state_of(audience, source, &about));
    if (vt_source_has_last(source)) vt_json_add_time(writer, "last", source->last_ms);
    vt_json_add_counts(writer, "counts", about.settled);
    vt_json_add_counts(writer, "applications", about.application_settled);
    add_errors(audience, source, writer);
}
