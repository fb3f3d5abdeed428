/* Who sees what. */
#include "server/http/access.h"

#include "server/feed/changes.h"
#include "server/feed/events.h"

typedef struct text_list {
    vt_text *items;
    size_t count;
} text_list;

typedef struct rule {
    text_list groups, users;
    text_list seen[4]; /* clusters, namespaces, projects, applications */
    vt_audience *audience;
} rule;

struct vt_access {
    vt_arena memory;
    rule *rules;
    size_t count;
};

/* ------------------------------------------------------------------- the file */

static const struct {
    const char *name;
    size_t at;
} lists[] = {
    { "groups", offsetof(rule, groups) },    { "users", offsetof(rule, users) },
    { "clusters", offsetof(rule, seen[0]) }, { "namespaces", offsetof(rule, seen[1]) },
    { "projects", offsetof(rule, seen[2]) }, { "applications", offsetof(rule, seen[3]) }
};

enum { LISTS = sizeof lists / sizeof *lists };

/* NULL: success; else what is wrong. */
static const char *read_list(vt_access *access, const vitals_value *value, text_list *out) {
    const vitals_value *item;
    uint64_t cursor = 0;
    if (vitals_value_type_of(value) != VITALS_VALUE_LIST) return "is not a list of names";
    if (vitals_value_count(value) == 0) return "is empty: leave it out to allow all";
    out->items =
        vt_arena_allocate_array(&access->memory, vitals_value_count(value), sizeof *out->items);
    if (!out->items) return "needs more memory";
    while (vitals_value_next(value, &cursor, NULL, &item) == VITALS_OK) {
        const vt_text text = vitals_value_string(item);
        if (text.size == 0) return "has something that is not a name";
        out->items[out->count] = vt_arena_copy(&access->memory, text);
        if (vt_text_is_absent(out->items[out->count++])) return "needs more memory";
    }
    return NULL;
}

static size_t find_list(vt_text key) {
    size_t i = 0;
    while (i < LISTS && !vt_text_is(key, lists[i].name)) i++;
    return i;
}

static const char *read_rule(vt_access *access, const vitals_value *value, rule *out,
                             vt_text *key) {
    const vitals_value *member;
    uint64_t cursor = 0;
    if (vitals_value_type_of(value) != VITALS_VALUE_MAP) return "is not a rule";
    while (vitals_value_next(value, &cursor, key, &member) == VITALS_OK) {
        const size_t list = find_list(*key);
        if (list == LISTS) return "is not a member of a rule";
        const char *why =
            read_list(access, member, (text_list *)(void *)((char *)out + lists[list].at));
        if (why) return why;
    }
    *key = VT_TEXT("a rule");
    return out->groups.count || out->users.count ? NULL : "names neither groups nor users";
}

static const char *read_rules(vt_access *access, const vitals_document *document, vt_text *key) {
    const vitals_value *all = NULL, *each;
    uint64_t cursor = 0;
    *key = VT_TEXT("rules");
    if (vitals_document_field(document, NULL, VT_TEXT(".rules"), &all) != VITALS_OK ||
        vitals_value_type_of(all) != VITALS_VALUE_LIST) {
        return "is not a list";
    }
    access->rules =
        vt_arena_allocate_zeroed(&access->memory, (vitals_value_count(all) + 1) * sizeof(rule));
    if (!access->rules) return "needs more memory";
    while (vitals_value_next(all, &cursor, NULL, &each) == VITALS_OK) {
        *key = VT_TEXT("a rule");
        const char *why = read_rule(access, each, &access->rules[access->count++], key);
        if (why) return why;
    }
    return NULL;
}

static vitals_status read_file(vt_server *server, vitals_diagnostics *diagnostics) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    vitals_document *document = NULL;
    vt_text key = VT_TEXT("");
    options.allocator = &server->allocator;
    options.file = server->options.access_file;
    vitals_status status = vitals_document_parse(
        server->options.access, strlen(server->options.access), &options, &document, diagnostics);
    const char *why = status == VITALS_OK ? read_rules(server->access, document, &key) : NULL;
    if (why) {
        const vt_text text = VT_JOIN(&server->access->memory, key, VT_TEXT(" "), vt_text_from(why));
        const vitals_diagnostic finding = { .severity = VITALS_SEVERITY_ERROR,
                                            .rule = "access",
                                            .file = server->options.access_file,
                                            .text = text };
        vitals_diagnostics_add(diagnostics, &finding);
        status = VITALS_ECONFIG;
    }
    vitals_document_free(document);
    return status;
}

/* ------------------------------------------------------------------ audiences */

static vt_audience *make_audience(vt_server *server, const vitals_live_filter *filter) {
    vt_audience *audience = vt_allocate_zeroed(&server->allocator, sizeof *audience);
    if (!audience) return NULL;
    audience->server = server;
    audience->changes = vt_changes_new(server);
    if (audience->changes &&
        vitals_live_view_new(server->live, filter, &audience->view) == VITALS_OK) {
        audience->events = vt_events_new(audience);
    }
    if (!audience->events) {
        vt_changes_free(audience->changes);
        vitals_live_view_free(audience->view);
        vt_release(&server->allocator, audience, sizeof *audience);
        return NULL;
    }
    vt_audience **end = &server->audiences;
    while (*end) end = &(*end)->next;
    *end = audience;
    return audience;
}

vitals_status vt_access_new(vt_server *server, vitals_diagnostics *diagnostics) {
    if (!make_audience(server, NULL)) return VITALS_ENOMEM;
    if (!server->options.access) return VITALS_OK;
    server->access = vt_allocate_zeroed(&server->allocator, sizeof *server->access);
    if (!server->access) return VITALS_ENOMEM;
    vt_arena_init(&server->access->memory, &server->allocator, 0);
    return read_file(server, diagnostics);
}

void vt_access_free(vt_server *server) {
    while (server->audiences) {
        vt_audience *audience = server->audiences;
        server->audiences = audience->next;
        vt_events_free(audience->events);
        vt_changes_free(audience->changes);
        vitals_live_view_free(audience->view);
        vt_release(&server->allocator, audience, sizeof *audience);
    }
    if (!server->access) return;
    vt_arena_done(&server->access->memory);
    vt_release(&server->allocator, server->access, sizeof *server->access);
    server->access = NULL;
}

/* ---------------------------------------------------------------------- rules */

static bool has(const text_list *list, vt_text name) {
    for (size_t i = 0; name.size && i < list->count; i++) {
        if (vt_text_equal(list->items[i], name)) return true;
    }
    return false;
}

static bool names(const rule *self, vt_text user, vt_text groups) {
    vt_text group;
    if (has(&self->users, user)) return true;
    while (vt_text_split(&groups, ',', &group)) {
        if (has(&self->groups, vt_text_trim(group))) return true;
    }
    return false;
}

static bool sees_all(const rule *self) {
    for (size_t i = 0; i < 4; i++) {
        if (self->seen[i].count) return false;
    }
    return true;
}

static vt_audience *audience_of(vt_server *server, rule *self) {
    vitals_live_filter filter = VITALS_LIVE_FILTER_INIT;
    if (sees_all(self)) return server->audiences;
    if (self->audience) return self->audience;
    filter.sources = self->seen[0].items;
    filter.source_count = self->seen[0].count;
    filter.namespaces = self->seen[1].items;
    filter.namespace_count = self->seen[1].count;
    filter.projects = self->seen[2].items;
    filter.project_count = self->seen[2].count;
    filter.applications = self->seen[3].items;
    filter.application_count = self->seen[3].count;
    self->audience = make_audience(server, &filter);
    return self->audience;
}

vt_audience *vt_access_audience(vt_server *server, vt_text user, vt_text groups, bool *named) {
    vt_access *access = server->access;
    *named = true;
    if (!access) return server->audiences;
    for (size_t i = 0; i < access->count; i++) {
        if (names(&access->rules[i], user, groups)) return audience_of(server, &access->rules[i]);
    }
    *named = false;
    return NULL;
}
