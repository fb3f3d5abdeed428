/*
** One resource of an application, and whether it counts.
** ARGO: controller/health.go, the loop of setApplicationHealth. The aggregates differ by one table.
*/
#include "health/member.h"

#include "health/assessment.h"
#include "native/native.h"

const vt_aggregate_rules *vt_aggregate_rules_of(vitals_aggregate aggregate) {
    static const vt_aggregate_rules rules[VITALS_AGGREGATE_COUNT] = {
        [VITALS_AGGREGATE_ARGOCD] = { .all_absent_is_missing = true, .children_filtered = true },
        [VITALS_AGGREGATE_ARGOCD_3_3] = { .absent_counts = true,
                                          .missing_needs_check = true,
                                          .children_filtered = true },
        [VITALS_AGGREGATE_WORST] = { .absent_counts = true },
        [VITALS_AGGREGATE_KSTATUS] = { .absent_counts = true, .kstatus = true },
    };
    return &rules[aggregate];
}

vt_text vt_member_text_of(const vt_member *member, vt_member_text which) {
    const char *at = member->texts;
    for (int i = 0; i < (int)which; i++) at += member->sizes[i] + 1;
    return vt_text_slice(at, member->sizes[which]);
}

/* ------------------------------------------------------------------- exclusion */

/* What is put. `object` is the live one if there is one, else the target. */
typedef struct put_input {
    const vitals_resource *resource;
    const vitals_document *object;
    const vitals_verdict *verdict; /* of the live object, or NULL */
    const vt_member_self *self;
} put_input;

static vt_reader reader_of(const vitals_document *document) {
    return (vt_reader){ document, NULL };
}

/* ARGO: Skip hooks of the target; hooks and ignored hooks of the live object. */
static bool is_excluded_hook(const vitals_resource *resource) {
    vt_reader target = reader_of(resource->target), live = reader_of(resource->live);
    if (resource->target && vt_native_is_skip_hook(&target)) return true;
    return resource->live && (vt_native_is_hook(&live) || vt_native_is_ignored_hook(&live));
}

static bool is_ignored(const vitals_resource *resource) {
    vt_reader live = reader_of(resource->live);
    return resource->live &&
           vt_text_is(vt_native_annotation(&live, VT_TEXT("argocd.argoproj.io/ignore-healthcheck")),
                      "true");
}

static bool is_application(vt_text group, vt_text kind) {
    return vt_text_is(group, "argoproj.io") && vt_text_is(kind, "Application");
}

/* ARGO: isSelfReferencedApp; UID, name and namespace all agree. */
static bool is_self(const vitals_document *live, const vt_member_self *self) {
    return live && !vt_text_is_absent(self->name) &&
           is_application(vitals_document_group(live), vitals_document_kind(live)) &&
           vt_text_equal(vitals_document_uid(live), self->uid) &&
           vt_text_equal(vitals_document_name(live), self->name) &&
           vt_text_equal(vitals_document_namespace(live), self->namespace_);
}

/* Membership decides, not the verdict: a verdict does not know the application. */
static const char *why_not_member(const vitals_resource *resource) {
    if (resource->membership == VITALS_MEMBERSHIP_NO) return "not tracked by the application";
    if (resource->membership == VITALS_MEMBERSHIP_TRACKED && resource->live &&
        vt_document_has_controller(resource->live)) {
        return "owned by another object";
    }
    return NULL;
}

/* Why a resource that is not a hook cannot count under any policy, in the order of Argo CD's loop. */
static const char *why_excluded(const put_input *input) {
    const vitals_resource *resource = input->resource;
    if (is_ignored(resource)) return "annotated argocd.argoproj.io/ignore-healthcheck";
    if (is_self(resource->live, input->self)) return "the application itself";
    if (input->verdict &&
        vitals_verdict_counting(input->verdict) == VITALS_COUNTING_NOT_WAITED_FOR) {
        return "Flux does not wait for it";
    }
    return why_not_member(resource);
}

/* -------------------------------------------------------------------- lifetime */

/* ARGO: an error of an override is wrapped by GetResourceHealth, one of a native check is not. */
static bool is_wrapped(vitals_source source) {
    return source == VITALS_SOURCE_CUSTOMIZATION || source == VITALS_SOURCE_BUNDLED;
}

static void fill_facts(vt_member *member, const put_input *input) {
    const vitals_resource *resource = input->resource;
    member->ordinal = resource->ordinal;
    member->live = resource->live != NULL;
    member->health = VITALS_HEALTH_MISSING;
    if (member->live) {
        member->health = (uint8_t)(input->verdict ? vitals_verdict_health(input->verdict)
                                                  : VITALS_HEALTH_UNASSESSED);
    }
    member->considered = !is_excluded_hook(resource);
    member->excluded = member->considered ? why_excluded(input) : "a hook";
    member->failed = input->verdict && !vt_text_is_absent(vitals_verdict_error(input->verdict));
    member->wrapped = input->verdict && is_wrapped(vitals_verdict_source(input->verdict));
    member->cause_at = member->error_at = VT_MEMBER_NOWHERE;
}

static void find_texts(const put_input *input, vt_text texts[VT_MEMBER_TEXTS]) {
    texts[VT_MEMBER_GROUP] = vitals_document_group(input->object);
    texts[VT_MEMBER_KIND] = vitals_document_kind(input->object);
    texts[VT_MEMBER_NAMESPACE] = vitals_document_namespace(input->object);
    texts[VT_MEMBER_NAME] = vitals_document_name(input->object);
    texts[VT_MEMBER_KEY] = input->resource->key;
    texts[VT_MEMBER_ERROR] = input->verdict ? vitals_verdict_error(input->verdict) : VT_TEXT_ABSENT;
}

/* NULL: no memory, or a text of 4 GiB. */
static vt_member *allocate_member(const vitals_allocator *allocator,
                                  const vt_text texts[VT_MEMBER_TEXTS]) {
    size_t bytes = sizeof(vt_member);
    for (int i = 0; i < VT_MEMBER_TEXTS; i++) {
        if (texts[i].size >= UINT32_MAX) return NULL;
        bytes += texts[i].size + 1;
    }
    vt_member *member = vt_allocate_zeroed(allocator, bytes);
    if (!member) return NULL;
    member->bytes = bytes;
    char *at = member->texts;
    for (int i = 0; i < VT_MEMBER_TEXTS; i++) {
        if (texts[i].size) memcpy(at, texts[i].bytes, texts[i].size);
        member->sizes[i] = (uint32_t)texts[i].size;
        at += texts[i].size + 1;
    }
    return member;
}

vt_member *vt_member_new(const vitals_allocator *allocator, const vitals_resource *resource,
                         const vt_member_self *self) {
    const put_input input = { .resource = resource,
                              .object = resource->live ? resource->live : resource->target,
                              .verdict = resource->live ? resource->verdict : NULL,
                              .self = self };
    vt_text texts[VT_MEMBER_TEXTS];
    find_texts(&input, texts);
    vt_member *member = allocate_member(allocator, texts);
    if (member) fill_facts(member, &input);
    return member;
}

vt_member *vt_member_copy(const vitals_allocator *allocator, const vt_member *from) {
    vt_member *copy = vt_allocate(allocator, from->bytes);
    if (!copy) return NULL;
    memcpy(copy, from, from->bytes);
    copy->cause_at = copy->error_at = VT_MEMBER_NOWHERE;
    return copy;
}

void vt_member_free(const vitals_allocator *allocator, vt_member *member) {
    if (member) vt_release(allocator, member, member->bytes);
}

/* -------------------------------------------------------------- classification */

/* Argo CD up to 3.3: that exact kind has a customization with a script, or a native check. */
static bool has_exact_check(const vitals_engine *engine, vt_text group, vt_text kind) {
    const vt_rule *rule = vt_health_find_customization(engine, group, kind);
    if (rule && rule->source == VITALS_SOURCE_CUSTOMIZATION) {
        size_t slash = group.size > 0;
        bool exact = rule->key.size == group.size + slash + kind.size &&
                     vt_text_starts(rule->key, group) && vt_text_ends(rule->key, kind);
        if (exact) return true;
    }
    return vt_native_find(group, kind) != NULL;
}

/* Why a health does not count, or NULL. */
static const char *why_not_counted(const vt_member *member, const vitals_engine *engine,
                                   const vt_aggregate_rules *rules) {
    const vt_text group = vt_member_text_of(member, VT_MEMBER_GROUP);
    const vt_text kind = vt_member_text_of(member, VT_MEMBER_KIND);
    bool missing = member->health == VITALS_HEALTH_MISSING;
    if (member->health == VITALS_HEALTH_UNASSESSED) return "no rule knows this kind";
    if (member->health == VITALS_HEALTH_EMPTY) return "its check returned nothing";
    if (!member->live && !rules->absent_counts) return "not in the cluster";
    if (missing && rules->missing_needs_check && !has_exact_check(engine, group, kind)) {
        return "Missing, and there is no check for exactly this kind";
    }
    if (rules->children_filtered && is_application(group, kind) &&
        (missing || member->health == VITALS_HEALTH_UNKNOWN)) {
        return "a child Application that is Missing or Unknown";
    }
    return NULL;
}

vt_member_class vt_member_classify(const vt_member *member, const vitals_engine *engine,
                                   vitals_aggregate aggregate) {
    if (member->excluded) return (vt_member_class){ 0, false, member->excluded };
    vt_member_class class = { .counted_as = member->health };
    class.why = why_not_counted(member, engine, vt_aggregate_rules_of(aggregate));
    class.counted = class.why == NULL;
    const vt_policy_rule *rule = vt_policy_find(
        &engine->policy, vt_member_text_of(member, VT_MEMBER_GROUP),
        vt_member_text_of(member, VT_MEMBER_KIND), vt_member_text_of(member, VT_MEMBER_NAMESPACE),
        vt_member_text_of(member, VT_MEMBER_NAME), (vitals_health)member->health);
    if (!rule) return class;
    class.why = rule->why.bytes;
    class.counted = !rule->ignored && rule->counts_as != VITALS_HEALTH_UNASSESSED;
    if (class.counted) class.counted_as = (uint8_t)rule->counts_as;
    return class;
}

void vt_member_set_class(vt_member *member, vt_member_class class) {
    member->counted_as = class.counted_as;
    member->counted = class.counted;
    member->why = class.why;
}

/* ----------------------------------------------------------------------- order */

static int compare_numbers(uint64_t a, uint64_t b) {
    return (a > b) - (a < b);
}

static int compare_texts(vt_text a, vt_text b) {
    const size_t size = a.size < b.size ? a.size : b.size;
    const int order = size ? memcmp(a.bytes, b.bytes, size) : 0;
    return order ? order : compare_numbers(a.size, b.size);
}

int vt_member_compare(const vt_member *a, const vt_member *b) {
    int order = compare_numbers(a->ordinal, b->ordinal);
    for (int i = 0; !order && i < VT_MEMBER_ERROR; i++) {
        order = compare_texts(vt_member_text_of(a, (vt_member_text)i),
                              vt_member_text_of(b, (vt_member_text)i));
    }
    return order;
}

/* Every fact takes part, so that only equal members are equal. */
int vt_member_compare_versions(const vt_member *a, const vt_member *b) {
    int order = (int)b->live - (int)a->live;
    if (!order) {
        order = vitals_health_severity((vitals_health)b->health) -
                vitals_health_severity((vitals_health)a->health);
    }
    if (!order) order = (int)b->health - (int)a->health;
    if (!order) order = (a->excluded != NULL) - (b->excluded != NULL);
    if (!order) order = (int)b->considered - (int)a->considered;
    if (!order && a->excluded) order = strcmp(a->excluded, b->excluded);
    if (!order) order = vt_member_compare(a, b);
    if (!order) order = (int)b->failed - (int)a->failed;
    if (!order) order = (int)b->wrapped - (int)a->wrapped;
    if (order) return order;
    return compare_texts(vt_member_text_of(a, VT_MEMBER_ERROR),
                         vt_member_text_of(b, VT_MEMBER_ERROR));
}
