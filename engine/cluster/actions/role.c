/* The ClusterRole that a command needs, and what is different from the one that there is. */
#include "cluster/actions/access.h"

#include "base/memory/memory.h"
#include "base/text/quote.h"
#include "cluster/actions/patch.h"
#include "cluster/watch/fields.h"

bool vt_purpose_from_name(vt_text name, vt_purpose *out) {
    static const char *const names[] = {
#define VITALS_X(name, text) text,
        VT_PURPOSE_MAP(VITALS_X)
#undef VITALS_X
    };
    for (size_t i = 0; i < VT_PURPOSE_COUNT; i++) {
        if (!vt_text_is(name, names[i])) continue;
        *out = (vt_purpose)i;
        return true;
    }
    return false;
}

/* -------------------------------------------------------------------- rights */

static const char *const verb_names[] = {
#define VITALS_X(name, text) text,
    VT_VERB_MAP(VITALS_X)
#undef VITALS_X
};

#define BIT(verb) (1U << VT_VERB_##verb)

/* What is needed of one resource. */
typedef struct right {
    vt_text group, resource;
    const char *subresource; /* or NULL */
    const char *object;      /* the only object, or NULL: all */
    uint32_t verbs;
} right;

enum { MOST_RIGHTS = 2 }; /* of one resource */

/* Kinds that are read for themselves, not for their health: which kinds there are, and namespaces. */
static bool is_always_read(const vt_resource *row) {
    static const struct {
        const char *group, *kind;
    } kinds[] = { { "", "Namespace" },
                  { "apiextensions.k8s.io", "CustomResourceDefinition" },
                  { "apiregistration.k8s.io", "APIService" } };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (vt_text_is(row->group, kinds[i].group) && vt_text_is(row->kind, kinds[i].kind))
            return true;
    }
    return false;
}

static uint32_t reading_verbs(const vt_resource *row) {
    uint32_t verbs = BIT(GET) | BIT(LIST) | BIT(WATCH);
    return row->verbs & verbs;
}

/* Suspending reads the object, patches it, and waits for it. A Rollout is resumed by its status. */
static size_t suspend_rights(const vt_resource *row, right out[MOST_RIGHTS]) {
    if (!vt_suspendable_of(row->group, row->kind)) return 0;
    out[0] = (right){ row->group, row->plural, NULL, NULL, reading_verbs(row) | BIT(PATCH) };
    if (!vt_text_is(row->kind, "Rollout") || !vt_resource_has_subresource(row, VT_TEXT("status")))
        return 1;
    out[1] = (right){ row->group, row->plural, "status", NULL, BIT(PATCH) };
    return 2;
}

/* What explains objects is read once: everything with health, and Events. */
static uint32_t why_verbs(const vt_resource *row) {
    const bool core = row->group.size == 0;
    const bool named =
        core && (vt_text_is(row->kind, "Event") || vt_text_is(row->kind, "ConfigMap"));
    const bool read =
        named || is_always_read(row) ||
        (!vt_is_secret(row->group, row->kind) && !vitals_kind_has_no_health(row->group, row->kind));
    return read ? row->verbs & (BIT(GET) | BIT(LIST)) : 0;
}

/* The rights that are needed of one resource. Of ConfigMaps it is argocd-cm alone; Secrets never. */
static size_t rights_of(const vt_resource *row, vt_purpose purpose, right out[MOST_RIGHTS]) {
    if (!row->preferred || !vt_resource_can(row, VT_VERB_LIST)) return 0;
    if (purpose == VT_PURPOSE_SUSPEND) return suspend_rights(row, out);
    bool configmap = row->group.size == 0 && vt_text_is(row->kind, "ConfigMap");
    const bool why = purpose == VT_PURPOSE_WHY;
    if (!why && !configmap && vt_resource_left_out(row) && !is_always_read(row)) return 0;
    out[0] = (right){ row->group, row->plural, NULL, configmap ? "argocd-cm" : NULL,
                      why ? why_verbs(row) : reading_verbs(row) };
    return out[0].verbs ? 1 : 0;
}

typedef struct rights {
    right *rows;
    size_t count;
} rights;

static bool gather(const vt_resource_table *table, vt_purpose purpose,
                   const vitals_allocator *allocator, rights *out) {
    out->count = 0;
    out->rows = vt_allocate_array(allocator, table->count * MOST_RIGHTS, sizeof *out->rows);
    for (size_t i = 0; out->rows && i < table->count; i++)
        out->count += rights_of(&table->rows[i], purpose, out->rows + out->count);
    return out->rows != NULL;
}

static void forget(const vt_resource_table *table, const vitals_allocator *allocator,
                   rights *list) {
    vt_release_array(allocator, list->rows, table->count * MOST_RIGHTS, sizeof *list->rows);
}

/* ---------------------------------------------------------------------- YAML */

static bool is_same_object(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool share_a_rule(const right *a, const right *b) {
    return vt_text_equal(a->group, b->group) && a->verbs == b->verbs &&
           is_same_object(a->object, b->object);
}

static void add_resource(const right *row, vt_buffer *out) {
    vt_buffer_add_terminated(out, "  - ");
    if (!row->subresource) {
        vt_quote_append_json(out, row->resource);
    } else {
        vt_buffer_add_byte(out, '"');
        vt_buffer_add(out, row->resource);
        vt_buffer_printf(out, "/%s\"", row->subresource);
    }
    vt_buffer_add_byte(out, '\n');
}

static void add_verbs(uint32_t verbs, vt_buffer *out) {
    bool first = true;
    vt_buffer_add_terminated(out, "  verbs: [");
    for (size_t i = 0; i < VT_VERB_COUNT; i++) {
        if (!(verbs >> i & 1U)) continue;
        vt_buffer_printf(out, "%s%s", first ? "" : ", ", verb_names[i]);
        first = false;
    }
    vt_buffer_add_terminated(out, "]\n");
}

/* The rule that begins with the row at `index`; nothing when an earlier row began it. */
static void add_rule(const rights *list, size_t index, vt_buffer *out) {
    const right *first = &list->rows[index];
    for (size_t i = 0; i < index; i++) {
        if (share_a_rule(&list->rows[i], first)) return;
    }
    vt_buffer_add_terminated(out, "- apiGroups: [");
    vt_quote_append_json(out, first->group);
    vt_buffer_add_terminated(out, "]\n  resources:\n");
    for (size_t i = index; i < list->count; i++) {
        if (share_a_rule(&list->rows[i], first)) add_resource(&list->rows[i], out);
    }
    if (first->object) vt_buffer_printf(out, "  resourceNames: [%s]\n", first->object);
    add_verbs(first->verbs, out);
}

static void add_stale(const vt_resource_table *table, vt_buffer *out) {
    for (size_t i = 0; i < table->stale_count; i++) {
        vt_buffer_add_terminated(out, "# The server behind ");
        vt_quote_append_visible(out, table->stale[i].group);
        vt_buffer_add_byte(out, '/');
        vt_quote_append_visible(out, table->stale[i].version);
        vt_buffer_add_terminated(out,
                                 " did not answer: its kinds are not known and not in here.\n");
    }
}

bool vt_access_add_role(vt_buffer *out, const vt_resource_table *table, vt_purpose purpose,
                        vt_text name, const vitals_allocator *allocator) {
    vitals_allocator own = vt_allocator_or_default(allocator);
    rights list;
    if (!gather(table, purpose, &own, &list)) return false;
    vt_buffer_add_terminated(out, "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\n"
                                  "metadata:\n  name: ");
    vt_quote_append_json(out, name);
    vt_buffer_add_byte(out, '\n');
    add_stale(table, out);
    vt_buffer_add_terminated(out, list.count ? "rules:\n" : "rules: []\n");
    for (size_t i = 0; i < list.count; i++) add_rule(&list, i, out);
    forget(table, &own, &list);
    return !out->failed;
}

/* --------------------------------------------------------------- differences */

/* A comparison of a role with what is needed. */
typedef struct comparison {
    const vitals_document *role;
    const rights *needed;
    vt_buffer *out;
    bool differs;
} comparison;

static bool has_text(const vitals_value *list, vt_text text) {
    uint64_t cursor = 0;
    const vitals_value *item;
    while (vt_field_next(list, &cursor, NULL, &item)) {
        vt_text one = vitals_value_string(item);
        if (vt_text_equal(one, text) || vt_text_is(one, "*")) return true;
    }
    return false;
}

/* RESOURCE or RESOURCE/SUBRESOURCE against the name of a right. */
static bool is_resource(vt_text text, const right *row) {
    if (!row->subresource) return vt_text_equal(text, row->resource);
    vt_text tail = vt_text_from(row->subresource);
    return vt_text_starts(text, row->resource) && vt_text_ends(text, tail) &&
           text.size == row->resource.size + 1 + tail.size && text.bytes[row->resource.size] == '/';
}

static bool has_resource(const vitals_value *list, const right *row) {
    uint64_t cursor = 0;
    const vitals_value *item;
    while (vt_field_next(list, &cursor, NULL, &item)) {
        vt_text one = vitals_value_string(item);
        if (vt_text_is(one, "*") || is_resource(one, row)) return true;
    }
    return false;
}

/* A rule for some objects allows only what is needed of one of them. */
static bool allows_object(const vitals_document *role, const vitals_value *rule, const right *row) {
    const vitals_value *names = vt_field(role, rule, ".resourceNames");
    return vitals_value_count(names) == 0 ||
           (row->object && has_text(names, vt_text_from(row->object)));
}

static bool allows(const vitals_document *role, const vitals_value *rule, const right *row,
                   const char *verb) {
    return has_text(vt_field(role, rule, ".apiGroups"), row->group) &&
           has_resource(vt_field(role, rule, ".resources"), row) &&
           has_text(vt_field(role, rule, ".verbs"), vt_text_from(verb)) &&
           allows_object(role, rule, row);
}

static bool is_allowed(const comparison *c, const right *row, const char *verb) {
    const vitals_value *rules = vt_field(c->role, NULL, ".rules"), *rule;
    uint64_t cursor = 0;
    while (vt_field_next(rules, &cursor, NULL, &rule)) {
        if (allows(c->role, rule, row, verb)) return true;
    }
    return false;
}

static void add_line(comparison *c, char sign, vt_text verb, vt_text resource,
                     const char *subresource, vt_text group, const char *object) {
    c->differs = true;
    vt_buffer_printf(c->out, "%c ", sign);
    vt_quote_append_visible(c->out, verb);
    vt_buffer_add_byte(c->out, ' ');
    vt_quote_append_visible(c->out, resource);
    if (subresource) vt_buffer_printf(c->out, "/%s", subresource);
    if (group.size) vt_buffer_add_byte(c->out, '.');
    vt_quote_append_visible(c->out, group);
    if (object) vt_buffer_printf(c->out, " (%s only)", object);
    vt_buffer_add_byte(c->out, '\n');
}

static void add_missing(comparison *c) {
    for (size_t i = 0; i < c->needed->count; i++) {
        const right *row = &c->needed->rows[i];
        for (size_t verb = 0; verb < VT_VERB_COUNT; verb++) {
            if (!(row->verbs >> verb & 1U) || is_allowed(c, row, verb_names[verb])) continue;
            add_line(c, '+', vt_text_from(verb_names[verb]), row->resource, row->subresource,
                     row->group, row->object);
        }
    }
}

static bool is_needed(const comparison *c, vt_text group, vt_text resource, vt_text verb) {
    for (size_t i = 0; i < c->needed->count; i++) {
        const right *row = &c->needed->rows[i];
        if (!vt_text_equal(row->group, group) || !is_resource(resource, row)) continue;
        for (size_t k = 0; k < VT_VERB_COUNT; k++) {
            if ((row->verbs >> k & 1U) && vt_text_is(verb, verb_names[k])) return true;
        }
    }
    return false;
}

/* The verbs of one group and resource of a rule that are not needed. */
static void add_unneeded_verbs(comparison *c, const vitals_value *rule, vt_text group,
                               vt_text resource) {
    const vitals_value *verbs = vt_field(c->role, rule, ".verbs"), *item;
    uint64_t cursor = 0;
    while (vt_field_next(verbs, &cursor, NULL, &item)) {
        vt_text verb = vitals_value_string(item);
        if (!is_needed(c, group, resource, verb))
            add_line(c, '-', verb, resource, NULL, group, NULL);
    }
}

static void add_unneeded(comparison *c, const vitals_value *rule) {
    const vitals_value *groups = vt_field(c->role, rule, ".apiGroups");
    const vitals_value *resources = vt_field(c->role, rule, ".resources"), *group, *resource;
    uint64_t i = 0, k;
    while (vt_field_next(groups, &i, NULL, &group)) {
        k = 0;
        while (vt_field_next(resources, &k, NULL, &resource))
            add_unneeded_verbs(c, rule, vitals_value_string(group), vitals_value_string(resource));
    }
}

static bool has_wildcard(const comparison *c, const vitals_value *rule) {
    static const char *const lists[] = { ".apiGroups", ".resources", ".verbs" };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        const vitals_value *list = vt_field(c->role, rule, lists[i]), *item;
        uint64_t cursor = 0;
        while (vt_field_next(list, &cursor, NULL, &item)) {
            if (vt_text_is(vitals_value_string(item), "*")) return true;
        }
    }
    return false;
}

static void add_superfluous(comparison *c) {
    const vitals_value *rules = vt_field(c->role, NULL, ".rules"), *rule;
    uint64_t cursor = 0;
    for (size_t number = 1; vt_field_next(rules, &cursor, NULL, &rule); number++) {
        if (!has_wildcard(c, rule)) {
            add_unneeded(c, rule);
            continue;
        }
        c->differs = true;
        vt_buffer_printf(c->out, "- rule %zu allows more than is needed: it has a wildcard\n",
                         number);
    }
}

vitals_status vt_access_compare_role(vt_buffer *out, const vitals_document *role,
                                     const vt_resource_table *table, vt_purpose purpose,
                                     const vitals_allocator *allocator, bool *same) {
    vitals_allocator own = vt_allocator_or_default(allocator);
    rights needed;
    comparison c = { .role = role, .needed = &needed, .out = out };
    if (!vt_text_is(vitals_document_kind(role), "ClusterRole")) return VITALS_ECONFIG;
    if (!gather(table, purpose, &own, &needed)) return VITALS_ENOMEM;
    add_missing(&c);
    add_superfluous(&c);
    forget(table, &own, &needed);
    *same = !c.differs;
    return out->failed ? VITALS_ENOMEM : VITALS_OK;
}
