/* What is read from the live: views, pages, changes, applications. */
#include <stddef.h>
#include <stdio.h>

#include "binding/binding.h"

/* --------------------------------------------------------------------- views */

typedef struct lists {
    const vt_value *sources, *namespaces, *projects, *applications;
} lists;

static const vt_request_member list_members[] = {
    { "applications", VT_REQUEST_LIST, offsetof(lists, applications) },
    { "namespaces", VT_REQUEST_LIST, offsetof(lists, namespaces) },
    { "projects", VT_REQUEST_LIST, offsetof(lists, projects) },
    { "sources", VT_REQUEST_LIST, offsetof(lists, sources) },
};

/* The strings of a list, in an array that the arena owns. */
static vitals_status read_texts(vitals_binding *binding, vt_arena *arena, const vt_value *list,
                                const vitals_text **out, size_t *count) {
    vitals_text *texts = vt_arena_allocate_array(arena, vt_value_count(list) + 1, sizeof *texts);
    if (!texts) return VITALS_ENOMEM;
    *out = texts;
    for (const vt_value *item = vt_array_first(list); item; item = vt_array_next(list, item)) {
        if (!vt_value_is_string(item)) {
            return vt_binding_refuse(binding, "a filter holds something that is not a string");
        }
        texts[(*count)++] = vt_value_text(item);
    }
    return VITALS_OK;
}

static vitals_status make_view(vitals_binding *binding, const lists *given, vt_arena *arena,
                               vitals_live_view **out) {
    vitals_live_filter filter = VITALS_LIVE_FILTER_INIT;
    vitals_status status =
        read_texts(binding, arena, given->sources, &filter.sources, &filter.source_count);
    if (!status) {
        status = read_texts(binding, arena, given->namespaces, &filter.namespaces,
                            &filter.namespace_count);
    }
    if (!status) {
        status =
            read_texts(binding, arena, given->projects, &filter.projects, &filter.project_count);
    }
    if (!status) {
        status = read_texts(binding, arena, given->applications, &filter.applications,
                            &filter.application_count);
    }
    return status ? status : vitals_live_view_new(binding->live, &filter, out);
}

int64_t vitals_binding_live_view(vitals_binding *binding, const char *bytes, size_t size) {
    lists given = { 0 };
    vitals_live_view *view = NULL;
    vt_arena arena;
    vt_binding_begin(binding);
    if (!binding->live) return VITALS_EINVAL;
    vt_arena_init(&arena, &binding->memory, 0);
    vitals_status status = vt_binding_parse(binding, bytes, size);
    if (!status) {
        status = VT_BINDING_READ(binding, vt_document_root(binding->request), list_members, &given);
    }
    if (!status) status = make_view(binding, &given, &arena, &view);
    vt_arena_done(&arena);
    if (status) return vt_binding_end(binding, status);
    const int64_t id = vt_handles_add(&binding->views, &binding->memory, view);
    if (id < 0) vitals_live_view_free(view);
    return id;
}

int32_t vitals_binding_live_view_free(vitals_binding *binding, int64_t view) {
    vt_binding_begin(binding);
    vitals_live_view *item = vt_handles_take(&binding->views, view);
    vitals_live_view_free(item);
    return item ? VITALS_OK : VITALS_ENOTFOUND;
}

/* Begin a call that reads a view. NULL: there is no such view. */
static vitals_live_view *begin(vitals_binding *binding, int64_t view) {
    vt_binding_begin(binding);
    return vt_handles_find(&binding->views, view);
}

/* ---------------------------------------------------------------- rows as JSON */

static void add_id(vt_json_writer *writer, const char *name, vitals_live_id id) {
    char text[24];
    if (id == 0) return;
    snprintf(text, sizeof text, "%llu", (unsigned long long)id);
    vt_json_add_word(writer, name, text);
}

static void add_time(vt_json_writer *writer, const char *name, int64_t ms) {
    if (ms != VITALS_LIVE_NEVER) vt_json_add_integer(writer, name, ms);
}

/* Marks are written only where they are set. */
static void add_mark(vt_json_writer *writer, const char *name, bool value) {
    if (value) vt_json_add_bool(writer, name, true);
}

static void add_health(vt_json_writer *writer, const char *name, vitals_health health) {
    vt_json_add_word(writer, name, vitals_health_name(health));
}

static void write_row(vt_json_writer *item, const vitals_live_row *row) {
    add_id(item, "id", row->id);
    add_id(item, "source", row->source);
    add_id(item, "scope", row->scope);
    add_id(item, "owner", row->owner);
    add_id(item, "application", row->application);
    vt_json_add_text(item, "uid", row->object.uid);
    vt_json_add_text(item, "group", row->object.group);
    vt_json_add_text(item, "kind", row->object.kind);
    vt_json_add_text(item, "namespace", row->object.namespace_);
    vt_json_add_text(item, "name", row->object.name);
    vt_json_add_text(item, "resourceVersion", row->resource_version);
    if (row->removed) {
        vt_json_add_bool(item, "removed", true);
        return;
    }
    if (!row->no_health) {
        add_health(item, "health", row->health);
        add_health(item, "settled", row->settled);
        vt_json_add_text(item, "message", row->message);
        vt_json_add_word(item, "decidedBy", vitals_source_name(row->decided));
        vt_json_add_text_if(item, "rule", row->rule);
    }
    if (row->kstatus) vt_json_add_word(item, "kstatus", vitals_kstatus_name(row->kstatus));
    if (row->delivery) {
        vt_json_add_word(item, "delivery", vitals_live_delivery_name(row->delivery));
    }
    add_time(item, "sinceMs", row->since_ms);
    add_time(item, "changedMs", row->changed_ms);
    add_time(item, "settlesMs", row->settles_ms);
    vt_json_add_bool(item, "counted", row->counted);
    add_mark(item, "noHealth", row->no_health);
    add_mark(item, "failed", row->failed);
    add_mark(item, "stale", row->stale);
    add_mark(item, "terminal", row->terminal);
    add_mark(item, "flapping", row->flapping);
    add_mark(item, "olderRules", row->older_engine);
}

/* Counts of statuses that occur. */
static void write_counts(vt_json_writer *writer, const char *name, const uint64_t *counts) {
    vt_json_writer item = vt_json_add_object(writer, name);
    for (int i = 0; i < VITALS_HEALTH_COUNT; i++) {
        if (counts[i]) {
            vt_json_add_unsigned(&item, vitals_health_name((vitals_health)i), counts[i]);
        }
    }
    vt_json_close(&item);
}

static void write_application(vt_json_writer *item, const vitals_live_application *application) {
    add_id(item, "id", application->id);
    add_id(item, "source", application->source);
    add_id(item, "object", application->object);
    vt_json_add_word(item, "manager", vitals_live_manager_name(application->key.manager));
    vt_json_add_text(item, "namespace", application->key.namespace_);
    vt_json_add_text(item, "name", application->key.name);
    vt_json_add_text_if(item, "project", application->project);
    if (application->removed) {
        vt_json_add_bool(item, "removed", true);
        return;
    }
    add_health(item, "health", application->health);
    add_health(item, "settled", application->settled);
    vt_json_add_bool(item, "complete", application->complete);
    if (application->incomplete) vt_json_add_word(item, "incomplete", application->incomplete);
    if (application->delivery) {
        vt_json_add_word(item, "delivery", vitals_live_delivery_name(application->delivery));
    }
    vt_json_add_unsigned(item, "members", application->members);
    vt_json_add_unsigned(item, "absent", application->absent);
    if (application->lost) vt_json_add_unsigned(item, "lost", application->lost);
    write_counts(item, "counted", application->counted);
    add_time(item, "changedMs", application->changed_ms);
    add_mark(item, "flapping", application->flapping);
}

static void write_position(vt_json_writer *result, const vitals_live_position *position) {
    vt_json_writer item = vt_json_add_object(result, "position");
    vt_json_add_unsigned(&item, "epoch", position->epoch);
    vt_json_add_unsigned(&item, "sequence", position->sequence);
    vt_json_close(&item);
}

/* ----------------------------------------------------------------- snapshots */

static void write_view_counts(vt_json_writer *result, const vitals_live_view *view) {
    vitals_live_counts counts;
    vitals_live_counts_of(view, &counts, sizeof counts);
    vt_json_writer item = vt_json_add_object(result, "counts");
    vt_json_add_unsigned(&item, "rows", counts.rows);
    vt_json_add_unsigned(&item, "applications", counts.applications);
    vt_json_add_unsigned(&item, "noHealth", counts.no_health);
    write_counts(&item, "health", counts.health);
    write_counts(&item, "settled", counts.settled);
    write_counts(&item, "applicationSettled", counts.application_settled);
    vt_json_close(&item);
}

static void write_sources(vt_json_writer *result, const vitals_live_view *view) {
    vt_json_writer list = vt_json_add_array(result, "sources");
    vitals_live_source source;
    for (vitals_live_id id = 0; (id = vitals_live_source_next(view, id));) {
        if (vitals_live_source_of(view, id, &source, sizeof source)) continue;
        vt_json_writer item = vt_json_add_object(&list, NULL);
        add_id(&item, "id", source.id);
        vt_json_add_text(&item, "name", source.name);
        vt_json_add_word(&item, "profile", vitals_profile_name(source.profile));
        vt_json_add_unsigned(&item, "rows", source.rows);
        vt_json_add_bool(&item, "synced", source.synced);
        vt_json_close(&item);
    }
    vt_json_close(&list);
}

static void write_scope(vt_json_writer *item, const vitals_live_scope *scope) {
    add_id(item, "id", scope->id);
    add_id(item, "source", scope->source);
    vt_json_add_text_if(item, "group", scope->key.group);
    vt_json_add_text_if(item, "kind", scope->key.kind);
    vt_json_add_text_if(item, "namespace", scope->key.namespace_);
    vt_json_add_word(item, "state", vitals_live_state_name(scope->state));
    vt_json_add_text(item, "reason", scope->reason);
    vt_json_add_bool(item, "synced", scope->synced);
    vt_json_add_unsigned(item, "rows", scope->rows);
}

static void write_scopes(vt_json_writer *result, const vitals_live_view *view) {
    vt_json_writer list = vt_json_add_array(result, "scopes");
    vitals_live_scope scope;
    for (vitals_live_id id = 0; (id = vitals_live_scope_next(view, id));) {
        if (vitals_live_scope_of(view, id, &scope, sizeof scope)) continue;
        vt_json_writer item = vt_json_add_object(&list, NULL);
        write_scope(&item, &scope);
        vt_json_close(&item);
    }
    vt_json_close(&list);
}

static void write_applications(vt_json_writer *result, const vitals_live_view *view) {
    vt_json_writer list = vt_json_add_array(result, "applications");
    vitals_live_application application;
    for (vitals_live_id id = 0; (id = vitals_live_application_next(view, id));) {
        if (vitals_live_application_of(view, id, &application, sizeof application)) continue;
        vt_json_writer item = vt_json_add_object(&list, NULL);
        write_application(&item, &application);
        vt_json_close(&item);
    }
    vt_json_close(&list);
}

/* Write rows after `*last`, which becomes the last one that was written, or 0 at the end. */
static void write_rows(vt_json_writer *result, const vitals_live_view *view, vitals_live_id *last,
                       size_t most) {
    vt_json_writer list = vt_json_add_array(result, "rows");
    vitals_live_row row;
    vitals_live_id id = vitals_live_row_next(view, *last);
    for (; id && most > 0; most--) {
        *last = id;
        if (!vitals_live_row_of(view, id, &row, sizeof row)) {
            vt_json_writer item = vt_json_add_object(&list, NULL);
            write_row(&item, &row);
            vt_json_close(&item);
        }
        id = vitals_live_row_next(view, id);
    }
    if (id == 0) *last = 0;
    vt_json_close(&list);
}

int32_t vitals_binding_live_snapshot(vitals_binding *binding, int64_t view, int64_t after,
                                     size_t most_rows) {
    const vitals_live_view *from = begin(binding, view);
    vitals_live_id last = (vitals_live_id)after;
    vitals_live_position head;
    if (!from) return VITALS_ENOTFOUND;
    vitals_live_head(from, &head, sizeof head);
    vt_json_writer result = vt_json_open_object(&binding->text);
    write_position(&result, &head);
    if (after == 0) {
        write_view_counts(&result, from);
        write_sources(&result, from);
        write_scopes(&result, from);
        write_applications(&result, from);
    }
    write_rows(&result, from, &last, most_rows);
    add_id(&result, "after", last);
    vt_json_close(&result);
    return vt_binding_end_text(binding);
}

/* ------------------------------------------------------------------- changes */

static const char *const kinds[] = { "row-added",           "row-changed",
                                     "row-removed",         "application-added",
                                     "application-changed", "application-removed",
                                     "scope-changed" };

/* What changed, as it is now: a removed thing may be gone. */
static void write_subject(vt_json_writer *item, const vitals_live_view *view,
                          const vitals_live_change *change) {
    vitals_live_row row;
    vitals_live_application application;
    vitals_live_scope scope;
    if (change->kind <= VITALS_LIVE_ROW_REMOVED) {
        if (vitals_live_row_of(view, change->subject, &row, sizeof row)) return;
        vt_json_writer inner = vt_json_add_object(item, "row");
        write_row(&inner, &row);
        vt_json_close(&inner);
    } else if (change->kind <= VITALS_LIVE_APPLICATION_REMOVED) {
        if (vitals_live_application_of(view, change->subject, &application, sizeof application)) {
            return;
        }
        vt_json_writer inner = vt_json_add_object(item, "application");
        write_application(&inner, &application);
        vt_json_close(&inner);
    } else if (!vitals_live_scope_of(view, change->subject, &scope, sizeof scope)) {
        vt_json_writer inner = vt_json_add_object(item, "scope");
        write_scope(&inner, &scope);
        vt_json_close(&inner);
    }
}

static void write_change(vt_json_writer *list, const vitals_live_view *view,
                         const vitals_live_change *change) {
    vt_json_writer item = vt_json_add_object(list, NULL);
    vt_json_add_unsigned(&item, "sequence", change->sequence);
    vt_json_add_integer(&item, "atMs", change->at_ms);
    vt_json_add_word(&item, "kind", kinds[change->kind]);
    add_id(&item, "subject", change->subject);
    add_health(&item, "from", change->from);
    add_health(&item, "to", change->to);
    add_health(&item, "settledFrom", change->settled_from);
    add_health(&item, "settledTo", change->settled_to);
    write_subject(&item, view, change);
    vt_json_close(&item);
}

enum { CHANGES_AT_ONCE = 64 };

int32_t vitals_binding_live_changes(vitals_binding *binding, int64_t view, int64_t epoch,
                                    int64_t sequence, size_t most) {
    const vitals_live_view *from = begin(binding, view);
    vitals_live_position position = { (uint64_t)epoch, (uint64_t)sequence };
    vitals_live_change changes[CHANGES_AT_ONCE];
    if (!from) return VITALS_ENOTFOUND;
    vt_json_writer result = vt_json_open_object(&binding->text);
    vt_json_writer list = vt_json_add_array(&result, "changes");
    for (size_t count; most > 0; most -= count) {
        const size_t room = most < CHANGES_AT_ONCE ? most : CHANGES_AT_ONCE;
        vitals_status status =
            vitals_live_changes(from, &position, changes, room, sizeof changes[0], &count);
        if (status) return vt_binding_end(binding, status);
        for (size_t i = 0; i < count; i++) write_change(&list, from, &changes[i]);
        if (count == 0) break;
    }
    vt_json_close(&list);
    write_position(&result, &position);
    vt_json_close(&result);
    return vt_binding_end_text(binding);
}

/* -------------------------------------------------------------- one of a kind */

static void write_members(vt_json_writer *result, const vitals_live_view *view,
                          vitals_live_id application, size_t most) {
    vt_json_writer list = vt_json_add_array(result, "rows");
    vitals_live_row row;
    for (vitals_live_id id = 0; most > 0 && (id = vitals_live_member_next(view, application, id));
         most--) {
        if (vitals_live_row_of(view, id, &row, sizeof row)) continue;
        vt_json_writer item = vt_json_add_object(&list, NULL);
        write_row(&item, &row);
        vt_json_close(&item);
    }
    vt_json_close(&list);
}

int32_t vitals_binding_live_application(vitals_binding *binding, int64_t view, int64_t application,
                                        size_t most) {
    vitals_live_view *from = begin(binding, view);
    vitals_live_application found;
    vt_text message;
    if (!from) return VITALS_ENOTFOUND;
    const vitals_live_id id = (vitals_live_id)application;
    vitals_status status = vitals_live_application_of(from, id, &found, sizeof found);
    if (!status) status = vitals_live_application_message(from, id, &message);
    if (status) return vt_binding_end(binding, status);
    vt_json_writer result = vt_json_open_object(&binding->text);
    write_application(&result, &found);
    vt_json_add_text(&result, "message", message);
    write_members(&result, from, id, most);
    vt_json_close(&result);
    return vt_binding_end_text(binding);
}

int32_t vitals_binding_live_object(vitals_binding *binding, int64_t view, int64_t row) {
    const vitals_live_view *from = begin(binding, view);
    vt_text json;
    if (!from) return VITALS_ENOTFOUND;
    vitals_status status = vitals_live_row_json(from, (vitals_live_id)row, &json);
    if (status) return vt_binding_end(binding, status);
    binding->result = json;
    return VITALS_OK;
}
