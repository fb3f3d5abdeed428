/* Drafts of checks: a script, fixtures and tests to start from, generated from one object. */
#include <stdio.h>

#include "author/testing/draft.h"
#include "author/testing/testing.h"
#include "base/memory/memory.h"
#include "base/memory/sized.h"
#include "base/run/limits.h"
#include "base/text/ascii.h"
#include "base/text/quote.h"

enum { MOST_FILES = 20, MOST_CHANGES = 3 };

struct vitals_draft {
    vitals_allocator allocator;
    vt_arena arena;
    vitals_draft_file files[MOST_FILES];
    size_t count;
};

/* One draft being written. */
typedef struct draft_writer {
    vitals_draft *draft;
    vitals_report report; /* only its allocator and limits are used */
    const vitals_document *object;
    vitals_document *values; /* the values that variants put in */
    vt_text group;
    vt_draft_facts facts;
    vt_runner runner;
    vt_buffer script, tests;
    vitals_status status;
} draft_writer;

static const char values[] =
    "{\"empty\": {}, \"true\": \"True\", \"false\": \"False\", \"unknown\": \"Unknown\","
    " \"generation\": 1000000, \"reason\": \"Failed\", \"other\": \"Unrelated\","
    " \"some\": {\"value\": \"Unrelated\"}}";

/* ----------------------------------------------------------------- the object */

/* Whether a text can be used in a path and in a Lua string without escapes. */
static bool is_plain(vt_text text) {
    for (size_t i = 0; i < text.size; i++) {
        unsigned char byte = (unsigned char)text.bytes[i];
        bool letter = vt_is_letter(byte);
        bool inner = i > 0 && (vt_is_digit(byte) || byte == '.' || byte == '-');
        if (!letter && !inner) return false;
    }
    return text.size > 0;
}

/* Condition types that summarize an object, the best first. */
static const char *const decisive[] = { "Ready", "Available", "Healthy", "Succeeded", "Synced" };

/* Those that are True while something is wrong, under way or stopped: True is not Healthy. */
static const char *const adverse[] = { "Degraded",    "Deleting", "Error",    "Failed",
                                       "Failure",     "Paused",   "Pending",  "Progressing",
                                       "Reconciling", "Stalled",  "Suspended" };

static bool is_adverse(vt_text type) {
    for (size_t i = 0; i < sizeof adverse / sizeof adverse[0]; i++) {
        if (vt_text_is(type, adverse[i])) return true;
    }
    return false;
}

/* The condition of a type; for an absent type the first one that is True when all is well. */
static const vt_value *condition_of(const vitals_document *object, vt_text type) {
    const vt_value *conditions = vt_document_find(object, "status", "conditions", NULL);
    if (!vt_value_is_array(conditions)) return NULL;
    for (const vt_value *item = vt_array_first(conditions); item;
         item = vt_array_next(conditions, item)) {
        vt_text found = vt_value_text(vt_document_get(object, item, VT_TEXT("type")));
        if (type.bytes ? vt_text_equal(found, type) : is_plain(found) && !is_adverse(found)) {
            return item;
        }
    }
    return NULL;
}

/* Whether a generation that a part of the object was observed at can be compared with its own. */
static bool has_generation(const vitals_document *object, const vt_value *part) {
    const vt_value *observed = NULL;
    if (part) observed = vt_document_get(object, part, VT_TEXT("observedGeneration"));
    return vt_value_is_integer(observed) &&
           vt_value_is_integer(vt_document_find(object, "metadata", "generation", NULL));
}

static void choose_subject(draft_writer *writer) {
    const vitals_document *object = writer->object;
    const vt_value *item = NULL;
    for (size_t i = 0; i < sizeof decisive / sizeof decisive[0] && !item; i++) {
        item = condition_of(object, vt_text_from(decisive[i]));
    }
    if (!item) item = condition_of(object, VT_TEXT_ABSENT);
    vt_text phase = vt_value_text(vt_document_find(object, "status", "phase", NULL));
    writer->facts = (vt_draft_facts){
        .kind = vitals_document_kind(object),
        .subject = item              ? VT_DRAFT_CONDITION
                   : is_plain(phase) ? VT_DRAFT_PHASE
                                     : VT_DRAFT_STATUS,
        .word = item ? vt_value_text(vt_document_get(object, item, VT_TEXT("type"))) : phase,
        .observes = has_generation(object, vt_document_find(object, "status", NULL)),
        .dates = has_generation(object, item),
    };
}

/* -------------------------------------------------------------------- files */

static void add_file(draft_writer *writer, const char *name, vt_text text) {
    vitals_draft *draft = writer->draft;
    vt_text path = vt_arena_printf(&draft->arena, "%.*s/%.*s/%s", VT_TEXT_ARG(writer->group),
                                   VT_TEXT_ARG(writer->facts.kind), name);
    vt_text copy = vt_arena_copy(&draft->arena, text);
    if (!path.bytes || !copy.bytes) {
        writer->status = VITALS_ENOMEM;
    } else if (draft->count < MOST_FILES) {
        draft->files[draft->count++] = (vitals_draft_file){ path, copy };
    }
}

/* The test expects what the draft returns for the fixture; the author corrects what is wrong. */
static void add_test(draft_writer *writer, const char *name, const vitals_document *fixture) {
    vt_arena arena;
    vt_arena_init(&arena, &writer->draft->allocator, 0);
    const vt_rule *rule = vt_runner_find_rule(&writer->runner, fixture);
    vt_opinion opinion = rule ? vt_runner_run(&writer->runner, rule, fixture,
                                              &writer->report.limits, 0, &arena, NULL)
                              : vt_opinion_failed(VT_TEXT("no rule"), NULL);
    vt_buffer_printf(&writer->tests, "  - healthStatus:\n      status: %s\n      message: ",
                     vitals_health_name(opinion.health));
    vt_quote_append_json(&writer->tests, opinion.message);
    vt_buffer_printf(&writer->tests, "\n    inputPath: testdata/%s.yaml\n", name);
    vt_arena_done(&arena);
}

static void add_fixture(draft_writer *writer, const char *name, const vitals_document *fixture) {
    const vitals_allocator *memory = &writer->draft->allocator;
    char file[64], *text = NULL;
    size_t size = 0;
    writer->status = vitals_document_write_yaml(fixture, memory, &text, &size);
    if (writer->status) return;
    snprintf(file, sizeof file, "testdata/%s.yaml", name);
    add_file(writer, file, vt_text_slice(text, size));
    vitals_text_free(memory, text, size);
    add_test(writer, name, fixture);
}

/* Where a variant differs from the object. */
typedef enum draft_place { IN_ROOT, IN_METADATA, IN_STATUS, IN_CONDITION } draft_place;

typedef struct draft_change {
    draft_place place;
    const char *key;
    const char *value; /* its name in `values`; NULL drops the member */
} draft_change;

/* Which drafts have a variant. */
enum { ALWAYS = 0, DATED = 1, BY_CONDITION = 2, BY_PHASE = 4, BY_STATUS = 8 };

/* managedFields are long and no check reads them. */
static const struct draft_variant {
    const char *name;
    unsigned needs;
    draft_change changes[MOST_CHANGES];
} variants[] = {
    { "as_given", ALWAYS, { { IN_METADATA, "managedFields", NULL } } },
    { "no_status", ALWAYS, { { IN_ROOT, "status", NULL } } },
    { "empty_status", ALWAYS, { { IN_ROOT, "status", "empty" } } },
    { "stale", DATED, { { IN_METADATA, "generation", "generation" } } },
    { "no_generation", DATED, { { IN_METADATA, "generation", NULL } } },
    { "not_observed",
      DATED,
      { { IN_STATUS, "observedGeneration", NULL }, { IN_CONDITION, "observedGeneration", NULL } } },
    { "condition_true", BY_CONDITION, { { IN_CONDITION, "status", "true" } } },
    { "condition_false", BY_CONDITION, { { IN_CONDITION, "status", "false" } } },
    { "condition_false_reason",
      BY_CONDITION,
      { { IN_CONDITION, "status", "false" },
        { IN_CONDITION, "message", NULL },
        { IN_CONDITION, "reason", "reason" } } },
    { "condition_false_silent",
      BY_CONDITION,
      { { IN_CONDITION, "status", "false" },
        { IN_CONDITION, "message", NULL },
        { IN_CONDITION, "reason", NULL } } },
    { "condition_unknown", BY_CONDITION, { { IN_CONDITION, "status", "unknown" } } },
    { "condition_other", BY_CONDITION, { { IN_CONDITION, "type", "other" } } },
    { "phase_other", BY_PHASE, { { IN_STATUS, "phase", "other" } } },
    { "any_status", BY_STATUS, { { IN_ROOT, "status", "some" } } },
    { "phase_message", BY_PHASE, { { IN_STATUS, "message", "reason" } } },
};

static const vt_value *place_of(const draft_writer *writer, const vitals_document *document,
                                draft_place place) {
    const vt_value *root = vt_document_root(document);
    if (place == IN_ROOT) return root;
    if (place == IN_METADATA) return vt_document_get(document, root, VT_TEXT("metadata"));
    if (place == IN_STATUS) return vt_document_get(document, root, VT_TEXT("status"));
    return writer->facts.subject == VT_DRAFT_CONDITION ? condition_of(document, writer->facts.word)
                                                       : NULL;
}

/* Replace a document by one with the change; without its place it stays as it is. */
static void apply_change(draft_writer *writer, const draft_change *change,
                         vitals_document **document) {
    const vitals_document *from = *document ? *document : writer->object;
    vt_patch patch = { .parent = place_of(writer, from, change->place),
                       .key = vt_text_from(change->key),
                       .from = writer->values };
    if (!vt_value_is_object(patch.parent)) return;
    if (change->value) patch.value = vt_document_find(writer->values, change->value, NULL);
    vitals_document *changed = NULL;
    writer->status = vt_patch_apply(&writer->report, from, &patch, &changed);
    vitals_document_free(*document);
    *document = changed;
}

static void add_variant(draft_writer *writer, const struct draft_variant *variant) {
    vitals_document *document = NULL;
    for (size_t i = 0; i < MOST_CHANGES && variant->changes[i].key && !writer->status; i++) {
        apply_change(writer, &variant->changes[i], &document);
    }
    if (!writer->status) add_fixture(writer, variant->name, document ? document : writer->object);
    vitals_document_free(document);
}

static void add_fixtures(draft_writer *writer) {
    static const unsigned by[] = { [VT_DRAFT_CONDITION] = BY_CONDITION,
                                   [VT_DRAFT_PHASE] = BY_PHASE,
                                   [VT_DRAFT_STATUS] = BY_STATUS };
    const vt_draft_facts *facts = &writer->facts;
    unsigned has = by[facts->subject] | (facts->observes || facts->dates ? DATED : 0);
    for (size_t i = 0; i < sizeof variants / sizeof variants[0] && !writer->status; i++) {
        if ((variants[i].needs & ~has) == 0) add_variant(writer, &variants[i]);
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

static vitals_status write_all(draft_writer *writer) {
    choose_subject(writer);
    vt_draft_write_script(&writer->script, &writer->facts);
    if (writer->script.failed) return VITALS_ENOMEM;
    add_file(writer, "health.lua", vt_buffer_text(&writer->script));
    if (!writer->status) writer->status = make_runner(writer);
    vt_buffer_add_terminated(&writer->tests, "tests:\n");
    add_fixtures(writer);
    if (writer->tests.failed) return VITALS_ENOMEM;
    if (!writer->status) {
        add_file(writer, "health_test.yaml", vt_buffer_text(&writer->tests));
    }
    return writer->status;
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

vitals_status vitals_draft_new(const vitals_document *object, const vitals_allocator *allocator,
                               vitals_draft **out) {
    if (!object || !out) return VITALS_EINVAL;
    draft_writer writer = { .object = object, .group = vitals_document_group(object) };
    if (!is_plain(writer.group) || !is_plain(vitals_document_kind(object))) return VITALS_EINVAL;
    vitals_status status = new_draft(allocator, &writer.draft);
    if (status) return status;
    writer.report.allocator = writer.draft->allocator;
    writer.report.limits = vt_limits_or_default(NULL);
    vt_buffer_init(&writer.script, &writer.draft->allocator, SIZE_MAX / 2);
    vt_buffer_init(&writer.tests, &writer.draft->allocator, SIZE_MAX / 2);
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &writer.draft->allocator;
    status = vitals_document_parse(values, sizeof values - 1, &options, &writer.values, NULL);
    if (!status) status = write_all(&writer);
    vt_runner_done(&writer.runner);
    vitals_document_free(writer.values);
    vt_buffer_done(&writer.tests);
    vt_buffer_done(&writer.script);
    if (status) {
        vitals_draft_free(writer.draft);
        return status;
    }
    *out = writer.draft;
    return VITALS_OK;
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
