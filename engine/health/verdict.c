/* Verdicts: they own copies of everything they return, and are reused from call to call. */
#include "base/number/clock.h"
#include "health/assessment.h"
#include "native/native.h"
#include "objects/set/set.h"

vitals_status vitals_verdict_new(const vitals_allocator *allocator, vitals_verdict **out) {
    if (!out) return VITALS_EINVAL;
    vitals_allocator memory = vt_allocator_or_default(allocator);
    vitals_verdict *verdict = vt_allocate_zeroed(&memory, sizeof *verdict);
    if (!verdict) return VITALS_ENOMEM;
    vt_arena_init(&verdict->arena, &memory, 0);
    vt_buffer_init(&verdict->json, &memory, SIZE_MAX / 2);
    vt_verdict_clear(verdict);
    *out = verdict;
    return VITALS_OK;
}

void vitals_verdict_free(vitals_verdict *verdict) {
    if (!verdict) return;
    vitals_allocator memory = verdict->arena.allocator;
    vt_buffer_done(&verdict->json);
    vt_arena_done(&verdict->arena);
    vt_release(&memory, verdict, sizeof *verdict);
}

void vt_verdict_clear(vitals_verdict *verdict) {
    size_t first = offsetof(vitals_verdict, health);
    memset((char *)verdict + first, 0, sizeof *verdict - first);
    verdict->message = VT_TEXT("");
    vt_arena_empty(&verdict->arena);
    vt_buffer_clear(&verdict->json);
}

void vt_verdict_scrub(vitals_verdict *verdict) {
    vt_arena_scrub(&verdict->arena);
    if (verdict->json.bytes) memset(verdict->json.bytes, 0, verdict->json.capacity);
    vt_verdict_clear(verdict);
}

/* ---------------------------------------------------- facts about the object */

/* Whether an observedGeneration exists and is behind. */
static bool lags(const vt_value *observed, int64_t generation) {
    return vt_value_is_integer(observed) && observed->as.integer < generation;
}

static const vt_value *conditions_of(const vt_reader *reader) {
    const vt_value *list = vt_read_conditions(reader);
    return vt_value_is_array(list) ? list : NULL;
}

static bool is_stale(const vt_reader *reader) {
    const vt_value *generation = vt_read_generation(reader);
    if (!vt_value_is_integer(generation)) return false;
    int64_t wanted = generation->as.integer;
    if (lags(vt_read_observed_generation(reader), wanted)) return true;
    const vt_value *list = conditions_of(reader);
    for (const vt_value *item = vt_array_first(list); item; item = vt_array_next(list, item)) {
        if (lags(vt_read_field(reader, item, "observedGeneration"), wanted)) return true;
    }
    return false;
}

/* Whether a message is some words, or ends with them: "Pod: no room", "Pool is Failed". */
static bool repeats(vt_text message, vt_text words) {
    if (words.size == 0 || !vt_text_ends(message, words)) return false;
    vt_text before = vt_text_between(message, 0, message.size - words.size);
    return before.size == 0 || vt_text_ends(before, VT_TEXT(": ")) ||
           vt_text_ends(before, VT_TEXT(" is "));
}

/* Whether a message begins with some words, and says more after them. */
static bool extends(vt_text message, vt_text words) {
    if (words.size == 0 || !vt_text_starts(message, words)) return false;
    vt_text after = vt_text_between(message, words.size, message.size);
    return vt_text_starts(after, VT_TEXT(": ")) || vt_text_starts(after, VT_TEXT("; "));
}

/* The condition of a list whose message or reason a message repeats: the one whose message it is,
** else the first. */
static const vt_value *condition_of_list(const vt_reader *reader, const vt_value *list,
                                         vt_text message) {
    const vt_value *found = NULL;
    for (const vt_value *item = vt_array_first(list); item; item = vt_array_next(list, item)) {
        vt_text words = vt_value_text(vt_read_field(reader, item, "message"));
        vt_text reason = vt_value_text(vt_read_field(reader, item, "reason"));
        if (vt_text_equal(words, message)) return item;
        bool says = repeats(message, words) || extends(message, words) || repeats(message, reason);
        if (!found && says) found = item;
    }
    return found;
}

/* The same in the conditions that parts of the status have, such as the parents of a route or the
** rollout of a data plane. */
static const vt_value *condition_of_parts(const vt_reader *reader, vt_text message) {
    const vt_value *status = vt_read_status(reader);
    for (const vt_value *key = vt_object_first(status); key; key = vt_object_next(status, key)) {
        const vt_value *parts = vt_object_value(key);
        const vt_value *own =
            vt_value_is_object(parts)
                ? condition_of_list(reader, vt_read_field(reader, parts, "conditions"), message)
                : NULL;
        if (own) return own;
        for (const vt_value *part = vt_array_first(parts); part;
             part = vt_array_next(parts, part)) {
            const vt_value *list = vt_read_field(reader, part, "conditions");
            const vt_value *found = condition_of_list(reader, list, message);
            if (found) return found;
        }
    }
    return NULL;
}

/* A script does not report the condition that decided: it is the one whose message it repeats. */
static const vt_value *condition_with_message(const vt_reader *reader, vt_text message) {
    if (message.size == 0) return NULL;
    const vt_value *found = condition_of_list(reader, conditions_of(reader), message);
    return found ? found : condition_of_parts(reader, message);
}

/* lastTransitionTime of the condition that decided. A rule written in C reports it, and the message of
** an expression is our own. */
static vt_text since_of(const vt_reader *reader, const vt_assessment *assessment,
                        const vt_opinion *opinion, vt_text message) {
    const vt_value *condition = opinion->condition;
    bool is_script = assessment->rule && assessment->rule->source != VITALS_SOURCE_EXPRESSION;
    if (!condition && is_script) condition = condition_with_message(reader, message);
    if (!condition) return VT_TEXT_ABSENT;
    vt_text time = vt_value_text(vt_read_field(reader, condition, "lastTransitionTime"));
    return vt_is_instant(time) ? time : VT_TEXT_ABSENT;
}

/* ------------------------------------------------------------------ filling */

/* A verdict being filled; copies fail together. */
typedef struct filling {
    vitals_verdict *verdict;
    bool failed;
} filling;

/* A copy in the verdict's arena; absent stays absent. */
static inline vt_text keep(filling *fill, vt_text text) {
    if (text.size == 0) return vt_text_is_absent(text) ? text : VT_TEXT("");
    char *copy = vt_arena_allocate(&fill->verdict->arena, text.size + 1);
    if (!copy) {
        fill->failed = true;
        return VT_TEXT_ABSENT;
    }
    memcpy(copy, text.bytes, text.size);
    copy[text.size] = '\0';
    return vt_text_slice(copy, text.size);
}

/* Copy several texts into one piece of memory. */
static void keep_all(filling *fill, vt_text *texts[], size_t count) {
    size_t bytes = 0;
    for (size_t i = 0; i < count; i++) bytes += texts[i]->size + 1;
    char *at = vt_arena_allocate(&fill->verdict->arena, bytes);
    fill->failed = fill->failed || !at;
    for (size_t i = 0; at && i < count; i++) {
        vt_text from = *texts[i];
        if (vt_text_is_absent(from)) continue;
        memcpy(at, from.bytes, from.size);
        at[from.size] = '\0';
        texts[i]->bytes = at;
        at += from.size + 1;
    }
}

vitals_status vitals_verdict_copy(const vitals_verdict *from, vitals_verdict *to) {
    if (!from || !to) return VITALS_EINVAL;
    if (from == to) return VITALS_OK;
    filling fill = { to, false };
    vt_verdict_clear(to);
    const size_t first = offsetof(vitals_verdict, health);
    memcpy((char *)to + first, (const char *)from + first, sizeof *to - first);
    vt_text *const texts[] = { &to->message,    &to->rule,  &to->rule_at,
                               &to->error,      &to->since, &to->suspension,
                               &to->line_at,    &to->kind,  &to->kstatus_message,
                               &to->namespace_, &to->name,  &to->api_version,
                               &to->uid,        &to->file };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) *texts[i] = keep(&fill, *texts[i]);
    for (size_t i = 0; i < from->condition_count; i++) {
        const vt_kstatus_condition *condition = &from->conditions[i];
        to->conditions[i] =
            (vt_kstatus_condition){ keep(&fill, condition->type), keep(&fill, condition->status),
                                    keep(&fill, condition->reason),
                                    keep(&fill, condition->message) };
    }
    if (fill.failed) vt_verdict_clear(to);
    return fill.failed ? VITALS_ENOMEM : VITALS_OK;
}

static void fill_object(filling *fill, const vitals_document *document) {
    vitals_verdict *verdict = fill->verdict;
    const vt_place origin = vt_document_place(document, vt_document_root(document));
    verdict->api_version = vitals_document_api_version(document);
    verdict->kind = vitals_document_kind(document);
    verdict->namespace_ = vitals_document_namespace(document);
    verdict->name = vitals_document_name(document);
    verdict->uid = vitals_document_uid(document);
    verdict->file = vt_text_from(origin.file);
    vt_text *texts[] = { &verdict->api_version, &verdict->kind, &verdict->namespace_,
                         &verdict->name,        &verdict->uid,  &verdict->file };
    keep_all(fill, texts, sizeof texts / sizeof *texts);
    verdict->input_document = origin.document;
    verdict->input_line = origin.line;
}

static vt_text or_empty(vt_text text) {
    return vt_text_is_absent(text) ? VT_TEXT("") : text;
}

static void fill_opinion(filling *fill, const vt_assessment *assessment,
                         const vt_opinion *opinion) {
    vitals_verdict *verdict = fill->verdict;
    uint64_t most = assessment->engine->limits.message_bytes;
    bool failed = opinion->kind == VT_OPINION_FAILED;
    verdict->health = failed ? VITALS_HEALTH_UNKNOWN : opinion->health;
    verdict->message = keep(fill, vt_text_cut(or_empty(opinion->message), most));
    verdict->error = failed ? verdict->message : VT_TEXT_ABSENT;
    verdict->row = opinion->row;
    verdict->line = opinion->line;
    verdict->limit = opinion->limit;
    verdict->steps = opinion->steps;
}

/* The message of the opinion is mostly kstatus's own: one copy serves both, unless it was cut. */
static void fill_kstatus(filling *fill, const vt_assessment *assessment, vt_text message) {
    vitals_verdict *verdict = fill->verdict;
    if (!assessment->has_kstatus) return;
    const vt_kstatus_result *result = &assessment->kstatus;
    bool same = result->message.bytes == message.bytes && verdict->message.size == message.size;
    verdict->kstatus = result->status;
    verdict->kstatus_message = same ? vt_text_slice(verdict->message.bytes, verdict->message.size)
                                    : keep(fill, or_empty(result->message));
    verdict->condition_count = result->condition_count;
    for (size_t i = 0; i < result->condition_count; i++) {
        const vt_kstatus_condition *from = &result->conditions[i];
        verdict->conditions[i] = (vt_kstatus_condition){ keep(fill, or_empty(from->type)),
                                                         keep(fill, or_empty(from->status)),
                                                         keep(fill, or_empty(from->reason)),
                                                         keep(fill, or_empty(from->message)) };
    }
}

static vt_text print_place(filling *fill, vt_place place) {
    vt_text text = vt_arena_printf(&fill->verdict->arena, "%s:%u",
                                   place.file && *place.file ? place.file : "-", place.line);
    if (vt_text_is_absent(text)) fill->failed = true;
    return text;
}

static void fill_rule(filling *fill, const vt_assessment *assessment) {
    vitals_verdict *verdict = fill->verdict;
    const vt_rule *rule = assessment->rule;
    if (!rule) {
        /* A rule written in C is named by the kind of the object. */
        const vt_parts *parts = vt_document_parts(assessment->evaluation.reader.document);
        if (verdict->source != VITALS_SOURCE_NONE)
            verdict->rule = keep(fill, parts->identity.group_kind);
        return;
    }
    verdict->rule = keep(fill, rule->id);
    verdict->rule_at = keep(fill, rule->at);
    if (verdict->line == 0 || vt_text_is_absent(rule->at)) return;
    verdict->line_at = print_place(fill, vt_script_place(rule, verdict->line));
}

/* Hooks, including ignored ones, never count; in profile flux neither do objects that Flux does not
** wait for. */
static vitals_counting counting_of(const vt_assessment *assessment, const vt_reader *reader) {
    if (vt_native_is_hook(reader)) return VITALS_COUNTING_HOOK;
    if (!assessment->waited_for) return VITALS_COUNTING_NOT_WAITED_FOR;
    const vitals_set *set = assessment->call->set;
    if (set) {
        bool owned = vitals_set_is_owned(set, reader->document);
        return owned ? VITALS_COUNTING_OWNED_IN_SET : VITALS_COUNTING_COUNTED;
    }
    return vt_document_has_controller(reader->document) ? VITALS_COUNTING_OWNED_BY_REFERENCE
                                                        : VITALS_COUNTING_COUNTED;
}

/* Facts about the object alone; reading them is not traced. */
static void fill_facts(filling *fill, const vt_assessment *assessment, const vt_opinion *opinion) {
    vitals_verdict *verdict = fill->verdict;
    vt_reader reader = { assessment->evaluation.reader.document, NULL };
    verdict->stale = is_stale(&reader);
    verdict->since = keep(fill, since_of(&reader, assessment, opinion, verdict->message));
    verdict->suspension = keep(fill, vt_suspension_of(&reader, assessment->evaluation.arena));
    verdict->counting = counting_of(assessment, &reader);
}

bool vt_verdict_fill(vitals_verdict *verdict, const vt_assessment *assessment,
                     const vt_opinion *opinion, vitals_source source) {
    filling fill = { verdict, false };
    verdict->source = source;
    verdict->valid_until_seconds = assessment->valid_until_seconds;
    fill_opinion(&fill, assessment, opinion);
    fill_kstatus(&fill, assessment, opinion->message);
    fill_rule(&fill, assessment);
    fill_object(&fill, assessment->evaluation.reader.document);
    fill_facts(&fill, assessment, opinion);
    return !fill.failed;
}

/* ------------------------------------------------------------------ getters */

vitals_health vitals_verdict_health(const vitals_verdict *verdict) {
    return verdict->health;
}
vitals_text vitals_verdict_message(const vitals_verdict *verdict) {
    return verdict->message;
}
vitals_source vitals_verdict_source(const vitals_verdict *verdict) {
    return verdict->source;
}
vitals_text vitals_verdict_rule(const vitals_verdict *verdict) {
    return verdict->rule;
}
vitals_text vitals_verdict_rule_at(const vitals_verdict *verdict) {
    return verdict->rule_at;
}
vitals_text vitals_verdict_row(const vitals_verdict *verdict) {
    return vt_text_from(verdict->row);
}
uint32_t vitals_verdict_line(const vitals_verdict *verdict) {
    return verdict->line;
}
vitals_text vitals_verdict_line_at(const vitals_verdict *verdict) {
    return verdict->line_at;
}
vitals_text vitals_verdict_error(const vitals_verdict *verdict) {
    return verdict->error;
}
const char *vitals_verdict_limit(const vitals_verdict *verdict) {
    return verdict->limit;
}
vitals_kstatus vitals_verdict_kstatus(const vitals_verdict *verdict) {
    return verdict->kstatus;
}
int64_t vitals_verdict_valid_until(const vitals_verdict *verdict) {
    return verdict->valid_until_seconds;
}

/* Rows of native checks after which a controller gives up or an object has ended. */
static const char *const terminal_rows[] = {
    "CertificateSigningRequest/1-failed",
    "CertificateSigningRequest/2-denied",
    "Deployment/3-progress-deadline", /* until the spec changes */
    "Job/2-failed",
    "Pod/4-failed",
    "Pod/5-failed-container",
    "Pod/6-failed-silently",
    "Workflow/3-failed",
};

bool vitals_verdict_terminal(const vitals_verdict *verdict) {
    if (verdict->kstatus == VITALS_KSTATUS_FAILED) return true;
    if (verdict->source != VITALS_SOURCE_NATIVE) return false;
    for (size_t i = 0; i < sizeof terminal_rows / sizeof *terminal_rows; i++) {
        if (verdict->row && strcmp(verdict->row, terminal_rows[i]) == 0) return true;
    }
    return false;
}

vitals_text vitals_verdict_kstatus_message(const vitals_verdict *verdict) {
    return verdict->kstatus_message;
}
bool vitals_verdict_stale(const vitals_verdict *verdict) {
    return verdict->stale;
}
vitals_text vitals_verdict_since(const vitals_verdict *verdict) {
    return verdict->since;
}
vitals_text vitals_verdict_suspension(const vitals_verdict *verdict) {
    return verdict->suspension;
}
vitals_counting vitals_verdict_counting(const vitals_verdict *verdict) {
    return verdict->counting;
}
bool vitals_verdict_counted(const vitals_verdict *verdict) {
    return verdict->counting == VITALS_COUNTING_COUNTED;
}
uint64_t vitals_verdict_steps(const vitals_verdict *verdict) {
    return verdict->steps;
}
