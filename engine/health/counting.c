/*
** What a resource counts as in its application, and the health of an application from figures.
** ARGO: controller/health.go, setApplicationHealth. The aggregates differ by one table.
*/
#include "health/assessment.h"
#include "native/native.h"

/* What distinguishes the aggregates. */
typedef struct aggregate_rules {
    bool absent_counts;       /* a resource that is not in the cluster counts as Missing */
    bool missing_needs_check; /* Missing counts only where a check of that exact kind is known */
    bool all_absent_is_missing;
    bool children_filtered; /* a child Application that is Missing or Unknown does not count */
    bool manifest_ignores;  /* the annotation ignore-healthcheck counts on the manifest */
    bool kstatus;           /* kstatus's precedence instead of the worst child */
} aggregate_rules;

static const aggregate_rules rules_of[VITALS_AGGREGATE_COUNT] = {
    [VITALS_AGGREGATE_ARGOCD] = { .all_absent_is_missing = true, .children_filtered = true },
    [VITALS_AGGREGATE_ARGOCD_3_3] = { .absent_counts = true,
                                      .missing_needs_check = true,
                                      .children_filtered = true },
    [VITALS_AGGREGATE_ARGOCD_3_1] = { .absent_counts = true,
                                      .missing_needs_check = true,
                                      .children_filtered = true,
                                      .manifest_ignores = true },
    [VITALS_AGGREGATE_WORST] = { .absent_counts = true },
    [VITALS_AGGREGATE_KSTATUS] = { .absent_counts = true, .kstatus = true },
};

/* Resources are classified without a host to ask: the limit alone ends a look-up. */
static vt_steps own_steps(const vitals_engine *engine) {
    return vt_health_look_up_steps(engine, (vt_interrupt){ NULL, NULL });
}

/* --------------------------------------------------------------------- exclusion */

static bool is_waited_for(const vitals_engine *engine, const vt_reader *reader) {
    vt_steps steps = own_steps(engine);
    return vt_health_is_waited_for(engine, reader, &steps);
}

bool vt_counting_is_ignored(const vt_reader *reader) {
    return vt_text_is(
        vt_native_annotation(reader, VT_TEXT("argocd.argoproj.io/ignore-healthcheck")), "true");
}

vt_counting_facts vt_counting_facts_of(const vitals_engine *engine, vitals_profile profile,
                                       const vitals_document *document) {
    const vt_reader reader = { document, NULL };
    return (vt_counting_facts){
        .hook = vt_native_is_hook(&reader) || vt_native_is_ignored_hook(&reader),
        .ignored = vt_counting_is_ignored(&reader),
        .not_waited_for = profile == VITALS_PROFILE_FLUX && !is_waited_for(engine, &reader),
        .owned = vt_document_has_controller(document),
    };
}

const char *vt_counting_excluded(vt_counting_facts facts) {
    const struct {
        bool is;
        const char *why;
    } reasons[] = {
        { facts.hook, "a hook" },
        { facts.ignored, "annotated argocd.argoproj.io/ignore-healthcheck" },
        { facts.itself, "the application itself" },
        { facts.not_waited_for, "Flux does not wait for it" },
        { facts.not_tracked, "not tracked by the application" },
        { facts.owned, "owned by another object" },
    };
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        if (reasons[i].is) return reasons[i].why;
    }
    return NULL;
}

bool vt_counting_is_unread(vt_text group, vt_text kind) {
    return group.size == 0 && vt_text_is(kind, "Secret");
}

/* --------------------------------------------------------------------- one resource */

/* Argo CD up to 3.3: that exact kind has a customization with a script, or a native check. */
static bool has_exact_check(const vitals_engine *engine, const vt_counting_resource *resource) {
    vt_steps steps = own_steps(engine);
    const vt_rule *rule =
        vt_health_find_customization(engine, resource->group, resource->kind, &steps);
    if (rule && rule->source == VITALS_SOURCE_CUSTOMIZATION) {
        size_t slash = resource->group.size > 0;
        bool exact = rule->key.size == resource->group.size + slash + resource->kind.size &&
                     vt_text_starts(rule->key, resource->group) &&
                     vt_text_ends(rule->key, resource->kind);
        if (exact) return true;
    }
    return vt_native_find_argocd(resource->group, resource->kind) != NULL;
}

static bool is_application(const vt_counting_resource *resource) {
    return vt_text_is(resource->group, "argoproj.io") && vt_text_is(resource->kind, "Application");
}

/* Why the health does not count, or NULL. */
static const char *why_not(const vitals_engine *engine, vitals_aggregate aggregate,
                           const vt_counting_resource *resource) {
    const aggregate_rules *rules = &rules_of[aggregate];
    bool missing = resource->health == VITALS_HEALTH_MISSING;
    bool unknown = resource->health == VITALS_HEALTH_UNKNOWN;
    if (resource->health == VITALS_HEALTH_UNASSESSED) return "no rule knows this kind";
    if (resource->health == VITALS_HEALTH_EMPTY) return "its check returned nothing";
    if (resource->absent && !rules->absent_counts) return "not in the cluster";
    if (missing && rules->missing_needs_check && !has_exact_check(engine, resource)) {
        return "Missing, and there is no check for exactly this kind";
    }
    if (rules->children_filtered && is_application(resource) && (missing || unknown)) {
        return "a child Application that is Missing or Unknown";
    }
    return NULL;
}

bool vt_grace_of(const vitals_engine *engine, const vt_counting_resource *resource, vt_text rule,
                 uint32_t *worse_ms) {
    if (engine->policy.grace_count == 0) return false;
    vt_steps steps = own_steps(engine);
    const vt_policy_subject subject = { resource->group, resource->kind, resource->namespace_,
                                        resource->name, resource->health };
    const vt_grace_rule *grace = vt_grace_find(&engine->policy, &subject, rule, &steps);
    if (grace) *worse_ms = grace->worse_ms;
    return grace != NULL;
}

vt_counting vt_counting_of(const vitals_engine *engine, vitals_aggregate aggregate,
                           const vt_counting_resource *resource) {
    vt_counting_facts facts = resource->facts;
    if (rules_of[aggregate].manifest_ignores) facts.ignored = facts.ignored_in_manifest;
    vt_counting counting = { .why = vt_counting_excluded(facts) };
    if (!counting.why && resource->absent &&
        vt_counting_is_unread(resource->group, resource->kind)) {
        counting.why = "not known: Secrets are not requested";
    }
    if (counting.why) return counting;
    vt_steps steps = own_steps(engine);
    const vt_policy_subject subject = { resource->group, resource->kind, resource->namespace_,
                                        resource->name, resource->health };
    const vt_policy_rule *rule = vt_policy_find(&engine->policy, &subject, &steps);
    counting.counts_as = (uint8_t)resource->health;
    if (!rule) {
        counting.why = why_not(engine, aggregate, resource);
        counting.counted = counting.why == NULL;
        if (steps.stopped) counting.why = "the policy is not applied: limit look_up_steps";
        return counting;
    }
    counting.why = rule->why.bytes;
    counting.counted = !rule->ignored && rule->counts_as != VITALS_HEALTH_UNASSESSED;
    if (counting.counted) counting.counts_as = (uint8_t)rule->counts_as;
    return counting;
}

/* --------------------------------------------------------------- an application */

/* CLI-UTILS: AggregateStatus with desired Current, over kstatus statuses. */
static vitals_health kstatus_of(const uint32_t counted[VITALS_HEALTH_COUNT]) {
    bool seen[VITALS_KSTATUS_COUNT] = { false };
    for (int i = 0; i < VITALS_HEALTH_COUNT; i++) {
        if (counted[i]) seen[vitals_kstatus_from_health((vitals_health)i)] = true;
    }
    if (seen[VITALS_KSTATUS_FAILED]) return VITALS_HEALTH_DEGRADED;
    if (seen[VITALS_KSTATUS_UNKNOWN]) return VITALS_HEALTH_UNKNOWN;
    bool waiting = seen[VITALS_KSTATUS_IN_PROGRESS] || seen[VITALS_KSTATUS_NOT_FOUND];
    return waiting ? VITALS_HEALTH_PROGRESSING : VITALS_HEALTH_HEALTHY;
}

static vitals_health worse_of(vitals_health a, vitals_health b) {
    return vitals_health_severity(b) > vitals_health_severity(a) ? b : a;
}

vitals_health vt_counting_health(vitals_aggregate aggregate, const vt_counting_sums *sums) {
    const aggregate_rules *rules = &rules_of[aggregate];
    if (rules->kstatus) return kstatus_of(sums->counted);
    vitals_health worst = VITALS_HEALTH_HEALTHY;
    for (int i = 0; i < VITALS_HEALTH_COUNT; i++) {
        if (sums->counted[i]) worst = worse_of(worst, (vitals_health)i);
    }
    bool all_absent = sums->absent > 0 && sums->present == 0;
    if (rules->all_absent_is_missing && all_absent) worst = worse_of(worst, VITALS_HEALTH_MISSING);
    return worst;
}

bool vt_counting_is_cause(vitals_aggregate aggregate, vitals_health application,
                          vitals_health counts_as) {
    if (application == VITALS_HEALTH_HEALTHY) return false;
    if (!rules_of[aggregate].kstatus) return counts_as == application;
    vitals_kstatus status = vitals_kstatus_from_health(counts_as);
    if (application == VITALS_HEALTH_PROGRESSING) {
        return status == VITALS_KSTATUS_IN_PROGRESS || status == VITALS_KSTATUS_NOT_FOUND;
    }
    return status == vitals_kstatus_from_health(application);
}
