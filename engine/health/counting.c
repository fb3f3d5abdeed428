/*
** What a resource counts as in its application, from facts instead of its document, and the health of
** an application from figures. ARGO: controller/health.go, setApplicationHealth.
*/
#include "health/assessment.h"
#include "native/native.h"

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

vt_counting_facts vt_counting_facts_of(const vitals_engine *engine, vitals_profile profile,
                                       const vitals_document *document) {
    const vt_reader reader = { document, NULL };
    vt_text ignore =
        vt_native_annotation(&reader, VT_TEXT("argocd.argoproj.io/ignore-healthcheck"));
    return (vt_counting_facts){
        .hook = vt_native_is_hook(&reader) || vt_native_is_ignored_hook(&reader),
        .ignored = vt_text_is(ignore, "true"),
        .not_asked = profile == VITALS_PROFILE_FLUX && !vt_health_is_waited_for(engine, &reader),
    };
}

/* Argo CD up to 3.3: that exact kind has a customization with a script, or a native check. */
static bool has_exact_check(const vitals_engine *engine, const vt_counting_resource *resource) {
    const vt_rule *rule = vt_health_find_customization(engine, resource->group, resource->kind);
    if (rule && rule->source == VITALS_SOURCE_CUSTOMIZATION) {
        size_t slash = resource->group.size > 0;
        bool exact = rule->key.size == resource->group.size + slash + resource->kind.size &&
                     vt_text_starts(rule->key, resource->group) &&
                     vt_text_ends(rule->key, resource->kind);
        if (exact) return true;
    }
    return vt_native_find(resource->group, resource->kind) != NULL;
}

static bool is_application(const vt_counting_resource *resource) {
    return vt_text_is(resource->group, "argoproj.io") && vt_text_is(resource->kind, "Application");
}

/* Whether the status itself counts. */
static bool health_counts(const vitals_engine *engine, vitals_aggregate aggregate,
                          const vt_counting_resource *resource, vitals_health health) {
    const aggregate_rules *rules = &rules_of[aggregate];
    bool missing = health == VITALS_HEALTH_MISSING;
    if (health == VITALS_HEALTH_UNASSESSED || health == VITALS_HEALTH_EMPTY) return false;
    if (missing && rules->missing_needs_check && !has_exact_check(engine, resource)) return false;
    bool filtered = rules->children_filtered && is_application(resource);
    return !filtered || !(missing || health == VITALS_HEALTH_UNKNOWN);
}

bool vt_counting_of(const vitals_engine *engine, vitals_aggregate aggregate,
                    const vt_counting_resource *resource, vitals_health health,
                    vitals_health *counts_as) {
    const vt_counting_facts *facts = &resource->facts;
    *counts_as = health;
    if (facts->hook || facts->ignored || facts->not_asked || resource->owned) return false;
    const vt_policy_rule *rule = vt_policy_find(&engine->policy, resource->group, resource->kind,
                                                resource->namespace_, resource->name, health);
    if (!rule) return health_counts(engine, aggregate, resource, health);
    if (rule->ignored || rule->counts_as == VITALS_HEALTH_UNASSESSED) return false;
    *counts_as = rule->counts_as;
    return true;
}

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
    uint32_t counted[VITALS_HEALTH_COUNT];
    memcpy(counted, sums->counted, sizeof counted);
    if (rules->absent_counts) counted[VITALS_HEALTH_MISSING] += sums->absent;
    if (rules->kstatus) return kstatus_of(counted);
    vitals_health worst = VITALS_HEALTH_HEALTHY;
    for (int i = 0; i < VITALS_HEALTH_COUNT; i++) {
        if (counted[i]) worst = worse_of(worst, (vitals_health)i);
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
