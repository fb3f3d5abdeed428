/*
** vitals new fixture: saves one live object as a fixture. Both the object and the fixture are assessed in
** every profile, so that what was replaced is known not to matter.
*/
#include "commands/new_fixture.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "commands/scrub.h"
#include "input/below.h"
#include "input/files.h"

typedef struct fixture_session {
    const fixture_options *options;
    cli_rules rules;
    cli_selection selection;
    vitals_document *object; /* the last version of the one that is selected */
    size_t found;
    vitals_document *fixture;
    cli_scrub *scrub;
    cli_problems problems;
    size_t errors;
} fixture_session;

/* ------------------------------------------------------------------- reading */

static bool is_same(const vitals_document *a, const vitals_document *b) {
    const vitals_text left[] = { vitals_document_group(a), vitals_document_kind(a),
                                 vitals_document_namespace(a), vitals_document_name(a) };
    const vitals_text right[] = { vitals_document_group(b), vitals_document_kind(b),
                                  vitals_document_namespace(b), vitals_document_name(b) };
    for (size_t i = 0; i < COUNT_OF(left); i++) {
        if (left[i].size != right[i].size) return false;
        if (left[i].size && memcmp(left[i].bytes, right[i].bytes, left[i].size) != 0) return false;
    }
    return true;
}

static void take(void *user, vitals_document *document) {
    fixture_session *session = user;
    if (!selection_matches(&session->selection, document)) {
        vitals_document_free(document);
        return;
    }
    session->found += !session->object || !is_same(session->object, document);
    vitals_document_free(session->object);
    session->object = document;
}

static bool read_object(fixture_session *session) {
    source_list sources = { NULL, 0 };
    sources_find(&sources, &session->options->objects->files, &session->problems);
    for (size_t i = 0; i < sources.count; i++) {
        source_read_documents(&sources.items[i], session->rules.limits, take, session,
                              &session->problems, &session->errors, NULL);
    }
    sources_done(&sources);
    if (session->found == 0) selection_check(&session->selection, &session->problems);
    if (session->found > 1) {
        problems_add_error(&session->problems, NULL,
                           "%zu objects are selected; a fixture is one: name it, with -n where "
                           "needed",
                           session->found);
    }
    return session->found == 1;
}

/* ------------------------------------------------------------------ assessing */

static vitals_verdict *verdict_on(const fixture_session *session, const vitals_document *document,
                                  vitals_profile profile) {
    vitals_worker *worker = NULL;
    vitals_verdict *verdict = NULL;
    vitals_call call = session->rules.call;
    call.profile = profile;
    if (vitals_worker_new(session->rules.engine, &worker) != VITALS_OK ||
        vitals_verdict_new(NULL, &verdict) != VITALS_OK ||
        vitals_assess(worker, document, &call, verdict) != VITALS_OK) {
        memory_exhausted();
    }
    vitals_worker_free(worker);
    return verdict;
}

/* The message of the object with the same replacements must be that of the fixture. */
static bool same_message(const fixture_session *session, const vitals_verdict *object,
                         const vitals_verdict *fixture) {
    vt_buffer text = BUFFER_INIT;
    scrub_add_text(session->scrub, &text, vitals_verdict_message(object));
    const bool same = vt_text_is(vitals_verdict_message(fixture), vt_buffer_string(&text));
    vt_buffer_done(&text);
    return same;
}

static bool check_profile(fixture_session *session, vitals_profile profile) {
    vitals_verdict *object = verdict_on(session, session->object, profile);
    vitals_verdict *fixture = verdict_on(session, session->fixture, profile);
    const bool same = vitals_verdict_health(object) == vitals_verdict_health(fixture) &&
                      vitals_verdict_kstatus(object) == vitals_verdict_kstatus(fixture) &&
                      same_message(session, object, fixture);
    if (!same) {
        problems_add_error(&session->problems, NULL,
                           "the verdict of profile %s changes from %s (%s) to %s (%s): nothing was "
                           "written",
                           vitals_profile_name(profile),
                           vitals_health_name(vitals_verdict_health(object)),
                           vitals_verdict_message(object).bytes,
                           vitals_health_name(vitals_verdict_health(fixture)),
                           vitals_verdict_message(fixture).bytes);
    }
    vitals_verdict_free(object);
    vitals_verdict_free(fixture);
    return same;
}

static bool check_verdicts(fixture_session *session) {
    bool same = true;
    for (int i = 0; i < VITALS_PROFILE_COUNT; i++) {
        same &= check_profile(session, (vitals_profile)i);
    }
    return same;
}

/* -------------------------------------------------------------------- writing */

static bool make_fixture(fixture_session *session) {
    session->scrub = scrub_new();
    const vitals_status status = scrub_document(session->scrub, session->object, &session->fixture);
    if (status != VITALS_OK) {
        problems_add_error(&session->problems, NULL, "the object is too large for a fixture");
    }
    return status == VITALS_OK;
}

/* GROUP/KIND/ and a file below it; objects of the core group have no directory of a group. */
static void add_path(const fixture_session *session, vt_buffer *path, const char *file) {
    const vitals_text group = vitals_document_group(session->fixture);
    const vitals_text kind = vitals_document_kind(session->fixture);
    vt_buffer_add_bytes(path, group.bytes, group.size);
    if (group.size) vt_buffer_add_terminated(path, "/");
    vt_buffer_add_bytes(path, kind.bytes, kind.size);
    vt_buffer_printf(path, "/%s", file);
    vt_buffer_string(path);
}

/* The status that a test can expect; "" where no rule knows the kind: there is none yet. */
static const char *expected_status(const vitals_verdict *verdict) {
    const vitals_health health = vitals_verdict_health(verdict);
    return health == VITALS_HEALTH_UNASSESSED ? "" : vitals_health_name(health);
}

static char *default_name(const vitals_verdict *verdict) {
    if (vitals_verdict_health(verdict) == VITALS_HEALTH_UNASSESSED) {
        return memory_copy_string("as_given");
    }
    char *name = memory_copy_string(expected_status(verdict));
    for (char *c = name; *c; c++) *c = (char)tolower((unsigned char)*c);
    if (*name) return name;
    free(name);
    return memory_copy_string("empty");
}

static bool write_yaml(FILE *out, const vitals_document *document) {
    char *yaml = NULL;
    size_t size = 0;
    if (vitals_document_write_yaml(document, NULL, &yaml, &size) != VITALS_OK) memory_exhausted();
    const bool ok = fwrite(yaml, 1, size, out) == size;
    vitals_text_free(NULL, yaml, size);
    return ok;
}

/* The blanks before the first item of the tests that are there, so that the entry can be appended. */
static int indentation_of_tests(const fixture_session *session) {
    const char *tree = session->options->directory, *why;
    vt_buffer below = BUFFER_INIT, path = BUFFER_INIT;
    char line[256];
    int blanks = 0;
    add_path(session, &below, "health_test.yaml");
    vt_buffer_printf(&path, "%s/%s", tree, vt_buffer_string(&below));
    const int descriptor = below_open(tree, vt_buffer_string(&path), &why);
    FILE *tests = descriptor < 0 ? NULL : fdopen(descriptor, "r");
    while (tests && fgets(line, sizeof line, tests)) {
        blanks = (int)strspn(line, " ");
        if (line[blanks] == '-') break;
        blanks = 0;
    }
    if (tests) fclose(tests);
    vt_buffer_done(&below);
    vt_buffer_done(&path);
    return blanks;
}

/* What goes into health_test.yaml beside it. */
static void print_test(const fixture_session *session, const char *name,
                       const vitals_verdict *verdict) {
    vt_buffer text = BUFFER_INIT;
    const char *status = expected_status(verdict);
    const int blanks = indentation_of_tests(session);
    vt_buffer_printf(&text, "%*s- healthStatus:\n%*s    status: %s\n%*s    message: ", blanks, "",
                     blanks, "", *status ? status : "\"\"", blanks, "");
    vt_quote_append_json(&text, vitals_verdict_message(verdict));
    vt_buffer_printf(&text, "\n%*s  inputPath: testdata/%s.yaml\n", blanks, "", name);
    fputs(vt_buffer_string(&text), stdout);
    vt_buffer_done(&text);
}

static void note_without_rule(const fixture_session *session, const vitals_verdict *verdict) {
    if (vitals_verdict_health(verdict) != VITALS_HEALTH_UNASSESSED) return;
    vt_buffer kind = BUFFER_INIT;
    const vitals_text group = vitals_document_group(session->fixture);
    vt_buffer_add_bytes(&kind, group.bytes, group.size);
    if (group.size) vt_buffer_add_terminated(&kind, "/");
    vt_buffer_add_bytes(&kind, vitals_document_kind(session->fixture).bytes,
                        vitals_document_kind(session->fixture).size);
    fprintf(stderr,
            "no rule knows %s, so the test expects nothing yet: write its status and message, or "
            "let\n`vitals test --update` write them once there is a check\n",
            vt_buffer_string(&kind));
    vt_buffer_done(&kind);
}

static void write_file(fixture_session *session, const char *name, const vitals_verdict *verdict) {
    const char *tree = session->options->directory, *why;
    vt_buffer path = BUFFER_INIT, below = BUFFER_INIT, file = BUFFER_INIT;
    vt_buffer_printf(&file, "testdata/%s.yaml", name);
    add_path(session, &below, vt_buffer_string(&file));
    vt_buffer_done(&file);
    vt_buffer_printf(&path, "%s/%s", tree, vt_buffer_string(&below));
    FILE *out = below_create(tree, vt_buffer_string(&below), false, &why);
    const bool there = !out && errno == EEXIST;
    bool ok = out && write_yaml(out, session->fixture);
    if (out && fclose(out) != 0) ok = false;
    if (ok) {
        fprintf(stderr, "%s\n", vt_buffer_string(&path));
        print_test(session, name, verdict);
        note_without_rule(session, verdict);
    } else {
        problems_add_error(&session->problems, vt_buffer_string(&path), "%s%s",
                           out ? "cannot be written" : why, there ? ": give another --name" : "");
    }
    vt_buffer_done(&below);
    vt_buffer_done(&path);
}

static void write_fixture(fixture_session *session) {
    vitals_verdict *verdict = verdict_on(session, session->fixture, session->rules.call.profile);
    char *name =
        session->options->name ? memory_copy_string(session->options->name) : default_name(verdict);
    scrub_show_changes(session->scrub);
    if (strcmp(session->options->directory, "-") == 0) {
        if (!write_yaml(stdout, session->fixture)) {
            problems_add_error(&session->problems, NULL, "cannot be written");
        }
    } else if (strchr(name, '/')) {
        problems_add_error(&session->problems, NULL, "--name is the name of a file, not a path");
    } else {
        write_file(session, name, verdict);
    }
    free(name);
    vitals_verdict_free(verdict);
}

static void session_done(fixture_session *session) {
    problems_print(&session->problems, &session->errors);
    problems_done(&session->problems);
    if (session->scrub) scrub_free(session->scrub);
    vitals_document_free(session->object);
    vitals_document_free(session->fixture);
    selection_done(&session->selection);
    rules_done(&session->rules);
}

/* The tree that the fixture goes into has its check, unless other trees are given. */
static rule_options with_own_tree(const fixture_options *options, const char **tree) {
    rule_options rules = *options->rules;
    *tree = options->directory;
    const bool given = rules.checks.count > 0 || strcmp(*tree, "-") == 0;
    if (!given && rules_is_check_tree(*tree)) rules.checks = (option_list){ tree, 1 };
    return rules;
}

int new_fixture(const cli_command *self, const fixture_options *options, const option_list *words) {
    const char *tree = NULL;
    const rule_options rules = with_own_tree(options, &tree);
    fixture_session session = { .options = options, .problems = PROBLEMS_INIT };
    char problem[256];
    int status = EXIT_HEALTHY;
    if (!rules_read_options(&session.rules, &rules, problem, sizeof problem) ||
        !selection_parse(&session.selection, words, options->objects, problem, sizeof problem)) {
        status = command_usage_error(self, "%s", problem);
    } else if (!sources_default_to_stdin(&options->objects->files)) {
        status = command_usage_error(self, "no objects: give files with -f, or pipe them in");
    } else if (rules_make_engine(&session.rules, &rules, &session.problems) &&
               read_object(&session) && make_fixture(&session) && check_verdicts(&session)) {
        write_fixture(&session);
    }
    session_done(&session);
    return session.errors ? EXIT_INPUT : status;
}
