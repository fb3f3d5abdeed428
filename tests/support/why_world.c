/* Objects and questions about why they are not healthy. */
#include "support/why_world.h"

#include <string.h>

vitals_document *world_parse(const char *text) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    vitals_document *document = NULL;
    options.format = VITALS_FORMAT_YAML;
    assert_int_equal(vitals_document_parse(text, strlen(text), &options, &document, NULL),
                     VITALS_OK);
    return document;
}

static void open_set(world *w, const vitals_limits *limits) {
    vitals_configuration *configuration = NULL;
    assert_int_equal(vitals_configuration_new(NULL, &configuration), VITALS_OK);
    vitals_configuration_set_limits(configuration, limits);
    assert_int_equal(vitals_engine_new(configuration, &w->engine, NULL), VITALS_OK);
    assert_int_equal(vitals_worker_new(w->engine, &w->worker), VITALS_OK);
    assert_int_equal(vitals_set_new(NULL, &w->set), VITALS_OK);
    vitals_configuration_free(configuration);
}

static void open_questions(world *w) {
    vitals_call call = VITALS_CALL_INIT;
    vitals_why_options options = VITALS_WHY_OPTIONS_INIT;
    call.now_seconds = 1763000000; /* 2025-11-13T02:13:20Z */
    options.set = w->set;
    options.with_blocks = true;
    assert_int_equal(vitals_why_new(w->worker, &call, &options, &w->why), VITALS_OK);
}

void world_open(world *w, const char *const *objects, const vitals_limits *limits) {
    open_set(w, limits);
    for (size_t i = 0; objects[i]; i++) {
        assert_int_equal(vitals_set_put(w->set, world_parse(objects[i])), VITALS_OK);
    }
    open_questions(w);
}

/* What stands before the first line "---" is a comment. */
void world_open_text(world *w, const char *text, size_t size) {
    char *copy = malloc(size + 1);
    assert_non_null(copy);
    memcpy(copy, text, size);
    copy[size] = '\0';
    open_set(w, NULL);
    for (char *at = strstr(copy, "\n---\n"); at;) {
        char *object = at + 5;
        at = strstr(object, "\n---\n");
        if (at) *at = '\0';
        assert_int_equal(vitals_set_put(w->set, world_parse(object)), VITALS_OK);
    }
    free(copy);
    open_questions(w);
}

void world_close(world *w) {
    vitals_why_free(w->why);
    vitals_set_free(w->set);
    vitals_worker_free(w->worker);
    vitals_engine_release(w->engine);
}

/* Asks about the first object of the set. */
vitals_status world_ask_first(world *w, vitals_why_finding *finding) {
    uint64_t cursor = 0;
    size_t index = SIZE_MAX;
    const vitals_status status = vitals_why_ask(w->why, vitals_set_next(w->set, &cursor), &index);
    if (!status) {
        assert_true(vitals_why_finding_at(w->why, index, finding, sizeof *finding));
    }
    return status;
}

void world_assert_text(vitals_text text, const char *want) {
    if (want) {
        assert_string_equal(text.bytes, want);
        assert_int_equal(text.size, strlen(want));
    } else {
        assert_null(text.bytes);
    }
}
