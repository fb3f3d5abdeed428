/* Aggregation policies: reading and matching. docs/policy.md describes the format. */
#include "rules/build_context.h"

/* A policy file that is being read. */
typedef struct policy_reader {
    vt_build_context *context;
    const vitals_document *document;
} policy_reader;

static void report(policy_reader *reader, const vt_value *at, const char *text) {
    vt_context_report(reader->context, "policy", vt_document_place(reader->document, at),
                      vt_text_from(text));
}

/* Read a pattern of `match`; true when it is absent or compiles. */
static bool read_pattern(policy_reader *reader, const vt_value *match, const char *name,
                         const vt_glob **out) {
    const vt_value *value = vt_document_get(reader->document, match, vt_text_from(name));
    if (!value) return true;
    if (!vt_value_is_string(value)) {
        report(reader, value, "a pattern must be a string");
        return false;
    }
    const char *error = NULL;
    *out = vt_glob_compile(&reader->context->engine->arena, vt_value_text(value), &error);
    if (*out) return true;
    if (error) {
        report(reader, value, error);
    } else {
        vt_context_no_memory(reader->context);
    }
    return false;
}

/* Read the name of a status, `Unassessed` included. */
static bool read_status(policy_reader *reader, const vt_value *value, vitals_health *out) {
    vt_text name = vt_value_text(value);
    *out = vitals_health_from_name(name);
    if (*out != VITALS_HEALTH_UNASSESSED || vt_text_is(name, "Unassessed")) return true;
    report(reader, value, "not a health status");
    return false;
}

static bool read_match(policy_reader *reader, const vt_value *match, vt_policy_rule *rule) {
    if (match && !vt_value_is_object(match)) {
        report(reader, match, "match must be a map");
        return false;
    }
    const vt_value *status = vt_document_get(reader->document, match, VT_TEXT("status"));
    rule->has_status = status != NULL;
    if (status && !read_status(reader, status, &rule->status)) return false;
    return read_pattern(reader, match, "group", &rule->group) &&
           read_pattern(reader, match, "kind", &rule->kind) &&
           read_pattern(reader, match, "namespace", &rule->namespace_) &&
           read_pattern(reader, match, "name", &rule->name);
}

/* "90s", "5m", "1h", "500ms". */
static bool read_duration(vt_text text, uint32_t *ms) {
    static const struct {
        vt_text unit;
        uint64_t ms;
    } units[] = { { VT_TEXT_INIT("ms"), 1 },
                  { VT_TEXT_INIT("s"), 1000 },
                  { VT_TEXT_INIT("m"), 60000 },
                  { VT_TEXT_INIT("h"), 3600000 } };
    const size_t digits = vt_text_skip_digits(text, 0);
    const vt_text unit = vt_text_between(text, digits, text.size);
    uint64_t number = 0;
    if (digits == 0 || digits > 8) return false;
    for (size_t i = 0; i < digits; i++) number = number * 10 + (uint64_t)(text.bytes[i] - '0');
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (!vt_text_equal(unit, units[i].unit) || number > UINT32_MAX / 2 / units[i].ms) continue;
        *ms = (uint32_t)(number * units[i].ms);
        return true;
    }
    return false;
}

static bool read_grace(policy_reader *reader, const vt_value *entry, vt_grace_rule *grace) {
    const vt_value *worse = vt_document_get(reader->document, entry, VT_TEXT("worse"));
    const vt_value *match = vt_document_get(reader->document, entry, VT_TEXT("match"));
    if (!read_duration(vt_value_text(worse), &grace->worse_ms)) {
        report(reader, worse ? worse : entry,
               "a grace needs `worse`: a time such as 30s, 5m or 1h");
        return false;
    }
    return read_match(reader, match, &grace->match) &&
           read_pattern(reader, match, "rule", &grace->rule);
}

static bool read_rule(policy_reader *reader, const vt_value *entry, vt_policy_rule *rule) {
    const vt_value *as = vt_document_get(reader->document, entry, VT_TEXT("countsAs"));
    if (!as) {
        report(reader, entry, "a rule needs countsAs");
        return false;
    }
    rule->ignored = vt_value_text_is(as, VT_TEXT("Ignored"));
    if (!rule->ignored && !read_status(reader, as, &rule->counts_as)) return false;
    vt_place place = vt_document_place(reader->document, entry);
    vt_arena *arena = &reader->context->engine->arena;
    vt_text reason = vt_value_text(vt_document_get(reader->document, entry, VT_TEXT("reason")));
    rule->why = vt_arena_printf(arena, "policy %s:%u%s%.*s", place.file ? place.file : "-",
                                place.line, reason.size ? ": " : "", VT_TEXT_ARG(reason));
    if (vt_text_is_absent(rule->why)) {
        vt_context_no_memory(reader->context);
        return false;
    }
    return read_match(reader, vt_document_get(reader->document, entry, VT_TEXT("match")), rule);
}

static void add_rule(policy_reader *reader, const vt_policy_rule *rule) {
    vitals_engine *engine = reader->context->engine;
    vt_policy *policy = &engine->policy;
    void *items = policy->rules;
    bool room = vt_grow(&engine->allocator, &items, &policy->capacity, policy->count,
                        sizeof *policy->rules);
    policy->rules = items;
    if (room) {
        policy->rules[policy->count++] = *rule;
    } else {
        vt_context_no_memory(reader->context);
    }
}

static void add_grace(policy_reader *reader, const vt_grace_rule *grace) {
    vitals_engine *engine = reader->context->engine;
    vt_policy *policy = &engine->policy;
    void *items = policy->graces;
    bool room = vt_grow(&engine->allocator, &items, &policy->grace_capacity, policy->grace_count,
                        sizeof *policy->graces);
    policy->graces = items;
    if (room) {
        policy->graces[policy->grace_count++] = *grace;
    } else {
        vt_context_no_memory(reader->context);
    }
}

static void read_graces(policy_reader *reader, const vt_value *list) {
    if (!list) return;
    if (!vt_value_is_array(list)) {
        report(reader, list, "grace must be a list");
        return;
    }
    const vt_value *entry = vt_array_first(list);
    for (; entry && vt_context_continue(reader->context); entry = vt_array_next(list, entry)) {
        vt_grace_rule grace = { .worse_ms = 0 };
        if (read_grace(reader, entry, &grace)) add_grace(reader, &grace);
    }
}

void vt_policy_read(vt_build_context *context, const vt_input *input) {
    policy_reader reader = { .context = context };
    reader.document =
        vt_context_parse(context, input->bytes, input->file.bytes, NULL, context->diagnostics);
    if (!reader.document) {
        context->broken = true;
        return;
    }
    const vt_value *root = vt_document_root(reader.document);
    const vt_value *list = vt_document_get(reader.document, root, VT_TEXT("policy"));
    const vt_value *graces = vt_document_get(reader.document, root, VT_TEXT("grace"));
    read_graces(&reader, graces);
    if (graces && !list) return;
    if (!vt_value_is_array(list)) {
        report(&reader, list ? list : root, "a policy must be a map with the list `policy`");
        return;
    }
    const vt_value *entry = vt_array_first(list);
    for (; entry && vt_context_continue(context); entry = vt_array_next(list, entry)) {
        vt_policy_rule rule = { 0 };
        if (read_rule(&reader, entry, &rule)) add_rule(&reader, &rule);
    }
}

/* ----------------------------------------------------------------- matching */

static bool matches(const vt_glob *pattern, vt_text text, vt_steps *steps) {
    return !pattern || vt_glob_match(pattern, text, steps);
}

static bool holds(const vt_policy_rule *rule, const vt_policy_subject *subject, vt_steps *steps) {
    if (rule->has_status && rule->status != subject->status) return false;
    return matches(rule->group, subject->group, steps) &&
           matches(rule->kind, subject->kind, steps) &&
           matches(rule->namespace_, subject->namespace_, steps) &&
           matches(rule->name, subject->name, steps);
}

const vt_policy_rule *vt_policy_find(const vt_policy *policy, const vt_policy_subject *subject,
                                     vt_steps *steps) {
    for (size_t i = 0; i < policy->count && vt_steps_charge(steps, 1); i++) {
        if (holds(&policy->rules[i], subject, steps)) return &policy->rules[i];
    }
    return NULL;
}

const vt_grace_rule *vt_grace_find(const vt_policy *policy, const vt_policy_subject *subject,
                                   vt_text rule, vt_steps *steps) {
    for (size_t i = 0; i < policy->grace_count && vt_steps_charge(steps, 1); i++) {
        const vt_grace_rule *grace = &policy->graces[i];
        if (holds(&grace->match, subject, steps) && matches(grace->rule, rule, steps)) return grace;
    }
    return NULL;
}
