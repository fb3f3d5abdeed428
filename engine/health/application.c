/*
** The health of an application over its resources, kept up to date by put and remove.
** ARGO: controller/health.go, setApplicationHealth. The aggregates differ by one table.
*/
#include "base/sized.h"
#include "health/assessment.h"
#include "native/native.h"

/* A resource as the aggregate sees it; decided when it is put. */
typedef struct resource {
    vt_arena arena;       /* owns the texts */
    vt_text cause;        /* group/Kind:namespace/name */
    vt_text error;        /* of the verdict, in the words of Argo CD; absent: none */
    vitals_health health; /* the true status; MISSING when absent from the cluster */
    vitals_health counted_as;
    bool counted;
    const char *why;
    bool considered; /* not a hook */
    bool live;
    bool assessed; /* its health was read */
} resource;

/* A key and the resource that was put last. */
typedef struct slot {
    vt_text key;
    resource *entry;
} slot;

struct vitals_application {
    vitals_allocator allocator;
    vitals_engine *engine;
    vitals_aggregate aggregate;
    vt_arena arena; /* owns the texts below */
    vt_text uid, namespace_, name;
    vt_map slots; /* in the order they were first put */
    bool current; /* health, message and error are up to date */
    vitals_health health;
    vt_buffer message;
    vt_text error;
};

/* What distinguishes the aggregates. */
typedef struct aggregate_rules {
    bool absent_counts;       /* a resource that is not in the cluster counts as Missing */
    bool missing_needs_check; /* Missing counts only where a check of that exact kind is known */
    bool all_absent_is_missing;
    bool children_filtered; /* a child Application that is Missing or Unknown does not count */
    bool kstatus;           /* kstatus's precedence instead of the worst child */
} aggregate_rules;

static const aggregate_rules rules_of[VITALS_AGGREGATE_COUNT] = {
    [VITALS_AGGREGATE_ARGOCD] = { .all_absent_is_missing = true, .children_filtered = true },
    [VITALS_AGGREGATE_ARGOCD_3_3] = { .absent_counts = true,
                                      .missing_needs_check = true,
                                      .children_filtered = true },
    [VITALS_AGGREGATE_WORST] = { .absent_counts = true },
    [VITALS_AGGREGATE_KSTATUS] = { .absent_counts = true, .kstatus = true },
};

/* ------------------------------------------------------------------ lifetime */

static bool copy_options(vitals_application *application,
                         const vitals_application_options *options) {
    vt_text *const to[] = { &application->uid, &application->namespace_, &application->name };
    const vt_text from[] = { options->uid, options->namespace_, options->name };
    application->aggregate = options->aggregate;
    for (size_t i = 0; i < sizeof from / sizeof from[0]; i++) {
        if (vt_text_is_absent(from[i])) continue;
        *to[i] = vt_arena_copy(&application->arena, from[i]);
        if (vt_text_is_absent(*to[i])) return false;
    }
    return true;
}

vitals_status vitals_application_new(vitals_engine *engine,
                                     const vitals_application_options *options,
                                     vitals_application **out) {
    vitals_application_options own = VITALS_APPLICATION_OPTIONS_INIT;
    if (options && !vt_sized_read(options, &own, sizeof own)) return VITALS_EINVAL;
    if ((unsigned)own.aggregate >= VITALS_AGGREGATE_COUNT) return VITALS_EINVAL;
    vitals_application *application = vt_allocate_zeroed(&engine->allocator, sizeof *application);
    if (!application) return VITALS_ENOMEM;
    application->allocator = engine->allocator;
    application->engine = vitals_engine_retain(engine);
    vt_arena_init(&application->arena, &application->allocator, 0);
    vt_map_init(&application->slots, &application->allocator, 0);
    vt_buffer_init(&application->message, &application->allocator, SIZE_MAX / 2);
    if (!copy_options(application, &own)) {
        vitals_application_free(application);
        return VITALS_ENOMEM;
    }
    *out = application;
    return VITALS_OK;
}

static void free_entry(const vitals_allocator *allocator, resource *old) {
    if (!old) return;
    vt_arena_done(&old->arena);
    vt_release(allocator, old, sizeof *old);
}

static void free_slot(const vitals_allocator *allocator, slot *old) {
    if (!old) return;
    free_entry(allocator, old->entry);
    vt_release(allocator, (void *)(uintptr_t)old->key.bytes, old->key.size + 1);
    vt_release(allocator, old, sizeof *old);
}

void vitals_application_free(vitals_application *application) {
    if (!application) return;
    vitals_allocator memory = application->allocator;
    size_t at = 0;
    for (const vt_map_entry *found; (found = vt_map_next(&application->slots, &at));) {
        free_slot(&memory, found->value);
    }
    vt_map_done(&application->slots);
    vt_buffer_done(&application->message);
    vt_arena_done(&application->arena);
    vitals_engine_release(application->engine);
    vt_release(&memory, application, sizeof *application);
}

/* --------------------------------------------------------------- one resource */

/* The arguments of one put. */
typedef struct put_arguments {
    vitals_application *application;
    const vitals_document *target, *live;
    const vitals_verdict *verdict;
    vt_text group, kind, namespace_, name;
    resource *entry;
} put_arguments;

static vt_reader reader_of(const vitals_document *document) {
    return (vt_reader){ document, NULL };
}

/* ARGO: Skip hooks of the target; hooks and ignored hooks of the live object. */
static bool is_excluded_hook(const put_arguments *put) {
    vt_reader target = reader_of(put->target), live = reader_of(put->live);
    if (put->target && vt_native_is_skip_hook(&target)) return true;
    return put->live && (vt_native_is_hook(&live) || vt_native_is_ignored_hook(&live));
}

static bool is_ignored(const put_arguments *put) {
    vt_reader live = reader_of(put->live);
    return put->live &&
           vt_text_is(vt_native_annotation(&live, VT_TEXT("argocd.argoproj.io/ignore-healthcheck")),
                      "true");
}

static bool is_application(const put_arguments *put) {
    return vt_text_is(put->group, "argoproj.io") && vt_text_is(put->kind, "Application");
}

/* ARGO: isSelfReferencedApp; UID, name and namespace all agree. */
static bool is_self(const put_arguments *put) {
    const vitals_application *application = put->application;
    return put->live && is_application(put) && !vt_text_is_absent(application->name) &&
           vt_text_equal(vitals_document_uid(put->live), application->uid) &&
           vt_text_equal(put->name, application->name) &&
           vt_text_equal(put->namespace_, application->namespace_);
}

/* Argo CD up to 3.3: that exact kind has a customization with a script, or a native check. */
static bool has_exact_check(const put_arguments *put) {
    const vt_rule *rule =
        vt_health_find_customization(put->application->engine, put->group, put->kind);
    if (rule && rule->source == VITALS_SOURCE_CUSTOMIZATION) {
        size_t slash = put->group.size > 0;
        bool exact = rule->key.size == put->group.size + slash + put->kind.size &&
                     vt_text_starts(rule->key, put->group) && vt_text_ends(rule->key, put->kind);
        if (exact) return true;
    }
    return vt_native_find(put->group, put->kind) != NULL;
}

/* Why a health does not count, or NULL. */
static const char *why_not_counted(const put_arguments *put, vitals_health health) {
    const aggregate_rules *rules = &rules_of[put->application->aggregate];
    bool missing = health == VITALS_HEALTH_MISSING;
    if (health == VITALS_HEALTH_UNASSESSED) return "no rule knows this kind";
    if (health == VITALS_HEALTH_EMPTY) return "its check returned nothing";
    if (!put->live && !rules->absent_counts) return "not in the cluster";
    if (missing && rules->missing_needs_check && !has_exact_check(put)) {
        return "Missing, and there is no check for exactly this kind";
    }
    if (rules->children_filtered && is_application(put) &&
        (missing || health == VITALS_HEALTH_UNKNOWN)) {
        return "a child Application that is Missing or Unknown";
    }
    return NULL;
}

/* Apply the policy to a resource that counts or could count. */
static void apply_policy(const put_arguments *put) {
    resource *entry = put->entry;
    const vt_policy_rule *rule =
        vt_policy_find(&put->application->engine->policy, put->group, put->kind, put->namespace_,
                       put->name, entry->health);
    if (!rule) return;
    entry->why = rule->why.bytes;
    entry->counted = !rule->ignored && rule->counts_as != VITALS_HEALTH_UNASSESSED;
    if (entry->counted) entry->counted_as = rule->counts_as;
}

/* Decide whether a resource counts, in the order of Argo CD's loop. */
static void classify(const put_arguments *put) {
    resource *entry = put->entry;
    entry->counted = false;
    if (is_excluded_hook(put)) {
        entry->why = "a hook";
        return;
    }
    entry->considered = true;
    entry->live = put->live != NULL;
    if (is_ignored(put)) {
        entry->why = "annotated argocd.argoproj.io/ignore-healthcheck";
        return;
    }
    if (is_self(put)) {
        entry->why = "the application itself";
        return;
    }
    if (put->verdict && !vitals_verdict_counted(put->verdict)) {
        entry->why = "owned by another object, or not waited for";
        return;
    }
    entry->assessed = true;
    entry->counted_as = entry->health;
    entry->why = why_not_counted(put, entry->health);
    entry->counted = entry->why == NULL;
    apply_policy(put);
}

/* ARGO: an error of an override is wrapped by GetResourceHealth, one of a native check is not. */
static bool is_wrapped(vitals_source source) {
    return source == VITALS_SOURCE_CUSTOMIZATION || source == VITALS_SOURCE_BUNDLED;
}

/* false: no memory. Without an error `*out` stays absent. */
static bool error_of(const put_arguments *put, vt_arena *arena, vt_text *out) {
    vt_text text = put->verdict ? vitals_verdict_error(put->verdict) : VT_TEXT_ABSENT;
    if (vt_text_is_absent(text)) return true;
    if (is_wrapped(vitals_verdict_source(put->verdict))) {
        text = VT_JOIN(arena, VT_TEXT("failed to get resource health for "), put->namespace_,
                       VT_TEXT("/"), put->name, VT_TEXT(": "), text);
        if (vt_text_is_absent(text)) return false;
    }
    *out = VT_JOIN(arena, VT_TEXT("failed to get resource health for \""), put->kind,
                   VT_TEXT("\" with name \""), put->name, VT_TEXT("\" in namespace \""),
                   put->namespace_, VT_TEXT("\": "), text);
    return !vt_text_is_absent(*out);
}

static vt_text slash_after(vt_text text) {
    return text.size ? VT_TEXT("/") : VT_TEXT("");
}

static vt_text cause_of(const put_arguments *put, vt_arena *arena) {
    return VT_JOIN(arena, put->group, slash_after(put->group), put->kind, VT_TEXT(":"),
                   put->namespace_, slash_after(put->namespace_), put->name);
}

/* false: no memory. */
static bool fill_entry(const put_arguments *put) {
    resource *entry = put->entry;
    entry->health = VITALS_HEALTH_MISSING;
    if (put->live) {
        entry->health =
            put->verdict ? vitals_verdict_health(put->verdict) : VITALS_HEALTH_UNASSESSED;
    }
    entry->cause = cause_of(put, &entry->arena);
    classify(put);
    if (entry->assessed && !error_of(put, &entry->arena, &entry->error)) return false;
    return !vt_text_is_absent(entry->cause);
}

/* A slot without an entry, in the map. */
static slot *new_slot(vitals_application *application, vt_text key) {
    slot *added = vt_allocate_zeroed(&application->allocator, sizeof *added);
    char *copy = vt_allocate(&application->allocator, key.size + 1);
    if (added && copy) {
        if (key.size) memcpy(copy, key.bytes, key.size);
        copy[key.size] = '\0';
        added->key = (vt_text){ copy, key.size };
        if (vt_map_put(&application->slots, added->key, added)) return added;
    }
    vt_release(&application->allocator, copy, key.size + 1);
    vt_release(&application->allocator, added, sizeof *added);
    return NULL;
}

static resource *new_entry(vitals_application *application, const vitals_document *target,
                           const vitals_document *live, const vitals_verdict *verdict) {
    resource *entry = vt_allocate_zeroed(&application->allocator, sizeof *entry);
    if (!entry) return NULL;
    vt_arena_init(&entry->arena, &application->allocator, 0);
    const vitals_document *object = live ? live : target;
    put_arguments put = { .application = application,
                          .target = target,
                          .live = live,
                          .verdict = live ? verdict : NULL,
                          .group = vitals_document_group(object),
                          .kind = vitals_document_kind(object),
                          .namespace_ = vitals_document_namespace(object),
                          .name = vitals_document_name(object),
                          .entry = entry };
    if (fill_entry(&put)) return entry;
    free_entry(&application->allocator, entry);
    return NULL;
}

vitals_status vitals_application_put(vitals_application *application, vitals_text key,
                                     const vitals_document *target, const vitals_document *live,
                                     const vitals_verdict *verdict) {
    if (!target && !live) return VITALS_EINVAL;
    resource *entry = new_entry(application, target, live, verdict);
    if (!entry) return VITALS_ENOMEM;
    slot *found = vt_map_get(&application->slots, key);
    if (!found) found = new_slot(application, key);
    if (!found) {
        free_entry(&application->allocator, entry);
        return VITALS_ENOMEM;
    }
    free_entry(&application->allocator, found->entry);
    found->entry = entry;
    application->current = false;
    return VITALS_OK;
}

vitals_status vitals_application_remove(vitals_application *application, vitals_text key) {
    slot *found = vt_map_remove(&application->slots, key);
    if (!found) return VITALS_ENOTFOUND;
    free_slot(&application->allocator, found);
    application->current = false;
    return VITALS_OK;
}

/* --------------------------------------------------------------- aggregation */

enum { MAX_NAMED_CAUSES = 3 };

static const resource *next_entry(const vitals_application *application, size_t *at) {
    const vt_map_entry *found = vt_map_next(&application->slots, at);
    return found ? ((const slot *)found->value)->entry : NULL;
}

/* The worst of the resources that count. */
static vitals_health worst_of(const vitals_application *application) {
    const aggregate_rules *rules = &rules_of[application->aggregate];
    vitals_health worst = VITALS_HEALTH_HEALTHY;
    bool resources = false, live = false;
    size_t at = 0;
    for (const resource *entry; (entry = next_entry(application, &at));) {
        resources = resources || entry->considered;
        live = live || entry->live;
        if (entry->counted &&
            vitals_health_severity(entry->counted_as) > vitals_health_severity(worst)) {
            worst = entry->counted_as;
        }
    }
    if (rules->all_absent_is_missing && resources && !live &&
        vitals_health_severity(VITALS_HEALTH_MISSING) > vitals_health_severity(worst)) {
        worst = VITALS_HEALTH_MISSING;
    }
    return worst;
}

/* CLI-UTILS: AggregateStatus with desired Current, over kstatus statuses. */
static vitals_health kstatus_of(const vitals_application *application) {
    bool seen[VITALS_KSTATUS_COUNT] = { false };
    size_t at = 0;
    for (const resource *entry; (entry = next_entry(application, &at));) {
        if (entry->counted) seen[vitals_kstatus_from_health(entry->counted_as)] = true;
    }
    if (seen[VITALS_KSTATUS_FAILED]) return VITALS_HEALTH_DEGRADED;
    if (seen[VITALS_KSTATUS_UNKNOWN]) return VITALS_HEALTH_UNKNOWN;
    bool waiting = seen[VITALS_KSTATUS_IN_PROGRESS] || seen[VITALS_KSTATUS_NOT_FOUND];
    return waiting ? VITALS_HEALTH_PROGRESSING : VITALS_HEALTH_HEALTHY;
}

/* Whether a resource caused the health of the application. */
static bool is_cause(const vitals_application *application, const resource *entry) {
    if (!entry->counted || application->health == VITALS_HEALTH_HEALTHY) return false;
    if (!rules_of[application->aggregate].kstatus) return entry->counted_as == application->health;
    vitals_kstatus status = vitals_kstatus_from_health(entry->counted_as);
    if (application->health == VITALS_HEALTH_PROGRESSING) {
        return status == VITALS_KSTATUS_IN_PROGRESS || status == VITALS_KSTATUS_NOT_FOUND;
    }
    return status == vitals_kstatus_from_health(application->health);
}

/* ARGO: "Caused by " and up to three resources, then how many more. */
static void write_message(vitals_application *application) {
    vt_buffer *message = &application->message;
    size_t causes = 0, at = 0;
    for (const resource *entry; (entry = next_entry(application, &at));) {
        if (!is_cause(application, entry) || causes++ >= MAX_NAMED_CAUSES) continue;
        vt_buffer_add_terminated(message, causes == 1 ? "Caused by " : ", ");
        vt_buffer_add(message, entry->cause);
    }
    if (causes > MAX_NAMED_CAUSES)
        vt_buffer_printf(message, " and %zu more", causes - MAX_NAMED_CAUSES);
}

/* Bring health, message and error up to date; false: no memory. */
static bool update_health(vitals_application *application) {
    if (application->current) return true;
    vt_buffer_clear(&application->message);
    bool kstatus = rules_of[application->aggregate].kstatus;
    application->health = kstatus ? kstatus_of(application) : worst_of(application);
    write_message(application);
    application->error = VT_TEXT_ABSENT;
    size_t at = 0;
    for (const resource *entry; (entry = next_entry(application, &at));) {
        if (vt_text_is_absent(entry->error)) continue;
        application->error = entry->error; /* ARGO: the first one is kept */
        break;
    }
    application->current = !application->message.failed;
    return application->current;
}

vitals_status vitals_application_health(vitals_application *application, vitals_health *health,
                                        vitals_text *message) {
    if (!update_health(application)) return VITALS_ENOMEM;
    if (health) *health = application->health;
    if (message) *message = vt_buffer_text(&application->message);
    return VITALS_OK;
}

vitals_text vitals_application_error(vitals_application *application) {
    return update_health(application) ? application->error : VT_TEXT_ABSENT;
}

vitals_status vitals_application_entry_of(vitals_application *application, vitals_text key,
                                          vitals_application_entry *out, size_t out_bytes) {
    const slot *found = vt_map_get(&application->slots, key);
    if (!found) return VITALS_ENOTFOUND;
    const resource *entry = found->entry;
    const vitals_application_entry own = { entry->health, entry->counted_as, entry->counted,
                                           entry->why };
    vt_sized_write(out, out_bytes, &own, sizeof own);
    return VITALS_OK;
}
