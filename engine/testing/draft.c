/* Drafts of checks: a script, fixtures and tests to start from, made from one object. */
#include "base/limits.h"
#include "base/memory.h"
#include "base/quote.h"
#include "testing/testing.h"

enum { MOST_FILES = 12 };

struct vitals_draft {
    vitals_allocator allocator;
    vt_arena arena;
    vitals_draft_file files[MOST_FILES];
    size_t count;
};

/* What the draft looks at. */
typedef enum draft_subject { SUBJECT_CONDITION, SUBJECT_PHASE, SUBJECT_STATUS } draft_subject;

/* One draft being written. */
typedef struct drafting {
    vitals_draft *draft;
    vitals_report bench; /* only its allocator and limits are used */
    const vitals_document *object;
    vitals_document *values; /* that fixtures differ in */
    vt_text group, kind;
    draft_subject subject;
    vt_text word;              /* the condition's type, or the phase */
    const vt_value *condition; /* that the script looks at */
    bool observes;             /* there is an observedGeneration */
    vt_judge judge;
    vt_buffer script, tests;
    vitals_status status;
} writing;

static const char values[] =
    "{\"empty\": {}, \"true\": \"True\", \"false\": \"False\", \"unknown\": \"Unknown\","
    " \"generation\": 1000000}";

/* ----------------------------------------------------------------- the object */

/* Whether a text can stand in a path and in a string of Lua as it is. */
static bool is_plain(vt_text text) {
    for (size_t i = 0; i < text.size; i++) {
        unsigned char byte = (unsigned char)text.bytes[i];
        bool letter = (byte | 32u) >= 'a' && (byte | 32u) <= 'z';
        bool inner = i > 0 && ((byte >= '0' && byte <= '9') || byte == '.' || byte == '-');
        if (!letter && !inner) return false;
    }
    return text.size > 0;
}

/* Condition types that say it all, the best first. */
static const char *const telling[] = { "Ready", "Available", "Healthy", "Succeeded", "Synced" };

static const vt_value *condition_of(const vitals_document *object, vt_text type) {
    const vt_value *conditions = vt_document_find(object, "status", "conditions", NULL);
    if (!vt_value_is_array(conditions)) return NULL;
    for (const vt_value *item = vt_array_first(conditions); item;
         item = vt_array_next(conditions, item)) {
        vt_text found = vt_value_text(vt_document_get(object, item, VT_TEXT("type")));
        if (is_plain(found) && (!type.bytes || vt_text_equal(found, type))) return item;
    }
    return NULL;
}

static void choose_subject(writing *drafting) {
    const vitals_document *object = drafting->object;
    const vt_value *item = NULL;
    for (size_t i = 0; i < sizeof telling / sizeof telling[0] && !item; i++) {
        item = condition_of(object, vt_text_from(telling[i]));
    }
    if (!item) item = condition_of(object, VT_TEXT_ABSENT);
    vt_text phase = vt_value_text(vt_document_find(object, "status", "phase", NULL));
    drafting->subject = item ? SUBJECT_CONDITION : is_plain(phase) ? SUBJECT_PHASE : SUBJECT_STATUS;
    drafting->condition = item;
    drafting->word = item ? vt_value_text(vt_document_get(object, item, VT_TEXT("type"))) : phase;
    drafting->observes =
        vt_value_is_integer(vt_document_find(object, "status", "observedGeneration", NULL)) &&
        vt_value_is_integer(vt_document_find(object, "metadata", "generation", NULL));
}

/* ----------------------------------------------------------------- the script */

static void write_head(writing *drafting, const char *decides, const char *missing) {
    vt_buffer_printf(
        &drafting->script,
        "-- Whether a %.*s is healthy: %s decides.\n\n"
        "local waiting = { status = \"Progressing\", message = \"Waiting for %.*s\" }\n\n"
        "if obj.status == nil%s then\n  return waiting\nend\n",
        VT_TEXT_ARG(drafting->kind), decides, VT_TEXT_ARG(drafting->kind), missing);
    if (!drafting->observes) return;
    vt_buffer_add_terminated(&drafting->script,
                             "\n-- A status that speaks of an older generation does not count.\n"
                             "local observed = obj.status.observedGeneration\n"
                             "if observed ~= nil and observed < obj.metadata.generation then\n"
                             "  return waiting\nend\n");
}

static void write_condition(writing *drafting) {
    write_head(drafting, "a condition", " or obj.status.conditions == nil");
    vt_buffer_printf(&drafting->script,
                     "\nfor _, condition in ipairs(obj.status.conditions) do\n"
                     "  if condition.type == \"%.*s\" then\n"
                     "    if condition.status == \"True\" then\n"
                     "      return { status = \"Healthy\", message = condition.message }\n"
                     "    end\n"
                     "    if condition.status == \"False\" then\n"
                     "      return { status = \"Degraded\", message = condition.message }\n"
                     "    end\n  end\nend\nreturn waiting\n",
                     VT_TEXT_ARG(drafting->word));
}

static void write_phase(writing *drafting) {
    write_head(drafting, "its phase", " or obj.status.phase == nil");
    vt_buffer_printf(&drafting->script,
                     "\nif obj.status.phase == \"%.*s\" then\n"
                     "  return { status = \"Healthy\", message = obj.status.message }\nend\n"
                     "return { status = \"Progressing\", message = obj.status.phase }\n",
                     VT_TEXT_ARG(drafting->word));
}

static void write_status(writing *drafting) {
    write_head(drafting, "that it has a status", " or next(obj.status) == nil");
    vt_buffer_add_terminated(&drafting->script,
                             "\nreturn { status = \"Healthy\", message = \"\" }\n");
}

static void (*const writers[])(writing *) = {
    [SUBJECT_CONDITION] = write_condition,
    [SUBJECT_PHASE] = write_phase,
    [SUBJECT_STATUS] = write_status,
};

/* -------------------------------------------------------------------- files */

static void add_file(writing *drafting, const char *name, vt_text text) {
    vitals_draft *draft = drafting->draft;
    vt_text path = vt_arena_printf(&draft->arena, "%.*s/%.*s/%s", VT_TEXT_ARG(drafting->group),
                                   VT_TEXT_ARG(drafting->kind), name);
    vt_text copy = vt_arena_copy(&draft->arena, text);
    if (!path.bytes || !copy.bytes) {
        drafting->status = VITALS_ENOMEM;
    } else if (draft->count < MOST_FILES) {
        draft->files[draft->count++] = (vitals_draft_file){ path, copy };
    }
}

/* What the draft says of a fixture is what its test expects: the author changes what is wrong. */
static void add_test(writing *drafting, const char *name, const vitals_document *fixture) {
    vt_arena arena;
    vt_arena_init(&arena, &drafting->draft->allocator, 0);
    const vt_rule *rule = vt_judge_rule(&drafting->judge, fixture);
    vt_opinion opinion = rule ? vt_judge_run(&drafting->judge, rule, fixture,
                                             &drafting->bench.limits, 0, &arena, NULL)
                              : vt_opinion_failed(VT_TEXT("no rule"), NULL);
    vt_buffer_printf(&drafting->tests,
                     "  - inputPath: testdata/%s.yaml\n    healthStatus:\n      status: %s\n"
                     "      message: ",
                     name, vitals_health_name(opinion.health));
    vt_quote_append_json(&drafting->tests, opinion.message);
    vt_buffer_add_byte(&drafting->tests, '\n');
    vt_arena_done(&arena);
}

static void add_fixture(writing *drafting, const char *name, const vitals_document *fixture) {
    const vitals_allocator *memory = &drafting->draft->allocator;
    char file[64], *text = NULL;
    size_t size = 0;
    drafting->status = vitals_document_write_yaml(fixture, memory, &text, &size);
    if (drafting->status) return;
    snprintf(file, sizeof file, "testdata/%s.yaml", name);
    add_file(drafting, file, vt_text_slice(text, size));
    vitals_text_free(memory, text, size);
    add_test(drafting, name, fixture);
}

/* The object with one thing changed; `value` NULL drops it. */
static void add_variant(writing *drafting, const char *name, const vt_value *parent,
                        const char *key, const char *value) {
    if (drafting->status || !vt_value_is_object(parent)) return;
    vt_patch patch = { .parent = parent, .key = vt_text_from(key), .from = drafting->values };
    if (value) patch.value = vt_document_find(drafting->values, value, NULL);
    vitals_document *variant = NULL;
    drafting->status = vt_patch_apply(&drafting->bench, drafting->object, &patch, &variant);
    if (!drafting->status) add_fixture(drafting, name, variant);
    vitals_document_free(variant);
}

static void add_fixtures(writing *drafting) {
    const vt_value *root = vt_document_root(drafting->object);
    const vt_value *metadata = vt_document_get(drafting->object, root, VT_TEXT("metadata"));
    /* Nobody wants to read who managed which field. */
    add_variant(drafting, "as_given", metadata, "managedFields", NULL);
    add_variant(drafting, "no_status", root, "status", NULL);
    add_variant(drafting, "empty_status", root, "status", "empty");
    if (drafting->observes) add_variant(drafting, "stale", metadata, "generation", "generation");
    add_variant(drafting, "condition_true", drafting->condition, "status", "true");
    add_variant(drafting, "condition_false", drafting->condition, "status", "false");
    add_variant(drafting, "condition_unknown", drafting->condition, "status", "unknown");
}

/* --------------------------------------------------------------------- the whole */

static vitals_status make_judge(writing *drafting) {
    vitals_configuration *configuration = NULL;
    vt_text name = drafting->draft->files[0].path;
    name = vt_arena_copy(&drafting->draft->arena,
                         vt_text_between(name, 0, name.size - sizeof "/health.lua" + 1));
    if (!name.bytes) return VITALS_ENOMEM;
    vitals_status status = vitals_configuration_new(&drafting->draft->allocator, &configuration);
    if (!status) {
        vitals_configuration_set_bundled(configuration, false);
        status =
            vitals_configuration_add_check(configuration, name.bytes, "health.lua",
                                           drafting->script.bytes, drafting->script.size, NULL);
    }
    if (!status) status = vt_judge_init(&drafting->judge, &drafting->bench, configuration, NULL);
    vitals_configuration_free(configuration);
    return status;
}

static vitals_status write_all(writing *drafting) {
    choose_subject(drafting);
    writers[drafting->subject](drafting);
    if (drafting->script.failed) return VITALS_ENOMEM;
    add_file(drafting, "health.lua", vt_buffer_text(&drafting->script));
    if (!drafting->status) drafting->status = make_judge(drafting);
    vt_buffer_add_terminated(&drafting->tests, "tests:\n");
    add_fixtures(drafting);
    if (drafting->tests.failed) return VITALS_ENOMEM;
    if (!drafting->status) {
        add_file(drafting, "health_test.yaml", vt_buffer_text(&drafting->tests));
    }
    return drafting->status;
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
    writing drafting = { .object = object,
                         .group = vitals_document_group(object),
                         .kind = vitals_document_kind(object) };
    if (!is_plain(drafting.group) || !is_plain(drafting.kind)) return VITALS_EINVAL;
    vitals_status status = new_draft(allocator, &drafting.draft);
    if (status) return status;
    drafting.bench.allocator = drafting.draft->allocator;
    drafting.bench.limits = vt_limits_or_default(NULL);
    vt_buffer_init(&drafting.script, &drafting.draft->allocator, SIZE_MAX / 2);
    vt_buffer_init(&drafting.tests, &drafting.draft->allocator, SIZE_MAX / 2);
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &drafting.draft->allocator;
    status = vitals_document_parse(values, sizeof values - 1, &options, &drafting.values, NULL);
    if (!status) status = write_all(&drafting);
    vt_judge_done(&drafting.judge);
    vitals_document_free(drafting.values);
    vt_buffer_done(&drafting.tests);
    vt_buffer_done(&drafting.script);
    if (status) {
        vitals_draft_free(drafting.draft);
        return status;
    }
    *out = drafting.draft;
    return VITALS_OK;
}

void vitals_draft_free(vitals_draft *draft) {
    if (!draft) return;
    vitals_allocator memory = draft->allocator;
    vt_arena_done(&draft->arena);
    vt_release(&memory, draft, sizeof *draft);
}

bool vitals_draft_file_at(const vitals_draft *draft, size_t index, vitals_draft_file *out) {
    if (index >= draft->count) return false;
    *out = draft->files[index];
    return true;
}
