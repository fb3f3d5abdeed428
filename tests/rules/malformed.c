#include "rules/malformed.h"

#include <stdio.h>

#include "author/testing/testing.h"
#include "base/run/limits.h"
#include "support/table.h"

enum { MOST_READS = 1024, MOST_PLACES = 8192, REPLACEMENTS = 15 };

/* What a value is replaced by; the first one stands for dropping it. */
static const char replacements[] =
    "[null, \"text\", \"\", \"9\", 9, -0.5, true, false, [], {}, [\"text\"], [[]], [{}],"
    " {\"text\": \"text\"}, {\"text\": {}}]";

/* A script, where it runs, and what it reads of the object. */
struct malformed {
    vitals_limits limits;
    vitals_report *report; /* only its allocator and limits are used */
    vitals_document *values;
    malformed_seen seen; /* called instead of the script */
    void *user;
    vt_lua_script *script;
    vt_lua_state *state;
    vt_arena arena;
    const char *name; /* of the object */
    size_t count;
    const vt_value *reads[MOST_READS];
    size_t read_count;
    uint64_t way;                 /* of the script through the object, as a hash */
    uint64_t places[MOST_PLACES]; /* hashes of a way and a place that got every replacement */
    size_t place_count;
    size_t turn; /* of the replacements where one is enough */
};

static malformed *new_run(void) {
    malformed *run = calloc(1, sizeof *run);
    assert_non_null(run);
    run->limits = vt_limits_or_default(NULL);
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    assert_int_equal(
        vitals_document_parse(replacements, sizeof replacements - 1, &options, &run->values, NULL),
        VITALS_OK);
    assert_int_equal(vitals_test_run(NULL, 0, NULL, &run->report, NULL), VITALS_OK);
    vt_arena_init(&run->arena, NULL, 0);
    return run;
}

malformed *malformed_open(vt_text script) {
    malformed *run = new_run();
    vt_buffer error;
    vt_buffer_init(&error, NULL, 65536);
    vt_lua_problem problem;
    assert_int_equal(vt_lua_script_new(NULL, &run->limits, script, VT_LUA_ARGOCD, &run->script,
                                       &error, &problem),
                     VITALS_OK);
    vt_buffer_done(&error);
    assert_int_equal(vt_lua_state_new(NULL, &run->limits, &run->state), VITALS_OK);
    return run;
}

size_t malformed_close(malformed *run) {
    size_t count = run->count;
    vt_arena_done(&run->arena);
    vt_lua_state_free(run->state);
    vt_lua_script_free(run->script);
    vitals_report_free(run->report);
    vitals_document_free(run->values);
    free(run);
    return count;
}

static vt_opinion evaluate(malformed *run, const vitals_document *object, vitals_trace *trace) {
    vt_arena_empty(&run->arena);
    vt_evaluation evaluation = { .reader = { object, trace },
                                 .arena = &run->arena,
                                 .limits = &run->limits };
    return vt_lua_run(run->state, run->script, false, &evaluation);
}

static void check_object(malformed *run, const vitals_document *object) {
    vt_opinion opinion = evaluate(run, object, NULL);
    run->count++;
    if (opinion.kind == VT_OPINION_STATUS && opinion.health != VITALS_HEALTH_EMPTY &&
        !vt_text_is_absent(opinion.message)) {
        return;
    }
    char *text = NULL;
    size_t size = 0;
    assert_int_equal(vitals_document_write_yaml(object, NULL, &text, &size), VITALS_OK);
    fail_msg("%s: %.*s\n%s", run->name, VT_TEXT_ARG(opinion.message), text);
}

static uint64_t mix(uint64_t hash, vt_text text) {
    for (size_t i = 0; i < text.size; i++)
        hash = (hash ^ (unsigned char)text.bytes[i]) * 0x100000001b3;
    return (hash ^ 0xff) * 0x100000001b3;
}

/* Note what the script reads of the object, and which way it goes. */
static void find_reads(malformed *run, const vitals_document *object) {
    vitals_trace *trace = NULL;
    assert_int_equal(vitals_trace_new(NULL, &trace), VITALS_OK);
    vt_opinion opinion = evaluate(run, object, trace);
    run->way = mix(0xcbf29ce484222325 + (uint64_t)opinion.health, VT_TEXT_ABSENT);
    assert_null(vitals_trace_limit(trace));
    run->read_count = 0;
    vitals_trace_event event;
    for (size_t i = 0; vitals_trace_at(trace, i, &event, sizeof event); i++) {
        vt_patch place;
        if (event.kind != VITALS_TRACE_READ || !vt_patch_find(object, event.path, &place)) continue;
        run->way = mix(run->way, event.path);
        assert_in_range(run->read_count, 0, MOST_READS - 1);
        const vt_value *value = vt_patch_target(object, &place);
        if (value) run->reads[run->read_count++] = value;
    }
    vitals_trace_free(trace);
}

/* Whether the script reads a value or something in it. */
static bool is_read(const malformed *run, const vt_value *value) {
    for (size_t i = 0; i < run->read_count; i++) {
        if (run->reads[i] >= value && run->reads[i] < value + value->next) return true;
    }
    return false;
}

static void replace_with(malformed *run, const vitals_document *object, vt_patch *patch,
                         const vt_value *item) {
    vitals_document *variant = NULL;
    patch->from = run->values;
    patch->value = vt_value_is_null(item) ? NULL : item;
    assert_int_equal(vt_patch_apply(run->report, object, patch, &variant), VITALS_OK);
    if (run->seen) {
        run->count++;
        run->seen(run->user, variant);
    } else {
        check_object(run, variant);
    }
    vitals_document_free(variant);
}

/* Whether a place got every replacement in an object that the script goes through the same way. */
static bool is_known(malformed *run, uint64_t place) {
    uint64_t hash = run->way ^ place * 0x9e3779b97f4a7c15;
    for (size_t i = 0; i < run->place_count; i++) {
        if (run->places[i] == hash) return true;
    }
    assert_in_range(run->place_count, 0, MOST_PLACES - 1);
    run->places[run->place_count++] = hash;
    return false;
}

/* Put every replacement at one place, or the next one where one is enough. */
static void replace(malformed *run, const vitals_document *object, vt_patch *patch, uint64_t place,
                    const vt_value *value) {
    const vt_value *list = vt_document_root(run->values);
    size_t index = 0, turn = run->turn++ % REPLACEMENTS;
    bool all = is_read(run, value) && !is_known(run, place);
    for (const vt_value *item = vt_array_first(list); item; item = vt_array_next(list, item)) {
        if (all || index++ == turn) replace_with(run, object, patch, item);
    }
}

/* apiVersion and kind are what the rule was found by. */
static bool is_identity(const vitals_document *object, const vt_patch *patch) {
    return patch->parent == vt_document_root(object) &&
           (vt_text_is(patch->key, "apiVersion") || vt_text_is(patch->key, "kind"));
}

static void replace_children(malformed *run, const vitals_document *object, uint64_t place,
                             const vt_value *container) {
    vt_patch patch = { .parent = container };
    for (const vt_value *item = vt_array_first(container); item;
         item = vt_array_next(container, item), patch.index++) {
        uint64_t inner = mix(place + patch.index, VT_TEXT("[]"));
        replace(run, object, &patch, inner, item);
        replace_children(run, object, inner, item);
    }
    for (const vt_value *key = vt_object_first(container); key;
         key = vt_object_next(container, key)) {
        patch.key = vt_value_text(key);
        const vt_value *value = vt_object_value(key);
        uint64_t inner = mix(place, patch.key);
        if (!is_identity(object, &patch)) replace(run, object, &patch, inner, value);
        replace_children(run, object, inner, value);
    }
}

void malformed_try(malformed *run, const char *name, const vitals_document *object) {
    run->name = name;
    check_object(run, object);
    find_reads(run, object);
    replace_children(run, object, 0, vt_document_root(object));
}

size_t malformed_each(const vitals_document *object, malformed_seen seen, void *user) {
    malformed *run = new_run();
    run->seen = seen;
    run->user = user;
    replace_children(run, object, 0, vt_document_root(object));
    return malformed_close(run);
}
