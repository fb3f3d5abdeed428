/* One resource of an application, and the order of resources. */
#include "health/member.h"

#include "health/assessment.h"
#include "native/native.h"

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

static bool is_application(const vitals_document *document) {
    return vt_text_is(vitals_document_group(document), "argoproj.io") &&
           vt_text_is(vitals_document_kind(document), "Application");
}

/* ARGO: isSelfReferencedApp; UID, name and namespace all agree. */
static bool is_self(const vitals_document *live, const vt_member_self *self) {
    return !vt_text_is_absent(self->name) && is_application(live) &&
           vt_text_equal(vitals_document_uid(live), self->uid) &&
           vt_text_equal(vitals_document_name(live), self->name) &&
           vt_text_equal(vitals_document_namespace(live), self->namespace_);
}

/* Membership decides, not the verdict, which does not know the application. Whether Flux waits is known
** by the verdict alone: the application has no profile. */
static vt_counting_facts facts_of(const put_input *input) {
    const vitals_resource *resource = input->resource;
    const vt_reader target = { resource->target, NULL };
    vt_counting_facts facts = { .hook = false };
    if (resource->live) {
        facts = vt_counting_facts_of(NULL, VITALS_PROFILE_COMBINED, resource->live);
        facts.itself = is_self(resource->live, input->self);
    }
    /* ARGO: Skip hooks of the target; hooks and ignored hooks of the live object. */
    if (resource->target) {
        facts.hook |= vt_native_is_skip_hook(&target);
        facts.ignored_in_manifest = vt_counting_is_ignored(&target);
    }
    facts.not_waited_for =
        input->verdict && vitals_verdict_counting(input->verdict) == VITALS_COUNTING_NOT_WAITED_FOR;
    facts.not_tracked = resource->membership == VITALS_MEMBERSHIP_NO;
    if (resource->membership != VITALS_MEMBERSHIP_TRACKED) facts.owned = false;
    return facts;
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
    member->facts = facts_of(input);
    member->failed = input->verdict && !vt_text_is_absent(vitals_verdict_error(input->verdict));
    member->wrapped = input->verdict && is_wrapped(vitals_verdict_source(input->verdict));
}

static void find_texts(const put_input *input, vt_text texts[VT_MEMBER_TEXTS]) {
    texts[VT_MEMBER_GROUP] = vitals_document_group(input->object);
    texts[VT_MEMBER_KIND] = vitals_document_kind(input->object);
    texts[VT_MEMBER_NAMESPACE] = vitals_document_namespace(input->object);
    texts[VT_MEMBER_NAME] = vitals_document_name(input->object);
    texts[VT_MEMBER_KEY] = input->resource->key;
    texts[VT_MEMBER_ERROR] = input->verdict ? vitals_verdict_error(input->verdict) : VT_TEXT_ABSENT;
}

vt_member *vt_member_of_texts(const vitals_allocator *allocator,
                              const vt_text texts[VT_MEMBER_TEXTS]) {
    size_t bytes = sizeof(vt_member);
    for (int i = 0; i < VT_MEMBER_TEXTS; i++) {
        if (texts[i].size >= UINT32_MAX) return NULL;
        bytes += texts[i].size + 1;
    }
    vt_member *member = vt_allocate_zeroed(allocator, bytes);
    if (!member) return NULL;
    member->bytes = bytes;
    member->cause_at = member->error_at = VT_MEMBER_NOWHERE;
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
    vt_member *member = vt_member_of_texts(allocator, texts);
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

vt_counting vt_member_classify(const vt_member *member, const vitals_engine *engine,
                               vitals_aggregate aggregate) {
    const vt_counting_resource resource = {
        .group = vt_member_text_of(member, VT_MEMBER_GROUP),
        .kind = vt_member_text_of(member, VT_MEMBER_KIND),
        .namespace_ = vt_member_text_of(member, VT_MEMBER_NAMESPACE),
        .name = vt_member_text_of(member, VT_MEMBER_NAME),
        .health = (vitals_health)member->health,
        .absent = !member->live,
        .facts = member->facts,
    };
    return vt_counting_of(engine, aggregate, &resource);
}

void vt_member_set_class(vt_member *member, vt_counting class) {
    member->counted_as = class.counts_as;
    member->counted = class.counted;
    member->why = class.why;
}

/* ----------------------------------------------------------------------- order */

static int compare_numbers(uint64_t a, uint64_t b) {
    return (a > b) - (a < b);
}

int vt_member_compare(const vt_member *a, const vt_member *b) {
    int order = compare_numbers(a->ordinal, b->ordinal);
    for (int i = 0; !order && i < VT_MEMBER_ERROR; i++) {
        order = vt_text_compare(vt_member_text_of(a, (vt_member_text)i),
                                vt_member_text_of(b, (vt_member_text)i));
    }
    return order;
}

static unsigned bits_of(vt_counting_facts facts) {
    return facts.hook | facts.ignored << 1 | facts.itself << 2 | facts.not_waited_for << 3 |
           facts.not_tracked << 4 | facts.owned << 5 | facts.ignored_in_manifest << 6;
}

/* The one that may count first, then by every fact. */
static int compare_facts(vt_counting_facts a, vt_counting_facts b) {
    const unsigned one = bits_of(a), other = bits_of(b);
    return (one > other) - (one < other);
}

/* Every fact takes part, so that only equal members are equal. */
int vt_member_compare_versions(const vt_member *a, const vt_member *b) {
    int order = (int)b->live - (int)a->live;
    if (!order) {
        order = vitals_health_severity((vitals_health)b->health) -
                vitals_health_severity((vitals_health)a->health);
    }
    if (!order) order = (int)b->health - (int)a->health;
    if (!order) order = compare_facts(a->facts, b->facts);
    if (!order) order = vt_member_compare(a, b);
    if (!order) order = (int)b->failed - (int)a->failed;
    if (!order) order = (int)b->wrapped - (int)a->wrapped;
    if (order) return order;
    return vt_text_compare(vt_member_text_of(a, VT_MEMBER_ERROR),
                           vt_member_text_of(b, VT_MEMBER_ERROR));
}
