/* What the objects and the schema of a kind say about its health: its conditions by their names, its phases. */
#include "author/testing/draft/draft.h"
#include "base/text/ascii.h"

typedef struct gathering {
    vt_draft_facts *facts;
    const vt_draft_sources *sources;
    const vt_schema *status; /* of the schema of the kind, or NULL */
    bool failed;             /* no memory */
} gathering;

/* Note a sentence that a reader of the draft should check. */
static void note(gathering *run, vt_text sentence) {
    if (!sentence.bytes) run->failed = true;
    if (!sentence.bytes || run->facts->assumption_count == VT_DRAFT_MOST_WORDS) return;
    run->facts->assumptions[run->facts->assumption_count++] = sentence;
}

#define ASSUME(run, ...) note(run, vt_arena_printf((run)->sources->arena, __VA_ARGS__))

/* ------------------------------------------------------------------- values */

/* Whether a text can be put into quotes of Lua and of CEL as it is. */
static bool is_quotable(vt_text text) {
    for (size_t i = 0; i < text.size; i++) {
        const unsigned char byte = (unsigned char)text.bytes[i];
        if (byte < 0x20 || byte > 0x7e || byte == '"' || byte == '\'' || byte == '\\') return false;
    }
    return text.size > 0 && text.size < 64;
}

/* The name of a field as CEL and Lua write it behind a dot. */
static bool is_name(vt_text text) {
    static const char *const taken[] = { "and",   "break", "do",       "else", "elseif", "end",
                                         "false", "for",   "function", "goto", "if",     "in",
                                         "local", "nil",   "not",      "or",   "repeat", "return",
                                         "then",  "true",  "until",    "while" };
    for (size_t i = 0; i < text.size; i++) {
        const unsigned char byte = (unsigned char)text.bytes[i];
        if (!vt_is_letter(byte) && !(i > 0 && vt_is_digit(byte))) return false;
    }
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
        if (vt_text_is(text, taken[i])) return false;
    }
    return text.size > 0 && text.size < 64;
}

static const vt_value *status_of(const vitals_document *object) {
    return vt_document_find(object, "status", NULL);
}

static vt_text member_text(const vitals_document *object, const vt_value *of, const char *name) {
    return vt_value_text(vt_document_get(object, of, vt_text_from(name)));
}

vt_text vt_draft_status_of(const vitals_document *object, vt_text type, vt_text *reason) {
    const vt_value *list = vt_document_find(object, "status", "conditions", NULL);
    for (const vt_value *at = vt_array_first(list); at; at = vt_array_next(list, at)) {
        if (!vt_text_equal(member_text(object, at, "type"), type)) continue;
        if (reason) *reason = member_text(object, at, "reason");
        return member_text(object, at, "status");
    }
    return VT_TEXT_ABSENT;
}

static const vt_value *phase_value(const vt_draft_facts *facts, const vitals_document *object) {
    const vt_value *place = status_of(object);
    if (facts->within.bytes) place = vt_document_get(object, place, facts->within);
    return facts->field.bytes ? vt_document_get(object, place, facts->field) : NULL;
}

vt_text vt_draft_phase_of(const vt_draft_facts *facts, const vitals_document *object) {
    return vt_value_text(phase_value(facts, object));
}

/* A generation that can be compared with the one of the object. */
static bool has_generation(const vitals_document *object, const vt_value *part) {
    return vt_value_is_integer(vt_document_get(object, part, VT_TEXT("observedGeneration"))) &&
           vt_value_is_integer(vt_document_find(object, "metadata", "generation", NULL));
}

static void add_word(vt_draft_words *words, vt_text word, vitals_health health) {
    if (!is_quotable(word) || words->count == VT_DRAFT_MOST_WORDS) return;
    for (size_t i = 0; i < words->count; i++) {
        if (vt_text_equal(words->items[i].word, word)) return;
    }
    words->items[words->count++] = (vt_draft_word){ word, health };
}

/* ---------------------------------------------------------------- conditions */

/* Types that sum an object up, the best first. */
static const char *const sums[] = { "Ready",    "Available", "Healthy",     "Succeeded",
                                    "Complete", "Completed", "Established", "Running" };

static bool is_sum(vt_text type) {
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
        if (vt_text_is(type, sums[i])) return true;
    }
    return false;
}

static vt_draft_condition *find_condition(vt_draft_facts *facts, vt_text type) {
    for (size_t i = 0; i < facts->condition_count; i++) {
        if (vt_text_equal(facts->conditions[i].type, type)) return &facts->conditions[i];
    }
    return NULL;
}

static void add_condition(vt_draft_facts *facts, vt_text type) {
    if (!is_quotable(type) || find_condition(facts, type) ||
        facts->condition_count == VT_DRAFT_MOST_CONDITIONS) {
        return;
    }
    facts->conditions[facts->condition_count++] = (vt_draft_condition){ .type = type };
}

static void see_conditions(gathering *run, const vitals_document *object) {
    const vt_value *list = vt_document_find(object, "status", "conditions", NULL);
    for (const vt_value *at = vt_array_first(list); at; at = vt_array_next(list, at)) {
        const vt_text reason = member_text(object, at, "reason");
        add_condition(run->facts, member_text(object, at, "type"));
        if (has_generation(object, at)) run->facts->dates = true;
        if (vt_text_is(member_text(object, at, "status"), "False") &&
            vt_draft_health_of(reason) == VITALS_HEALTH_PROGRESSING) {
            add_word(&run->facts->waits, reason, VITALS_HEALTH_PROGRESSING);
        }
    }
}

/* The type in .status.conditions[?(@.type=="Ready")].status, as columns of kubectl name it. */
static vt_text type_in_path(vt_text path) {
    size_t at = vt_text_find(path, VT_TEXT("@.type=="), 0);
    if (at == SIZE_MAX || vt_text_find(path, VT_TEXT("conditions"), 0) > at) return VT_TEXT_ABSENT;
    at += sizeof "@.type==" - 1;
    if (at >= path.size || (path.bytes[at] != '"' && path.bytes[at] != '\'')) return VT_TEXT_ABSENT;
    const size_t end = vt_text_find_byte(path, path.bytes[at], at + 1);
    return end == SIZE_MAX ? VT_TEXT_ABSENT : vt_text_between(path, at + 1, end);
}

static void see_columns(gathering *run, const vitals_document *definition) {
    const vt_text kind = vt_value_text(vt_document_find(definition, "spec", "names", "kind", NULL));
    if (!vt_text_equal(kind, run->facts->kind)) return;
    const vt_value *versions = vt_document_find(definition, "spec", "versions", NULL);
    for (const vt_value *at = vt_array_first(versions); at; at = vt_array_next(versions, at)) {
        const vt_value *list = vt_document_get(definition, at, VT_TEXT("additionalPrinterColumns"));
        run->facts->version = member_text(definition, at, "name");
        for (const vt_value *of = vt_array_first(list); of; of = vt_array_next(list, of)) {
            add_condition(run->facts, type_in_path(member_text(definition, of, "jsonPath")));
        }
    }
}

/* Types that the schema names; where it has conditions and no objects are at hand, those that kstatus
** gives every kind. */
static void see_schema_conditions(gathering *run) {
    const vt_schema *list = vt_schema_get(run->status, VT_TEXT("conditions"));
    if (!list || list->type != VT_SCHEMA_ARRAY) return;
    const vt_schema *type = vt_schema_get(list->items, VT_TEXT("type"));
    for (uint32_t i = 0; type && i < type->value_count; i++) {
        add_condition(run->facts, type->values[i]);
    }
    if (run->sources->object_count > 0) return;
    if (run->facts->condition_count == 0) {
        ASSUME(run, "the schema names no condition types; the draft uses the kstatus types Ready, "
                    "Stalled and Reconciling");
    }
    if (run->facts->condition_count > 0 && !find_condition(run->facts, VT_TEXT("Ready"))) return;
    add_condition(run->facts, VT_TEXT("Stalled"));
    add_condition(run->facts, VT_TEXT("Reconciling"));
    add_condition(run->facts, VT_TEXT("Ready"));
}

/* Whether an object says that it is well: by its sum, or else by its phase. */
static bool is_well(const vt_draft_facts *facts, const vitals_document *object) {
    const vitals_health phase = vt_draft_health_of(vt_draft_phase_of(facts, object));
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
        const vt_text status = vt_draft_status_of(object, vt_text_from(sums[i]), NULL);
        if (status.bytes) return vt_text_is(status, "True") && phase != VITALS_HEALTH_DEGRADED;
    }
    return phase == VITALS_HEALTH_HEALTHY;
}

/* A condition that says that an object waits or rests which is well does not tell, nor one that is False where
** the phase is good. A failure always counts. */
static bool misleads(const gathering *run, const vt_draft_condition *condition) {
    const bool waits = condition->when_true == VITALS_HEALTH_PROGRESSING ||
                       condition->when_true == VITALS_HEALTH_SUSPENDED;
    for (size_t i = 0; i < run->sources->object_count; i++) {
        const vitals_document *object = run->sources->objects[i];
        const vitals_health phase = vt_draft_health_of(vt_draft_phase_of(run->facts, object));
        const vt_text status = vt_draft_status_of(object, condition->type, NULL);
        if (waits && vt_text_is(status, "True") && is_well(run->facts, object)) return true;
        if (condition->when_false == VITALS_HEALTH_DEGRADED && vt_text_is(status, "False") &&
            phase == VITALS_HEALTH_HEALTHY) {
            return true;
        }
    }
    return false;
}

/* Whether every object that has the condition has it as True. */
static bool is_always_true(const gathering *run, vt_text type) {
    size_t seen = 0;
    for (size_t i = 0; i < run->sources->object_count; i++) {
        const vt_text status = vt_draft_status_of(run->sources->objects[i], type, NULL);
        if (status.bytes && !vt_text_is(status, "True")) return false;
        seen += status.bytes != NULL;
    }
    return seen > 0;
}

/* By the name; one that says nothing is good to have where it is True. */
static void give_meaning(const gathering *run, vt_draft_condition *condition) {
    vitals_health health = vt_draft_health_of(condition->type);
    if (!health && is_always_true(run, condition->type)) health = VITALS_HEALTH_HEALTHY;
    condition->when_true = health;
    if (health == VITALS_HEALTH_HEALTHY) condition->when_false = VITALS_HEALTH_DEGRADED;
}

/* The place of a condition in the order of decisions; 0: it decides nothing. A failure comes first. Where one
** sums the object up, the other good ones are parts of it, but for Synced of Crossplane. */
static int rank(const vt_draft_condition *condition, vt_text sum) {
    static const int ranks[VITALS_HEALTH_COUNT] = {
        [VITALS_HEALTH_DEGRADED] = 1, [VITALS_HEALTH_SUSPENDED] = 2, [VITALS_HEALTH_PROGRESSING] = 3
    };
    if (condition->when_true != VITALS_HEALTH_HEALTHY) return ranks[condition->when_true];
    if (!sum.bytes) return 5;
    if (vt_text_equal(condition->type, sum)) return 6;
    return vt_text_is(condition->type, "Synced") ? 4 : 0;
}

static void keep_by_rank(gathering *run, vt_text sum) {
    vt_draft_facts *facts = run->facts;
    vt_draft_condition kept[VT_DRAFT_MOST_CONDITIONS];
    size_t count = 0;
    for (int wanted = 1; wanted <= 6; wanted++) {
        for (size_t i = 0; i < facts->condition_count; i++) {
            if (rank(&facts->conditions[i], sum) == wanted) kept[count++] = facts->conditions[i];
        }
    }
    for (size_t i = 0; i < count; i++) facts->conditions[i] = kept[i];
    facts->condition_count = count;
}

static vt_text find_sum(vt_draft_facts *facts) {
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
        if (find_condition(facts, vt_text_from(sums[i]))) return vt_text_from(sums[i]);
    }
    return VT_TEXT_ABSENT;
}

/* Where only bad conditions are known, their absence is good. */
static void balance(vt_draft_facts *facts) {
    bool good = false;
    for (size_t i = 0; i < facts->condition_count; i++) {
        good |= facts->conditions[i].when_true == VITALS_HEALTH_HEALTHY;
    }
    for (size_t i = 0; i < facts->condition_count && !good; i++) {
        facts->conditions[i].when_false = VITALS_HEALTH_HEALTHY;
    }
}

static void say_conditions(gathering *run) {
    const vt_draft_facts *facts = run->facts;
    for (size_t i = 0; i < facts->condition_count; i++) {
        const vt_draft_condition *at = &facts->conditions[i];
        const char *otherwise = vitals_health_name(at->when_false);
        ASSUME(run, "condition %.*s: True is %s%s%s", VT_TEXT_ARG(at->type),
               vitals_health_name(at->when_true), at->when_false ? ", False is " : "",
               at->when_false ? otherwise : "");
    }
}

static bool is_seen(const gathering *run, vt_text type) {
    bool seen = find_condition(run->facts, type) != NULL;
    for (size_t i = 0; i < run->sources->object_count && !seen; i++) {
        seen = vt_draft_status_of(run->sources->objects[i], type, NULL).bytes != NULL;
    }
    return seen;
}

/* Conditions that no object has shown and that mean the same for all kinds: in front, and only what is bad. */
static void add_common_conditions(gathering *run) {
    vt_draft_facts *facts = run->facts;
    if (facts->condition_count == 0) return;
    for (size_t i = 0; vt_draft_type_at(i); i++) {
        const vt_text type = vt_text_from(vt_draft_type_at(i));
        const bool good = vt_draft_health_of(type) == VITALS_HEALTH_HEALTHY;
        if (is_seen(run, type)) continue;
        if (facts->condition_count == VT_DRAFT_MOST_CONDITIONS) return;
        for (size_t at = facts->condition_count++; at > 0; at--) {
            facts->conditions[at] = facts->conditions[at - 1];
        }
        facts->conditions[0] =
            (vt_draft_condition){ type, good ? VITALS_HEALTH_UNASSESSED : VITALS_HEALTH_DEGRADED,
                                  good ? VITALS_HEALTH_DEGRADED : VITALS_HEALTH_UNASSESSED };
    }
}

static void choose_conditions(gathering *run) {
    vt_draft_facts *facts = run->facts;
    vt_text sum = find_sum(facts);
    for (size_t i = 0; i < facts->condition_count; i++) {
        vt_draft_condition *at = &facts->conditions[i];
        give_meaning(run, at);
        if (at->when_true == VITALS_HEALTH_UNASSESSED) {
            ASSUME(run, "condition %.*s is not looked at: its name does not say what it means",
                   VT_TEXT_ARG(at->type));
        } else if (!is_sum(at->type) && misleads(run, at)) {
            ASSUME(run, "condition %.*s is not looked at: an object that is well has it",
                   VT_TEXT_ARG(at->type));
            at->when_true = VITALS_HEALTH_UNASSESSED;
        }
    }
    keep_by_rank(run, sum);
    balance(facts);
    say_conditions(run);
    add_common_conditions(run);
    for (size_t i = 0; vt_draft_wait_at(i) && facts->condition_count > 0; i++) {
        add_word(&facts->waits, vt_text_from(vt_draft_wait_at(i)), VITALS_HEALTH_PROGRESSING);
    }
}

/* -------------------------------------------------------------------- phases */

/* Names of the field that has the phase, the best first; other fields end with one of the first three. */
static const char *const phase_names[] = {
    "phase", "state", "status", "currentPhase", "currentState", "health", "provisioningState"
};

static bool is_phase_name(vt_text name) {
    static const char *const ends[] = { "Phase", "State", "Status" };
    bool found = false;
    for (size_t i = 0; i < sizeof phase_names / sizeof *phase_names; i++) {
        found |= vt_text_is(name, phase_names[i]);
    }
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        found |= vt_text_ends(name, vt_text_from(ends[i]));
    }
    return found && is_name(name);
}

static bool take_field(gathering *run, vt_text within, vt_text name) {
    vt_text copy = vt_arena_copy(run->sources->arena, name);
    vt_text inside = within.bytes ? vt_arena_copy(run->sources->arena, within) : VT_TEXT_ABSENT;
    run->failed |= !copy.bytes || (within.bytes && !inside.bytes);
    run->facts->field = copy;
    run->facts->within = inside;
    return true;
}

/* A field of the status, or of a map in it, whose value is a word that is known. */
static bool find_word(gathering *run, const vitals_document *object, vt_text within,
                      const vt_value *map) {
    const vt_value *key = vt_object_first(vt_value_is_object(map) ? map : NULL);
    for (; key; key = vt_object_next(map, key)) {
        const vt_value *value = vt_object_value(key);
        const vt_text name = vt_value_text(key);
        if (vt_value_is_string(value) && is_phase_name(name) &&
            vt_draft_health_of(vt_value_text(value)) != VITALS_HEALTH_UNASSESSED) {
            return take_field(run, within, name);
        }
        const bool deeper = !within.bytes && vt_value_is_object(value) && is_name(name);
        if (deeper && find_word(run, object, name, value)) return true;
    }
    return false;
}

/* "phase" and its like are taken whatever their value is. */
static bool find_field(gathering *run) {
    for (size_t name = 0; name < sizeof phase_names / sizeof *phase_names; name++) {
        const vt_text text = vt_text_from(phase_names[name]);
        const vt_schema *known = vt_schema_get(run->status, text);
        if (known && known->type == VT_SCHEMA_STRING) return take_field(run, VT_TEXT_ABSENT, text);
        for (size_t i = 0; i < run->sources->object_count; i++) {
            const vitals_document *object = run->sources->objects[i];
            if (vt_value_text(vt_document_get(object, status_of(object), text)).size > 0) {
                return take_field(run, VT_TEXT_ABSENT, text);
            }
        }
    }
    for (size_t i = 0; i < run->sources->object_count; i++) {
        const vitals_document *object = run->sources->objects[i];
        if (find_word(run, object, VT_TEXT_ABSENT, status_of(object))) return true;
    }
    return false;
}

/* The phase of an element of a list or map; absent: it has none whose word is known. */
static vt_text part_phase(const vt_value *part, vt_text *name) {
    const vt_value *key = vt_object_first(vt_value_is_object(part) ? part : NULL);
    for (; key; key = vt_object_next(part, key)) {
        const vt_text word = vt_value_text(vt_object_value(key));
        if (!is_phase_name(vt_value_text(key)) || !vt_draft_health_of(word)) continue;
        if (name->bytes && !vt_text_equal(*name, vt_value_text(key))) continue;
        *name = vt_value_text(key);
        return word;
    }
    return VT_TEXT_ABSENT;
}

/* Add the phases of the parts below a value; false: there are none. */
static bool see_parts(gathering *run, const vt_value *parts, vt_text *name) {
    bool found = false;
    const bool map = vt_value_is_object(parts);
    const vt_value *at = map ? vt_object_first(parts) : vt_array_first(parts);
    while (at) {
        const vt_text word = part_phase(map ? vt_object_value(at) : at, name);
        found |= word.bytes != NULL;
        if (word.bytes) add_word(&run->facts->phases, word, vt_draft_health_of(word));
        at = map ? vt_object_next(parts, at) : vt_array_next(parts, at);
    }
    run->facts->parts_are_map = map;
    return found;
}

static bool are_parts(vt_text name) {
    return is_name(name) && !vt_text_is(name, "conditions") &&
           vt_text_find(name, VT_TEXT("istory"), 0) == SIZE_MAX;
}

/* A list or map in the status whose elements have phases of their own. */
static void find_parts(gathering *run) {
    vt_draft_facts *facts = run->facts;
    for (size_t i = 0; i < run->sources->object_count && !facts->parts.bytes; i++) {
        const vitals_document *object = run->sources->objects[i];
        const vt_value *status = status_of(object);
        const vt_value *key = vt_object_first(vt_value_is_object(status) ? status : NULL);
        for (; key && !facts->parts.bytes; key = vt_object_next(status, key)) {
            vt_text name = VT_TEXT_ABSENT;
            if (!are_parts(vt_value_text(key))) continue;
            if (!see_parts(run, vt_object_value(key), &name)) continue;
            facts->parts = vt_arena_copy(run->sources->arena, vt_value_text(key));
            facts->part_field = vt_arena_copy(run->sources->arena, name);
            run->failed |= !facts->parts.bytes || !facts->part_field.bytes;
        }
    }
}

/* Parts that are bad where the phase of the whole is good do not tell: they may be its past. */
static void choose_parts(gathering *run) {
    vt_draft_facts *facts = run->facts;
    const vt_draft_words before = facts->phases;
    facts->phases.count = 0;
    find_parts(run);
    bool tell = facts->parts.bytes;
    for (size_t i = 0; i < run->sources->object_count && tell; i++) {
        const vitals_document *object = run->sources->objects[i];
        facts->phases.count = 0;
        see_parts(run, vt_document_get(object, status_of(object), facts->parts),
                  &facts->part_field);
        for (size_t word = 0; word < facts->phases.count && tell; word++) {
            const vitals_health health = facts->phases.items[word].health;
            tell = health == VITALS_HEALTH_HEALTHY ||
                   vt_draft_health_of(vt_draft_phase_of(facts, object)) != VITALS_HEALTH_HEALTHY;
        }
    }
    facts->phases = before;
    if (!tell) facts->parts = VT_TEXT_ABSENT;
    for (size_t i = 0; i < run->sources->object_count && tell; i++) {
        const vitals_document *object = run->sources->objects[i];
        see_parts(run, vt_document_get(object, status_of(object), facts->parts),
                  &facts->part_field);
    }
    if (!tell) return;
    ASSUME(run, "each of the %.*s has a %.*s, and the worst counts", VT_TEXT_ARG(facts->parts),
           VT_TEXT_ARG(facts->part_field));
}

static bool is_written_like(vt_text word, char (*change)(char)) {
    for (size_t i = 0; i < word.size; i++) {
        if (change(word.bytes[i]) != word.bytes[i]) return false;
    }
    return true;
}

static char to_upper(char byte) {
    return byte >= 'a' && byte <= 'z' ? (char)(byte - 'a' + 'A') : byte;
}

static char to_lower(char byte) {
    return vt_to_lower(byte);
}

/* Phases that mean the same for most kinds, in the letters that this kind uses. */
static void add_common_phases(gathering *run) {
    vt_draft_words *words = &run->facts->phases;
    const vt_text like = words->count ? words->items[0].word : VT_TEXT_ABSENT;
    char (*change)(char) = !like.size                        ? NULL
                           : is_written_like(like, to_upper) ? to_upper
                           : is_written_like(like, to_lower) ? to_lower
                                                             : NULL;
    vitals_health health = VITALS_HEALTH_UNASSESSED;
    for (size_t i = 0; vt_draft_phase_at(i, &health); i++) {
        const vt_text copy =
            vt_arena_copy(run->sources->arena, vt_text_from(vt_draft_phase_at(i, &health)));
        run->failed |= !copy.bytes;
        for (size_t at = 0; change && at < copy.size; at++) {
            ((char *)(uintptr_t)copy.bytes)[at] = change(copy.bytes[at]);
        }
        add_word(words, copy, health);
    }
}

static void see_phase(gathering *run, vt_text word) {
    const vitals_health health = vt_draft_health_of(word);
    const size_t before = run->facts->phases.count;
    add_word(&run->facts->phases, word, health ? health : VITALS_HEALTH_PROGRESSING);
    if (run->facts->phases.count == before) return;
    ASSUME(run, "%.*s \"%.*s\" is %s%s", VT_TEXT_ARG(run->facts->field), VT_TEXT_ARG(word),
           vitals_health_name(run->facts->phases.items[before].health),
           health ? "" : ", because the word is not known: correct it");
}

static void choose_phases(gathering *run) {
    vt_draft_facts *facts = run->facts;
    const vt_schema *place =
        facts->within.bytes ? vt_schema_get(run->status, facts->within) : run->status;
    const vt_schema *known = vt_schema_get(place, facts->field);
    for (size_t i = 0; i < run->sources->object_count; i++) {
        see_phase(run, vt_draft_phase_of(facts, run->sources->objects[i]));
    }
    for (uint32_t i = 0; known && i < known->value_count; i++) see_phase(run, known->values[i]);
    ASSUME(run, "a %.*s that the draft does not know is Progressing", VT_TEXT_ARG(facts->field));
}

/* ------------------------------------------------------------------ the rest */

/* The name of a field of the status that an object has with such a value, or the schema of such a type. */
static vt_text find_status_field(const gathering *run, const char *const *names, size_t count,
                                 bool (*fits)(const vt_value *), unsigned type) {
    for (size_t name = 0; name < count; name++) {
        const vt_text text = vt_text_from(names[name]);
        const vt_schema *known = vt_schema_get(run->status, text);
        if (known && known->type == type) return text;
        for (size_t i = 0; i < run->sources->object_count; i++) {
            const vitals_document *object = run->sources->objects[i];
            if (fits(vt_document_get(object, status_of(object), text))) return text;
        }
    }
    return VT_TEXT_ABSENT;
}
#define FIND_FIELD(run, names, fits, type)                                                         \
    find_status_field(run, names, sizeof(names) / sizeof *(names), fits, type)

static bool is_bool(const vt_value *value) {
    return value && vt_value_is_bool(value);
}

static bool is_integer(const vt_value *value) {
    return value && vt_value_is_integer(value);
}

static bool is_string(const vt_value *value) {
    return value && vt_value_is_string(value);
}

static void choose_fields(gathering *run) {
    static const char *const flags[] = { "ready", "healthy", "available", "succeeded" };
    static const char *const counts[] = { "readyReplicas", "availableReplicas" };
    static const char *const errors[] = { "failureMessage", "failureReason", "errorMessage",
                                          "error", "lastError" };
    vt_draft_facts *facts = run->facts;
    facts->failure = FIND_FIELD(run, errors, is_string, VT_SCHEMA_STRING);
    if (facts->failure.bytes) {
        ASSUME(run, "%.*s that is not empty is Degraded", VT_TEXT_ARG(facts->failure));
    }
    if (facts->condition_count > 0 || facts->field.bytes || facts->parts.bytes) return;
    facts->flag = FIND_FIELD(run, flags, is_bool, VT_SCHEMA_BOOLEAN);
    if (facts->flag.bytes) {
        ASSUME(run, "%.*s: true is Healthy, false is Progressing", VT_TEXT_ARG(facts->flag));
        return;
    }
    facts->replicas = FIND_FIELD(run, counts, is_integer, VT_SCHEMA_INTEGER);
    if (facts->replicas.bytes) {
        ASSUME(run, "%.*s below .spec.replicas is Progressing, and otherwise Healthy",
               VT_TEXT_ARG(facts->replicas));
        return;
    }
    ASSUME(run,
           "nothing in the status says whether the object works, so it is never Healthy: write "
           "what it is when it works");
}

static void see_objects(gathering *run) {
    vt_draft_facts *facts = run->facts;
    for (size_t i = 0; i < run->sources->object_count; i++) {
        const vitals_document *object = run->sources->objects[i];
        see_conditions(run, object);
        if (has_generation(object, status_of(object))) facts->observes = true;
    }
    if (run->sources->object_count > 0) return;
    const vt_schema *observed = vt_schema_get(run->status, VT_TEXT("observedGeneration"));
    if (observed && observed->type == VT_SCHEMA_INTEGER) facts->observes = true;
}

bool vt_draft_gather(vt_draft_facts *facts, const vt_draft_sources *sources) {
    gathering run = { .facts = facts, .sources = sources };
    const vt_schema *kind =
        vt_schemas_find(sources->known, facts->group, VT_TEXT_ABSENT, facts->kind);
    run.status = vt_schema_get(kind, VT_TEXT("status"));
    see_objects(&run);
    for (size_t i = 0; i < sources->schema_count; i++) see_columns(&run, sources->schemas[i]);
    see_schema_conditions(&run);
    const bool phased = find_field(&run);
    choose_conditions(&run);
    if (phased) choose_phases(&run);
    choose_parts(&run);
    if (phased || facts->parts.bytes) add_common_phases(&run);
    choose_fields(&run);
    if (facts->observes) {
        ASSUME(&run, "a status of an older generation is Progressing: it may report a failure that "
                     "the controller never observes");
    }
    return !run.failed && !sources->known->no_memory;
}

/* ------------------------------------------------------------------- examples */

const vt_draft_condition *vt_draft_condition_that_is(const vt_draft_facts *facts,
                                                     vitals_health health, const char **status) {
    for (size_t i = facts->condition_count; i-- > 0;) {
        const vt_draft_condition *at = &facts->conditions[i];
        if (at->when_true != health && at->when_false != health) continue;
        *status = at->when_true == health ? "True" : "False";
        return at;
    }
    return NULL;
}

vt_text vt_draft_phase_that_is(const vt_draft_facts *facts, vitals_health health) {
    for (size_t i = 0; i < facts->phases.count; i++) {
        if (facts->phases.items[i].health == health) return facts->phases.items[i].word;
    }
    return VT_TEXT_ABSENT;
}
