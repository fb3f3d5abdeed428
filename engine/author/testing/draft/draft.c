/* Drafts of checks: a script, fixtures and tests to start from, from objects of a kind or its schema. */
#include <stdio.h>

#include "author/testing/draft/draft.h"
#include "author/testing/testing.h"
#include "base/memory/memory.h"
#include "base/memory/sized.h"
#include "base/run/limits.h"
#include "base/text/ascii.h"
#include "base/text/quote.h"

enum { MOST_FILES = 64, MOST_CHANGES = 3, MOST_STATES = 24 };

struct vitals_draft {
    vitals_allocator allocator;
    vt_arena arena;
    vitals_draft_file files[MOST_FILES];
    size_t count;
    vt_text assumptions[VT_DRAFT_MOST_WORDS];
    size_t assumption_count;
};

/* One draft being written. */
typedef struct draft_writer {
    vitals_draft *draft;
    const vitals_draft_options *options;
    vitals_report report; /* only its allocator and limits are used */
    vt_schemas schemas;
    vt_draft_facts facts;
    vitals_document *made;    /* the object where only a schema is at hand */
    vitals_document *neutral; /* the object without what decides before a variant does, or NULL */
    const vitals_document *base; /* what variants differ from */
    vitals_document *values;     /* the values that variants put in */
    vt_text states[MOST_STATES];
    size_t state_count;
    vt_runner runner;
    vt_buffer script, tests;
    vitals_status status;
} draft_writer;

/* Whether a text can be used in a path. */
static bool is_plain(vt_text text) {
    for (size_t i = 0; i < text.size; i++) {
        unsigned char byte = (unsigned char)text.bytes[i];
        bool letter = vt_is_letter(byte);
        bool inner = i > 0 && (vt_is_digit(byte) || byte == '.' || byte == '-');
        if (!letter && !inner) return false;
    }
    return text.size > 0;
}

/* -------------------------------------------------------------------- files */

static void add_file(draft_writer *writer, const char *name, vt_text text) {
    vitals_draft *draft = writer->draft;
    vt_text path = vt_arena_printf(&draft->arena, "%.*s/%.*s/%s", VT_TEXT_ARG(writer->facts.group),
                                   VT_TEXT_ARG(writer->facts.kind), name);
    vt_text copy = vt_arena_copy(&draft->arena, text);
    if (!path.bytes || !copy.bytes) {
        writer->status = VITALS_ENOMEM;
    } else if (draft->count < MOST_FILES) {
        draft->files[draft->count++] = (vitals_draft_file){ path, copy };
    }
}

/* The test expects what the draft returns for the fixture; the author corrects what is wrong. */
static void add_test(draft_writer *writer, const char *name, vt_opinion opinion) {
    vt_buffer_printf(&writer->tests, "  - healthStatus:\n      status: %s\n      message: ",
                     vitals_health_name(opinion.health));
    vt_quote_append_json(&writer->tests, opinion.message);
    vt_buffer_printf(&writer->tests, "\n    inputPath: testdata/%s.yaml\n", name);
}

/* What the draft says of an object; its message is in the arena. */
static vt_opinion opinion_on(draft_writer *writer, const vitals_document *object, vt_arena *arena) {
    const vt_rule *rule = vt_runner_find_rule(&writer->runner, object);
    return rule ? vt_runner_run(&writer->runner, rule, object, &writer->report.limits, 0, arena,
                                NULL)
                : vt_opinion_failed(VT_TEXT("no rule"), NULL);
}

static void add_fixture(draft_writer *writer, const char *name, const vitals_document *fixture) {
    const vitals_allocator *memory = &writer->draft->allocator;
    char file[64], *text = NULL;
    size_t size = 0;
    vt_arena arena;
    writer->status = vitals_document_write_yaml(fixture, memory, &text, &size);
    if (writer->status) return;
    snprintf(file, sizeof file, "testdata/%s.yaml", name);
    add_file(writer, file, vt_text_slice(text, size));
    vitals_text_free(memory, text, size);
    vt_arena_init(&arena, memory, 0);
    add_test(writer, name, opinion_on(writer, fixture, &arena));
    vt_arena_done(&arena);
}

/* ------------------------------------------------------------------- variants */

/* Where a variant differs from the object. */
typedef enum draft_place { IN_ROOT, IN_METADATA, IN_SPEC, IN_STATUS, IN_PHASE } draft_place;

/* Names of members that the draft has chosen. */
static const char phase_key[] = "@phase", failure_key[] = "@failure", flag_key[] = "@flag",
                  count_key[] = "@count", parts_key[] = "@parts";

typedef struct draft_change {
    draft_place place;
    const char *key;
    const char *value; /* its name in `values`; NULL drops the member */
} draft_change;

/* Which drafts have a variant. */
enum {
    ALWAYS = 0,
    OBSERVED = 1, /* by the status */
    DATED = 2,    /* by the status or by its conditions */
    OF_CONDITION = 4,
    BAD_CONDITION = 8, /* one that says Degraded */
    ALONE = 16,        /* no condition */
    PHASE = 32,
    FAILURE = 64,
    FLAG = 128,
    COUNT = 256,
    NOTHING = 512,
    OLD_CONDITION = 1024,
    PARTS = 2048
};

static const struct draft_variant {
    const char *name;
    unsigned needs;
    draft_change changes[MOST_CHANGES];
} variants[] = {
    { "no_status", ALWAYS, { { IN_ROOT, "status", NULL } } },
    { "empty_status", ALWAYS, { { IN_ROOT, "status", "empty" } } },
    { "stale", DATED, { { IN_METADATA, "generation", "generation" } } },
    { "no_generation", DATED, { { IN_METADATA, "generation", NULL } } },
    { "not_observed",
      DATED,
      { { IN_STATUS, "observedGeneration", NULL }, { IN_STATUS, "conditions", "good" } } },
    { "condition_good", OF_CONDITION, { { IN_STATUS, "conditions", "good" } } },
    { "condition_bad", BAD_CONDITION, { { IN_STATUS, "conditions", "bad" } } },
    { "condition_bad_reason", BAD_CONDITION, { { IN_STATUS, "conditions", "reason_only" } } },
    { "condition_bad_silent", BAD_CONDITION, { { IN_STATUS, "conditions", "silent" } } },
    { "condition_waits", BAD_CONDITION, { { IN_STATUS, "conditions", "waits" } } },
    { "condition_unknown", OF_CONDITION, { { IN_STATUS, "conditions", "unknown" } } },
    { "condition_other", OF_CONDITION, { { IN_STATUS, "conditions", "unrelated" } } },
    { "condition_stale", OF_CONDITION | OLD_CONDITION, { { IN_STATUS, "conditions", "old" } } },
    { "phase_good",
      PHASE,
      { { IN_PHASE, phase_key, "phase_good" }, { IN_STATUS, "conditions", "none" } } },
    { "phase_bad",
      PHASE,
      { { IN_PHASE, phase_key, "phase_bad" }, { IN_STATUS, "conditions", "none" } } },
    { "phase_other",
      PHASE,
      { { IN_PHASE, phase_key, "other" }, { IN_STATUS, "conditions", "none" } } },
    { "phase_missing",
      PHASE,
      { { IN_PHASE, phase_key, NULL }, { IN_STATUS, "conditions", "none" } } },
    { "phase_message", PHASE, { { IN_PHASE, "message", "message" } } },
    { "parts_good", PARTS, { { IN_STATUS, parts_key, "parts_good" } } },
    { "parts_bad", PARTS, { { IN_STATUS, parts_key, "parts_bad" } } },
    { "parts_other", PARTS, { { IN_STATUS, parts_key, "parts_other" } } },
    { "parts_none", PARTS, { { IN_STATUS, parts_key, "none" } } },
    { "failure", FAILURE, { { IN_STATUS, failure_key, "message" } } },
    { "flag_true", FLAG, { { IN_STATUS, flag_key, "yes" } } },
    { "flag_false", FLAG, { { IN_STATUS, flag_key, "no" } } },
    { "replicas_ready", COUNT, { { IN_STATUS, count_key, "generation" } } },
    { "replicas_missing", COUNT, { { IN_STATUS, count_key, NULL } } },
    { "replicas_wanted", COUNT, { { IN_ROOT, "spec", "replicas" } } },
    { "replicas_default", COUNT, { { IN_ROOT, "spec", "empty" } } },
    { "any_status", NOTHING, { { IN_ROOT, "status", "some" } } },
};

static vt_text key_of(const draft_writer *writer, const char *key) {
    const vt_draft_facts *facts = &writer->facts;
    const struct {
        const char *key;
        vt_text name;
    } chosen[] = { { phase_key, facts->field },
                   { failure_key, facts->failure },
                   { flag_key, facts->flag },
                   { count_key, facts->replicas },
                   { parts_key, facts->parts } };
    for (size_t i = 0; i < sizeof chosen / sizeof *chosen; i++) {
        if (key == chosen[i].key) return chosen[i].name;
    }
    return vt_text_from(key);
}

static const vt_value *place_of(const draft_writer *writer, const vitals_document *document,
                                draft_place place) {
    static const char *const names[] = { NULL, "metadata", "spec", "status", "status" };
    const vt_value *found = vt_document_root(document);
    if (place != IN_ROOT) found = vt_document_get(document, found, vt_text_from(names[place]));
    if (place == IN_PHASE && writer->facts.within.bytes) {
        found = vt_document_get(document, found, writer->facts.within);
    }
    return found;
}

/* Replace a document by one with the change; without its place it stays as it is. */
static void apply_change(draft_writer *writer, const draft_change *change,
                         const vitals_document *object, vitals_document **document) {
    const vitals_document *from = *document ? *document : object;
    vt_patch patch = { .parent = place_of(writer, from, change->place),
                       .key = key_of(writer, change->key),
                       .from = writer->values };
    if (writer->status || !vt_value_is_object(patch.parent)) return;
    if (change->value) patch.value = vt_document_find(writer->values, change->value, NULL);
    if (change->value && !patch.value) return;
    vitals_document *changed = NULL;
    writer->status = vt_patch_apply(&writer->report, from, &patch, &changed);
    vitals_document_free(*document);
    *document = changed;
}

static void add_variant(draft_writer *writer, const struct draft_variant *variant) {
    vitals_document *document = NULL;
    for (size_t i = 0; i < MOST_CHANGES && variant->changes[i].key && !writer->status; i++) {
        apply_change(writer, &variant->changes[i], writer->base, &document);
    }
    if (!writer->status) add_fixture(writer, variant->name, document ? document : writer->base);
    vitals_document_free(document);
}

static unsigned variants_of(const vt_draft_facts *facts) {
    const char *status = NULL;
    const bool conditions = facts->condition_count > 0, phase = facts->field.bytes;
    const bool bad = vt_draft_condition_that_is(facts, VITALS_HEALTH_DEGRADED, &status);
    const bool other = !conditions && !phase && !facts->parts.bytes;
    const bool flag = other && facts->flag.bytes;
    const bool counts = other && !flag && facts->replicas.bytes;
    return (facts->observes ? OBSERVED : 0) | (facts->observes || facts->dates ? DATED : 0) |
           (conditions ? OF_CONDITION : ALONE) | (bad ? BAD_CONDITION : 0) | (phase ? PHASE : 0) |
           (facts->failure.bytes ? FAILURE : 0) | (flag ? FLAG : 0) | (counts ? COUNT : 0) |
           (other && !counts && !flag ? NOTHING : 0) | (facts->parts.bytes ? PARTS : 0) |
           (facts->dates ? OLD_CONDITION : 0);
}

static void add_variants(draft_writer *writer) {
    const unsigned has = variants_of(&writer->facts);
    for (size_t i = 0; i < sizeof variants / sizeof variants[0] && !writer->status; i++) {
        if ((variants[i].needs & ~has) == 0) add_variant(writer, &variants[i]);
    }
}

/* ----------------------------------------------------------- values of variants */

/* A list with one condition. NULL: without this member. */
static void add_list(vt_buffer *out, const char *name, const vt_draft_condition *of,
                     const char *status, const char *reason, const char *message) {
    const vt_text type = of ? of->type : VT_TEXT("Unrelated");
    vt_buffer_printf(out, ", \"%s\": [{\"type\": \"%.*s\", \"status\": \"%s\"", name,
                     VT_TEXT_ARG(type), status);
    if (reason) vt_buffer_printf(out, ", \"reason\": \"%s\"", reason);
    if (message) vt_buffer_printf(out, ", \"message\": \"%s\"", message);
    vt_buffer_add_terminated(out, "}]");
}

static void add_lists(vt_buffer *out, const vt_draft_facts *facts) {
    static const char sentence[] = "what the controller says";
    const char *good = NULL, *bad = NULL;
    const vt_draft_condition *well =
        vt_draft_condition_that_is(facts, VITALS_HEALTH_HEALTHY, &good);
    const vt_draft_condition *ill = vt_draft_condition_that_is(facts, VITALS_HEALTH_DEGRADED, &bad);
    if (!well) return;
    add_list(out, "good", well, good, NULL, NULL);
    add_list(out, "unknown", well, "Unknown", "Pending", NULL);
    add_list(out, "unrelated", NULL, "True", NULL, NULL);
    vt_buffer_printf(out,
                     ", \"old\": [{\"type\": \"%.*s\", \"status\": \"%s\","
                     " \"observedGeneration\": -1}]",
                     VT_TEXT_ARG(well->type), good);
    if (!ill) return;
    add_list(out, "bad", ill, bad, "Failed", sentence);
    add_list(out, "reason_only", ill, bad, "Failed", NULL);
    add_list(out, "silent", ill, bad, NULL, NULL);
    add_list(out, "waits", ill, bad, "Progressing", sentence);
}

static void add_parts(vt_buffer *out, const vt_draft_facts *facts) {
    const struct {
        const char *name;
        vt_text phase;
    } lists[] = { { "parts_good", vt_draft_phase_that_is(facts, VITALS_HEALTH_HEALTHY) },
                  { "parts_bad", vt_draft_phase_that_is(facts, VITALS_HEALTH_DEGRADED) },
                  { "parts_other", VT_TEXT("Unrelated") } };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        vt_buffer_printf(out, ", \"%s\": [{\"%.*s\": \"%.*s\"}%s]", lists[i].name,
                         VT_TEXT_ARG(facts->part_field), VT_TEXT_ARG(lists[i].phase),
                         i == 2 ? ", {}" : "");
    }
}

static void parse(draft_writer *writer, const vt_buffer *text, vitals_document **document) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &writer->draft->allocator;
    if (!writer->status && text->failed) writer->status = VITALS_ENOMEM;
    if (writer->status) return;
    writer->status = vitals_document_parse(text->bytes, text->size, &options, document, NULL);
}

static void make_values(draft_writer *writer) {
    const vt_draft_facts *facts = &writer->facts;
    vt_buffer text;
    vt_buffer_init(&text, &writer->draft->allocator, SIZE_MAX / 2);
    vt_buffer_add_terminated(&text, "{\"empty\": {}, \"generation\": 1000000, \"none\": [],"
                                    " \"other\": \"Unrelated\", \"yes\": true, \"no\": false,"
                                    " \"message\": \"what the controller says\","
                                    " \"some\": {\"value\": \"Unrelated\"},"
                                    " \"replicas\": {\"replicas\": 2000000}");
    add_lists(&text, facts);
    if (facts->phases.count > 0) {
        vt_buffer_printf(&text, ", \"phase_good\": \"%.*s\", \"phase_bad\": \"%.*s\"",
                         VT_TEXT_ARG(vt_draft_phase_that_is(facts, VITALS_HEALTH_HEALTHY)),
                         VT_TEXT_ARG(vt_draft_phase_that_is(facts, VITALS_HEALTH_DEGRADED)));
    }
    if (facts->parts.bytes) add_parts(&text, facts);
    vt_buffer_add_byte(&text, '}');
    parse(writer, &text, &writer->values);
    vt_buffer_done(&text);
}

/* -------------------------------------------------------------------- the object */

/* An object with a status that is well, where there is only a schema. */
static void make_object(draft_writer *writer) {
    const vt_draft_facts *facts = &writer->facts;
    vt_buffer text;
    vt_buffer_init(&text, &writer->draft->allocator, SIZE_MAX / 2);
    vt_buffer_printf(&text,
                     "{\"apiVersion\": \"%.*s/%.*s\", \"kind\": \"%.*s\", \"metadata\": {\"name\": "
                     "\"example\", \"namespace\": \"default\", \"generation\": 2}, \"spec\": {}, "
                     "\"status\": {\"%s\": 2%s%.*s%s}}",
                     VT_TEXT_ARG(facts->group), VT_TEXT_ARG(facts->version),
                     VT_TEXT_ARG(facts->kind), facts->observes ? "observedGeneration" : "value",
                     facts->within.bytes ? ", \"" : "", VT_TEXT_ARG(facts->within),
                     facts->within.bytes ? "\": {}" : "");
    parse(writer, &text, &writer->made);
    vt_buffer_done(&text);
}

/* What variants start from: an object, with nothing in it that decides before what they change. */
static void make_base(draft_writer *writer, const vitals_document *object) {
    static const draft_change neutral[] = { { IN_METADATA, "managedFields", NULL },
                                            { IN_STATUS, failure_key, NULL },
                                            { IN_STATUS, parts_key, "none" },
                                            { IN_PHASE, phase_key, "phase_good" } };
    for (size_t i = 0; i < sizeof neutral / sizeof *neutral; i++) {
        if (key_of(writer, neutral[i].key).bytes) {
            apply_change(writer, &neutral[i], object, &writer->neutral);
        }
    }
    writer->base = writer->neutral ? writer->neutral : object;
}

/* The object with the most of what the draft looks at. */
static const vitals_document *richest(const draft_writer *writer) {
    const vitals_draft_options *options = writer->options;
    const vitals_document *best = writer->made;
    int most = -1;
    for (size_t i = 0; i < options->object_count; i++) {
        const vitals_document *object = options->objects[i];
        const vt_value *observed = vt_document_find(object, "status", "observedGeneration", NULL);
        const int found = (vt_document_find(object, "status", "conditions", NULL) ? 2 : 0) +
                          (vt_draft_phase_of(&writer->facts, object).bytes ? 1 : 0) +
                          (observed ? 1 : 0) + (vt_document_find(object, "status", NULL) ? 1 : 0);
        if (found <= most) continue;
        most = found;
        best = object;
    }
    return best;
}

/* ---------------------------------------------------------------- states that were seen */

/* What an object is like for the draft: two of the same state need one fixture. */
static vt_text state_of(draft_writer *writer, const vitals_document *object, vt_opinion opinion) {
    const vt_draft_facts *facts = &writer->facts;
    vt_buffer key;
    vt_buffer_init(&key, &writer->draft->allocator, SIZE_MAX / 2);
    vt_buffer_printf(&key, "%d %.*s", (int)opinion.health,
                     VT_TEXT_ARG(vt_draft_phase_of(facts, object)));
    for (size_t i = 0; i < facts->condition_count; i++) {
        vt_text reason = VT_TEXT_ABSENT;
        const vt_text status = vt_draft_status_of(object, facts->conditions[i].type, &reason);
        vt_buffer_printf(&key, ";%.*s %.*s", VT_TEXT_ARG(status), VT_TEXT_ARG(reason));
    }
    const vt_text text = vt_arena_copy(&writer->draft->arena, vt_buffer_text(&key));
    if (key.failed || !text.bytes) writer->status = VITALS_ENOMEM;
    vt_buffer_done(&key);
    return text;
}

static bool is_new_state(draft_writer *writer, const vitals_document *object) {
    vt_arena arena;
    vt_arena_init(&arena, &writer->draft->allocator, 0);
    const vt_text state = state_of(writer, object, opinion_on(writer, object, &arena));
    vt_arena_done(&arena);
    if (writer->status || writer->state_count == MOST_STATES) return false;
    for (size_t i = 0; i < writer->state_count; i++) {
        if (vt_text_equal(writer->states[i], state)) return false;
    }
    writer->states[writer->state_count++] = state;
    return true;
}

/* managedFields are long and no check reads them. */
static void add_state(draft_writer *writer, const vitals_document *object) {
    static const draft_change managed = { IN_METADATA, "managedFields", NULL };
    vitals_document *fixture = NULL;
    char name[32];
    if (!is_new_state(writer, object)) return;
    snprintf(name, sizeof name, writer->state_count > 1 ? "as_given_%zu" : "as_given",
             writer->state_count);
    apply_change(writer, &managed, object, &fixture);
    if (!writer->status) add_fixture(writer, name, fixture ? fixture : object);
    vitals_document_free(fixture);
}

static void add_states(draft_writer *writer) {
    const vitals_draft_options *options = writer->options;
    if (writer->made) add_fixture(writer, "example", writer->base);
    for (size_t i = 0; i < options->object_count && !writer->status; i++) {
        add_state(writer, options->objects[i]);
    }
}

/* --------------------------------------------------------------------- the whole */

static vitals_status make_runner(draft_writer *writer) {
    vitals_configuration *configuration = NULL;
    vt_text name = writer->draft->files[0].path;
    name = vt_arena_copy(&writer->draft->arena,
                         vt_text_between(name, 0, name.size - sizeof "/health.lua" + 1));
    if (!name.bytes) return VITALS_ENOMEM;
    vitals_status status = vitals_configuration_new(&writer->draft->allocator, &configuration);
    if (!status) {
        vitals_configuration_set_bundled(configuration, false);
        status = vitals_configuration_add_check(configuration, name.bytes, "health.lua",
                                                writer->script.bytes, writer->script.size, NULL);
    }
    if (!status) status = vt_runner_init(&writer->runner, &writer->report, configuration, NULL);
    vitals_configuration_free(configuration);
    return status;
}

static void write_fixtures(draft_writer *writer) {
    make_values(writer);
    if (!writer->status && writer->options->object_count == 0) make_object(writer);
    if (!writer->status) make_base(writer, richest(writer));
    if (!writer->status) writer->status = make_runner(writer);
    vt_buffer_add_terminated(&writer->tests, "tests:\n");
    if (!writer->status) add_states(writer);
    if (!writer->status) add_variants(writer);
    if (writer->tests.failed) writer->status = VITALS_ENOMEM;
    if (!writer->status) add_file(writer, "health_test.yaml", vt_buffer_text(&writer->tests));
}

static void keep_assumptions(draft_writer *writer) {
    vitals_draft *draft = writer->draft;
    for (size_t i = 0; i < writer->facts.assumption_count; i++) {
        draft->assumptions[i] = writer->facts.assumptions[i]; /* they are in its arena */
    }
    draft->assumption_count = writer->facts.assumption_count;
}

/* Facts of the objects and schemas; the kind of the objects, or the one that is asked for. */
static vitals_status gather(draft_writer *writer) {
    const vitals_draft_options *options = writer->options;
    const vitals_document *first = options->object_count ? options->objects[0] : NULL;
    vt_draft_facts *facts = &writer->facts;
    facts->group = first ? vitals_document_group(first) : vt_text_from(options->group);
    facts->kind = first ? vitals_document_kind(first) : vt_text_from(options->kind);
    facts->version = first ? vitals_document_version(first) : VT_TEXT("v1");
    if (!facts->kind.bytes || !facts->group.bytes) return VITALS_ENOTFOUND;
    if (!is_plain(facts->group) || !is_plain(facts->kind)) return VITALS_EINVAL;
    for (size_t i = 0; i < options->schema_count; i++) {
        vt_schemas_take(&writer->schemas, options->schemas[i]);
    }
    if (!first && !vt_schemas_find(&writer->schemas, facts->group, VT_TEXT_ABSENT, facts->kind)) {
        return writer->schemas.no_memory ? VITALS_ENOMEM : VITALS_ENOTFOUND;
    }
    const vt_draft_sources sources = { options->objects, options->object_count,
                                       options->schemas, options->schema_count,
                                       &writer->schemas, &writer->draft->arena };
    return vt_draft_gather(facts, &sources) ? VITALS_OK : VITALS_ENOMEM;
}

static void write_draft(draft_writer *writer) {
    keep_assumptions(writer);
    if (writer->options->expressions) {
        vt_draft_write_expression(&writer->script, &writer->facts);
    } else {
        vt_draft_write_script(&writer->script, &writer->facts);
    }
    if (writer->script.failed) writer->status = VITALS_ENOMEM;
    if (writer->status) return;
    add_file(writer, writer->options->expressions ? "health.cel.yaml" : "health.lua",
             vt_buffer_text(&writer->script));
    if (!writer->status && !writer->options->expressions) write_fixtures(writer);
}

static vitals_status new_draft(const vitals_allocator *allocator, vitals_draft **out) {
    vitals_allocator memory = vt_allocator_or_default(allocator);
    vitals_draft *draft = vt_allocate_zeroed(&memory, sizeof *draft);
    if (!draft) return VITALS_ENOMEM;
    draft->allocator = memory;
    vt_arena_init(&draft->arena, &memory, 0);
    *out = draft;
    return VITALS_OK;
}

static void writer_done(draft_writer *writer) {
    vt_runner_done(&writer->runner);
    vt_schemas_done(&writer->schemas);
    vitals_document_free(writer->values);
    vitals_document_free(writer->neutral);
    vitals_document_free(writer->made);
    vt_buffer_done(&writer->tests);
    vt_buffer_done(&writer->script);
}

vitals_status vitals_draft_make(const vitals_draft_options *options, vitals_draft **out) {
    vitals_draft_options own = VITALS_DRAFT_OPTIONS_INIT;
    if (!options || !out) return VITALS_EINVAL;
    if (!vt_sized_read(options, &own, sizeof own)) return VITALS_EINVAL;
    draft_writer writer = { .options = &own };
    vitals_status status = new_draft(own.allocator, &writer.draft);
    if (status) return status;
    const vitals_allocator *memory = &writer.draft->allocator;
    writer.report.allocator = *memory;
    writer.report.limits = vt_limits_or_default(NULL);
    vt_schemas_init(&writer.schemas, &writer.draft->arena, memory);
    vt_buffer_init(&writer.script, memory, SIZE_MAX / 2);
    vt_buffer_init(&writer.tests, memory, SIZE_MAX / 2);
    writer.status = gather(&writer);
    if (!writer.status) write_draft(&writer);
    writer_done(&writer);
    if (writer.status) {
        vitals_draft_free(writer.draft);
    } else {
        *out = writer.draft;
    }
    return writer.status;
}

vitals_status vitals_draft_new(const vitals_document *object, const vitals_allocator *allocator,
                               vitals_draft **out) {
    vitals_draft_options options = VITALS_DRAFT_OPTIONS_INIT;
    if (!object) return VITALS_EINVAL;
    options.allocator = allocator;
    options.objects = &object;
    options.object_count = 1;
    return vitals_draft_make(&options, out);
}

vitals_text vitals_draft_assumption_at(const vitals_draft *draft, size_t index) {
    return index < draft->assumption_count ? draft->assumptions[index] : VT_TEXT_ABSENT;
}

void vitals_draft_free(vitals_draft *draft) {
    if (!draft) return;
    vitals_allocator memory = draft->allocator;
    vt_arena_done(&draft->arena);
    vt_release(&memory, draft, sizeof *draft);
}

bool vitals_draft_file_at(const vitals_draft *draft, size_t index, vitals_draft_file *out,
                          size_t out_bytes) {
    if (index >= draft->count) return false;
    vt_sized_write(out, out_bytes, &draft->files[index], sizeof draft->files[index]);
    return true;
}
