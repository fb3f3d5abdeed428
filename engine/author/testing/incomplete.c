/*
** Incomplete objects: what a kind looks like before its controller has acted, and other states
** without a fixture. They are derived from the fixtures by dropping what the script read. A null is
** not tried separately: to a script a null member is absent.
*/
#include "author/testing/testing.h"
#include "base/memory/memory.h"

/* The values that patches put in. */
static const char values[] = "{\"empty\": {}, \"conditions\": {\"conditions\": []},"
                             " \"generation\": 1000000, \"time\": \"2026-01-01T00:00:00Z\"}";

/* One check that is tried on variants of one object. */
typedef struct trial {
    vt_test_run *run;
    const vt_check_directory *directory;
    const vt_rule *rule;
    const vitals_document *object;
    vitals_document *values;
} incomplete_trial;

/* A variant of an object. */
typedef struct incomplete_state {
    const char *name;
    const char *parent; /* member of the root that is changed within; NULL: the root itself */
    const char *key;
    const char *value; /* key in `values`; NULL: dropped */
    bool is_new;       /* the controller has not acted yet: Degraded is as wrong as an error */
} incomplete_state;

/* clang-format off */
static const incomplete_state states[] = {
    { "no status",                  NULL,       "status",            NULL,         true  },
    { "an empty status",            NULL,       "status",            "empty",      true  },
    { "empty conditions",           NULL,       "status",            "conditions", true  },
    { "a status of an older generation", "metadata", "generation",   "generation", false },
    { "deletion under way",         "metadata", "deletionTimestamp", "time",       false },
};
/* clang-format on */

/* ------------------------------------------------------------------- running */

static vt_opinion run_on(const incomplete_trial *trial, const vitals_document *object,
                         vitals_trace *trace) {
    const vitals_report *report = trial->run->report;
    vt_arena_empty(&trial->run->arena);
    if (trace) vitals_trace_clear(trace);
    return vt_runner_run(&trial->run->runner, trial->rule, object, &report->limits,
                         report->options.now_seconds, &trial->run->arena, trace);
}

static bool is_wrong(const vt_opinion *opinion, bool is_new) {
    if (opinion->kind == VT_OPINION_FAILED) return true;
    return is_new && opinion->health == VITALS_HEALTH_DEGRADED;
}

/* Whether the object still reproduces the finding. */
static bool reproduces(const incomplete_trial *trial, const vitals_document *object,
                       const vitals_incomplete_finding *finding) {
    vt_opinion opinion = run_on(trial, object, NULL);
    if (finding->failed != (opinion.kind == VT_OPINION_FAILED)) return false;
    return vt_text_equal(opinion.message, finding->text) &&
           (finding->failed || opinion.health == VITALS_HEALTH_DEGRADED);
}

/* ---------------------------------------------------------------- minimizing */

/* apiVersion, kind, metadata and any name are kept: every object has them. */
static bool is_kept(const vt_value *root, const vt_patch *patch) {
    static const char *const identity[] = { "apiVersion", "kind", "metadata", "name" };
    if (vt_text_is_absent(patch->key)) return false;
    bool top = patch->parent == root;
    for (size_t i = 0; i < sizeof identity / sizeof identity[0]; i++) {
        if (vt_text_is(patch->key, identity[i])) return top || i == 3;
    }
    return false;
}

/* A patch for the member or element of a container at a position. */
static bool child_at(const vt_value *container, size_t position, vt_patch *out) {
    *out = (vt_patch){ .parent = container, .index = position };
    if (position >= vt_value_count(container)) return false;
    if (vt_value_is_array(container)) return true;
    const vt_value *key = vt_object_first(container);
    for (size_t i = 0; i < position; i++) key = vt_object_next(container, key);
    out->key = vt_value_text(key);
    return true;
}

/* Drop one child if the rest still reproduces the finding; `*object` is then replaced. */
static bool drop_child(const incomplete_trial *trial, vitals_document **object,
                       const vt_patch *patch, const vitals_incomplete_finding *finding) {
    vitals_document *smaller = NULL;
    if (is_kept(vt_document_root(*object), patch)) return false;
    if (vt_patch_apply(trial->run->report, *object, patch, &smaller)) return false;
    if (!reproduces(trial, smaller, finding)) {
        vitals_document_free(smaller);
        return false;
    }
    vitals_document_free(*object);
    *object = smaller;
    return true;
}

/* Drop whatever is not needed, outer values first. Dropping a value moves only what follows it. */
static void minimize(const incomplete_trial *trial, vitals_document **object,
                     const vitals_incomplete_finding *finding) {
    for (uint32_t at = 0; at < vt_document_root(*object)->next; at++) {
        vt_patch patch;
        for (size_t position = 0;;) {
            const vt_value *container = vt_document_root(*object) + at;
            if (container->type < VT_ARRAY || (container->flags & VT_FLAG_DEFERRED) ||
                !child_at(container, position, &patch))
                break;
            if (!drop_child(trial, object, &patch, finding)) position++;
        }
    }
}

/* ------------------------------------------------------------------- findings */

static bool is_known(const incomplete_trial *trial, const vt_opinion *opinion) {
    const vitals_report *report = trial->run->report;
    for (size_t i = 0; i < report->incomplete_count; i++) {
        const vitals_incomplete_finding *known = &report->incomplete[i];
        if (vt_text_equal(known->check, trial->rule->id) &&
            vt_text_equal(known->text, opinion->message) &&
            known->failed == (opinion->kind == VT_OPINION_FAILED)) {
            return true;
        }
    }
    return false;
}

static vitals_status keep_object(vitals_report *report, const vitals_document *object,
                                 vitals_incomplete_finding *finding) {
    char *text = NULL;
    size_t size = 0;
    vitals_status status = vitals_document_write_yaml(object, &report->allocator, &text, &size);
    if (status) return status;
    finding->object = vt_report_keep(report, vt_text_slice(text, size));
    vitals_text_free(&report->allocator, text, size);
    return finding->object.bytes ? VITALS_OK : VITALS_ENOMEM;
}

static void add_location(const incomplete_trial *trial, const vitals_document *object,
                         vitals_incomplete_finding *finding) {
    vitals_report *report = trial->run->report;
    vt_opinion opinion = run_on(trial, object, trial->run->trace);
    vt_text script, line;
    vt_rule_place(trial->rule, opinion.line, &script, &finding->script_line, &line);
    finding->script = vt_report_keep(report, script);
    finding->script_text = vt_report_keep(report, line);
}

static vitals_status add_finding(vitals_report *report, const vitals_incomplete_finding *finding) {
    void *items = report->incomplete;
    bool room = vt_grow(&report->allocator, &items, &report->incomplete_capacity,
                        report->incomplete_count, sizeof *report->incomplete);
    report->incomplete = items;
    if (!room) return VITALS_ENOMEM;
    report->incomplete[report->incomplete_count++] = *finding;
    return VITALS_OK;
}

/* Takes ownership of `object`. */
static vitals_status report_finding(const incomplete_trial *trial, vt_text state,
                                    vitals_document *object, const vt_opinion *opinion) {
    vitals_report *report = trial->run->report;
    vitals_incomplete_finding finding = {
        .check = vt_report_keep(report, trial->rule->id),
        .state = vt_report_keep(report, state),
        .text = vt_report_keep(report, opinion->message.bytes ? opinion->message : VT_TEXT("")),
        .directory = vt_report_keep(report, trial->directory->path),
        .failed = opinion->kind == VT_OPINION_FAILED,
    };
    vitals_status status = VITALS_ENOMEM;
    if (finding.check.bytes && finding.state.bytes && finding.text.bytes) {
        minimize(trial, &object, &finding);
        add_location(trial, object, &finding);
        status = keep_object(report, object, &finding);
    }
    if (!status) status = add_finding(report, &finding);
    vitals_document_free(object);
    return status;
}

/* Run the check on the object with one change. */
static vitals_status try_patch(const incomplete_trial *trial, vt_text state, const vt_patch *patch,
                               bool is_new) {
    vitals_document *object = NULL;
    vitals_status status = vt_patch_apply(trial->run->report, trial->object, patch, &object);
    if (status) return status;
    vt_opinion opinion = run_on(trial, object, NULL);
    if (is_wrong(&opinion, is_new) && !is_known(trial, &opinion)) {
        return report_finding(trial, state, object, &opinion);
    }
    vitals_document_free(object);
    return VITALS_OK;
}

/* --------------------------------------------------------------------- states */

static vitals_status try_state(const incomplete_trial *trial, const incomplete_state *state) {
    const vt_value *root = vt_document_root(trial->object);
    const vt_value *parent =
        state->parent ? vt_document_get(trial->object, root, vt_text_from(state->parent)) : root;
    if (!vt_value_is_object(parent)) return VITALS_OK;
    vt_patch patch = { .parent = parent, .key = vt_text_from(state->key), .from = trial->values };
    if (state->value) patch.value = vt_document_find(trial->values, state->value, NULL);
    /* A fixture without status has an expected result of its own. */
    bool untested =
        vt_document_get(trial->object, root, VT_TEXT("status")) || !trial->directory->has_tests;
    bool is_new = state->is_new && untested && !trial->run->degraded_when_new;
    return try_patch(trial, vt_text_from(state->name), &patch, is_new);
}

/* Set by the API server or by every controller: never missing. */
static const char *const always_there[] = {
    ".",
    ".apiVersion",
    ".kind",
    ".metadata",
    ".metadata.name",
    ".metadata.namespace",
    ".metadata.uid",
    ".metadata.generation",
    ".metadata.creationTimestamp",
    ".metadata.deletionTimestamp",
};

/* Fields that every condition has. */
static const char *const of_conditions[] = { "].type", "].status", "].lastTransitionTime" };

static bool may_be_missing(vt_text path) {
    for (size_t i = 0; i < sizeof always_there / sizeof always_there[0]; i++) {
        if (vt_text_is(path, always_there[i])) return false;
    }
    if (vt_text_find(path, VT_TEXT("onditions["), 0) == SIZE_MAX) return true;
    for (size_t i = 0; i < sizeof of_conditions / sizeof of_conditions[0]; i++) {
        if (vt_text_ends(path, vt_text_from(of_conditions[i]))) return false;
    }
    return true;
}

/* Try the object without the field at `path`, which the script read. */
static vitals_status try_without(const incomplete_trial *trial, vt_text path) {
    vt_patch patch;
    if (!may_be_missing(path) || !vt_patch_find(trial->object, path, &patch) ||
        !vt_patch_target(trial->object, &patch)) {
        return VITALS_OK;
    }
    vt_buffer state;
    vt_buffer_init(&state, &trial->run->report->allocator, SIZE_MAX / 2);
    vt_buffer_add_terminated(&state, "no ");
    vt_buffer_add(&state, path);
    vitals_status status = VITALS_ENOMEM;
    if (!state.failed) status = try_patch(trial, vt_buffer_text(&state), &patch, false);
    vt_buffer_done(&state);
    return status;
}

/* The paths that the script read, one per line: the trace is reused before they are tried. */
static bool collect_paths(vitals_trace *trace, vt_buffer *paths) {
    vitals_trace_event event;
    for (size_t i = 0; vitals_trace_at(trace, i, &event, sizeof event); i++) {
        if (event.kind != VITALS_TRACE_READ) continue;
        vt_buffer_add(paths, event.path);
        vt_buffer_add_byte(paths, '\n');
    }
    return !paths->failed;
}

static vitals_status try_paths(const incomplete_trial *trial) {
    vt_buffer paths;
    vt_buffer_init(&paths, &trial->run->report->allocator, SIZE_MAX / 2);
    vitals_status status = collect_paths(trial->run->trace, &paths) ? VITALS_OK : VITALS_ENOMEM;
    vt_text rest = vt_buffer_text(&paths), path;
    while (!status && vt_text_split(&rest, '\n', &path)) {
        if (path.size) status = try_without(trial, path);
    }
    vt_buffer_done(&paths);
    return status;
}

static vitals_status try_all(const incomplete_trial *trial) {
    vitals_status status = VITALS_OK;
    for (size_t i = 0; i < sizeof states / sizeof states[0] && !status; i++) {
        status = try_state(trial, &states[i]);
    }
    if (status) return status;
    vt_opinion opinion = run_on(trial, trial->object, trial->run->trace);
    /* A fixture that fails as it is has been reported as a failed test. */
    return opinion.kind == VT_OPINION_FAILED ? VITALS_OK : try_paths(trial);
}

/* Whether an object has no status, or one without a value in it. */
static bool is_new_object(const vitals_document *object) {
    const vt_value *status = vt_document_find(object, "status", NULL);
    for (const vt_value *key = vt_object_first(status); key; key = vt_object_next(status, key)) {
        if (!vt_value_is_null(vt_object_value(key))) return false;
    }
    return !status || vt_value_is_object(status);
}

vitals_status vt_incomplete_begin(vt_test_run *run, const vt_check_directory *directory,
                                  const vitals_document *tests) {
    vt_fixture fixture;
    run->degraded_when_new = false;
    if (!run->report->options.incomplete) return VITALS_OK;
    for (const vt_value *at = NULL; (at = vt_fixture_next(run->report, tests, at, &fixture));) {
        vitals_document *object = NULL;
        vt_text error;
        if (!vt_text_is(fixture.status, "Degraded")) continue;
        if (vt_run_parse(run, directory->path, fixture.input, &object, &error)) {
            run->degraded_when_new |= is_new_object(object);
        } else if (!error.bytes) {
            return VITALS_ENOMEM;
        }
        vitals_document_free(object);
    }
    return VITALS_OK;
}

vitals_status vt_incomplete_try(vt_test_run *run, const vt_check_directory *directory,
                                const vt_rule *rule, const vitals_document *object) {
    incomplete_trial trial = { .run = run, .directory = directory, .rule = rule, .object = object };
    if (!vt_runner_compiles(&run->runner, rule, &run->arena)) return VITALS_OK;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &run->report->allocator;
    vitals_status status =
        vitals_document_parse(values, sizeof values - 1, &options, &trial.values, NULL);
    if (!status) status = try_all(&trial);
    vitals_document_free(trial.values);
    return status;
}

vitals_status vt_incomplete_try_kind(vt_test_run *run, const vt_check_directory *directory,
                                     const vt_rule *rule) {
    size_t slash = vt_text_find_byte(directory->name, '/', 0);
    vt_text group = vt_text_between(directory->name, 0, slash);
    vt_text kind = vt_text_between(directory->name, slash + 1, directory->name.size);
    vt_text text = vt_arena_printf(&run->report->arena,
                                   "apiVersion: \"%.*s/v1\"\nkind: \"%.*s\"\n"
                                   "metadata: {name: example, namespace: default, generation: 1}\n",
                                   VT_TEXT_ARG(group), VT_TEXT_ARG(kind));
    if (!text.bytes) return VITALS_ENOMEM;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &run->report->allocator;
    options.format = VITALS_FORMAT_YAML;
    vitals_document *object = NULL;
    vitals_status status = vitals_document_parse(text.bytes, text.size, &options, &object, NULL);
    if (!status) status = vt_incomplete_try(run, directory, rule, object);
    vitals_document_free(object);
    return status;
}
