/* vitals explain: which rule decided for an object, and why. */
#include <ctype.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "input/command.h"
#include "input/files.h"
#include "input/rules.h"
#include "input/selection.h"
#include "output/show_explanation.h"

typedef struct explain_options {
    unsigned output, colour;
} explain_options;

typedef struct cli_settings {
    object_options objects;
    rule_options rules;
    explain_options own;
} cli_settings;

static const char *const outputs[] = { "text", "json", NULL };

#define FIELD(name) offsetof(explain_options, name)

/* clang-format off */
static const option_row rows[] = {
    { 'o', "output", NULL, OPTION_CHOICE, FIELD(output), "FORM", outputs,
      "text (default) or json" },
    { 0, "color", "colour", OPTION_CHOICE, FIELD(colour), "WHEN", colour_names,
      "auto (default), always or never; NO_COLOR is respected" },
};
/* clang-format on */

static const option_group own_group = { "Options", rows, COUNT_OF(rows) };
static const option_group *const groups[] = { &object_option_group, &own_group, &rule_option_group,
                                              NULL };

/* One call of the command. */
typedef struct explain_session {
    const cli_settings *settings;
    const cli_target *target;
    cli_rules rules;
    cli_selection selection;
    vt_buffer joined; /* two words that are one */
    vitals_set *set;
    cli_problems problems;
    cli_coverage coverage;
    size_t errors, found;
} explain_session;

/* ----------------------------------------------------------------- objects */

static void keep_object(void *user, vitals_document *document) {
    const explain_session *session = user;
    if (vitals_set_put(session->set, document) != VITALS_OK) memory_exhausted();
}

static void read_objects(explain_session *session, const option_list *files) {
    source_list sources = { NULL, 0 };
    sources_find(&sources, files, &session->problems);
    problems_print_unread(&session->problems, &session->errors, &session->coverage, SIZE_MAX);
    for (size_t i = 0; i < sources.count; i++) {
        source_read_documents(&sources.items[i], session->rules.limits, keep_object, session,
                              &session->problems, &session->errors, &session->coverage);
    }
    sources_done(&sources);
}

/* ----------------------------------------------------------------- showing */

static cli_explained explained_by(const explain_session *session) {
    return (cli_explained){
        .now_seconds = session->rules.call.now_seconds,
        .profile = session->rules.call.profile,
        .terminal = terminal_of_stdout((colour_choice)session->settings->own.colour),
        .coverage = &session->coverage,
    };
}

static void show(const explain_session *session, const vitals_explanation *explanation,
                 const cli_explained *explained) {
    vt_buffer out = BUFFER_INIT;
    const bool json = session->settings->own.output == 1;
    if (session->found > 1 && !json) vt_buffer_add_terminated(&out, "\n");
    (json ? explanation_add_json : explanation_add_text)(&out, explanation, explained);
    if (json) {
        terminal_write(out.bytes, out.size);
    } else {
        terminal_write_wrapped(&explained->terminal, &out, 13);
    }
    vt_buffer_done(&out);
}

static void explain_object(explain_session *session, const vitals_document *document) {
    vitals_explanation *explanation = NULL;
    cli_explained explained = explained_by(session);
    explained.document = document;
    explained.group = vitals_document_group(document);
    explained.kind = vitals_document_kind(document);
    vitals_call call = session->rules.call;
    call.set = session->set;
    if (vitals_explain(session->rules.engine, document, &call, NULL, &explanation) != VITALS_OK) {
        memory_exhausted();
    }
    session->found++;
    show(session, explanation, &explained);
    vitals_explanation_free(explanation);
}

static void explain_objects(explain_session *session, const option_list *files) {
    if (vitals_set_new(NULL, &session->set) != VITALS_OK) memory_exhausted();
    read_objects(session, files);
    uint64_t cursor = 0;
    for (const vitals_document *document; (document = vitals_set_next(session->set, &cursor));) {
        if (selection_matches(&session->selection, document)) explain_object(session, document);
    }
}

/* ------------------------------------------------------------------- kinds */

static void explain_group_kind(explain_session *session, vitals_text group, vitals_text kind) {
    vitals_explanation *explanation = NULL;
    cli_explained explained = explained_by(session);
    explained.group = group;
    explained.kind = kind;
    const vitals_status status = vitals_explain_kind(session->rules.engine, group, kind,
                                                     &session->rules.call, NULL, &explanation);
    if (status == VITALS_ENOMEM) memory_exhausted();
    if (status != VITALS_OK) {
        problems_add_error(&session->problems, NULL, "'%s' is not a kind", session->target->word);
        return;
    }
    session->found++;
    show(session, explanation, &explained);
    vitals_explanation_free(explanation);
}

/* "group/Kind" in its parts. A core kind has no group. */
static void split_id(const char *id, vitals_text *group, vitals_text *kind) {
    const char *slash = strrchr(id, '/');
    *group = (vitals_text){ id, slash ? (size_t)(slash - id) : 0 };
    *kind = vt_text_from(slash ? slash + 1 : id);
}

/* Rules are in the order of their sources: a kind with several of them is explained once. */
static bool is_new_kind(const explain_session *session, size_t before, const char *id) {
    vitals_rule rule;
    for (size_t i = 0; i < before; i++) {
        if (vitals_engine_rule_at(session->rules.engine, i, &rule, sizeof rule) &&
            strcmp(rule.id, id) == 0) {
            return false;
        }
    }
    return true;
}

/* The kind in every group that has a rule for it; without one as it was written. */
static void explain_kind(explain_session *session) {
    const target_reading *reading = target_kind(session->target);
    vitals_rule rule;
    vitals_text group, kind;
    for (size_t i = 0; vitals_engine_rule_at(session->rules.engine, i, &rule, sizeof rule); i++) {
        split_id(rule.id, &group, &kind);
        if (!rule.wildcard && target_wants_kind(session->target, group, kind) &&
            is_new_kind(session, i, rule.id)) {
            explain_group_kind(session, group, kind);
        }
    }
    if (session->found) return;
    group = vt_text_from(reading->group ? reading->group : "");
    explain_group_kind(session, group, vt_text_from(reading->kind));
}

/* ------------------------------------------------------------------ the call */

/* Objects come from the files, or else from standard input, unless the word is a kind with its group. */
static void find_and_explain(explain_session *session) {
    static const char *standard_input[] = { "-" };
    const option_list piped = { standard_input, 1 };
    const option_list *files = &session->settings->objects.files;
    const bool may_be_kind = target_kind(session->target) != NULL;
    const bool reads_input = !(may_be_kind && strchr(session->target->word, '/')) &&
                             !(may_be_kind && isatty(STDIN_FILENO) == 1);
    if (files->count) {
        explain_objects(session, files);
    } else if (reads_input) {
        explain_objects(session, &piped);
    }
    const bool nothing_read = !session->set || vitals_set_count(session->set) == 0;
    if (session->found + session->problems.errors + session->errors) return;
    if (!files->count && may_be_kind && nothing_read) {
        explain_kind(session);
    } else if (nothing_read) {
        source_report_none(&session->problems, "no object in the input");
    } else {
        selection_check(&session->selection, &session->problems);
    }
}

static void show_coverage(const explain_session *session) {
    vt_buffer lines = BUFFER_INIT;
    if (session->settings->own.output == 0) coverage_add_lines(&lines, &session->coverage);
    terminal_write(vt_buffer_string(&lines), lines.size);
    vt_buffer_done(&lines);
}

static int explain_target(explain_session *session) {
    if (rules_make_engine(&session->rules, &session->settings->rules, &session->problems)) {
        find_and_explain(session);
    }
    show_coverage(session);
    terminal_flush();
    problems_print(&session->problems, &session->errors);
    problems_print_rest(session->errors);
    problems_done(&session->problems);
    const bool allow_partial = session->settings->objects.allow_partial && session->found > 0;
    const bool fails = coverage_fails(&session->coverage, session->errors, allow_partial);
    coverage_done(&session->coverage);
    vitals_set_free(session->set);
    return fails ? EXIT_INPUT : EXIT_HEALTHY;
}

/* The first line of an explanation has a blank between the kind and the name; it may be typed as two
** words. */
static void join_words(option_list *words, vt_buffer *joined) {
    if (words->count != 2 || !isupper((unsigned char)*words->items[0]) ||
        strpbrk(words->items[0], "/:") || !strchr(words->items[1], '/')) {
        return;
    }
    vt_buffer_printf(joined, "%s %s", words->items[0], words->items[1]);
    words->items[0] = vt_buffer_string(joined);
    words->count = 1;
}

static bool read_arguments(explain_session *session, cli_settings *settings, option_list *words,
                           char *problem, size_t size) {
    join_words(words, &session->joined);
    if (!rules_read_options(&session->rules, &settings->rules, problem, size) ||
        !selection_parse(&session->selection, words, &settings->objects, problem, size)) {
        return false;
    }
    if (session->selection.count != 1) {
        snprintf(problem, size, "expected one KIND/NAME or GROUP/KIND");
        return false;
    }
    session->target = &session->selection.terms[0].target;
    return true;
}

static int run_explain(const cli_command *self, int argc, char **argv) {
    cli_settings settings = { .own.output = 0 };
    void *const filled[] = { &settings.objects, &settings.own, &settings.rules };
    explain_session session = { .settings = &settings,
                                .joined = BUFFER_INIT,
                                .problems = PROBLEMS_INIT };
    option_result result;
    char problem[256];
    int status = EXIT_HEALTHY;
    if (!options_parse(groups, filled, argc, argv, &result, problem, sizeof problem)) {
        status = command_usage_error(self, "%s", problem);
    } else if (result.help) {
        command_print_help(self);
    } else if (!read_arguments(&session, &settings, &result.arguments, problem, sizeof problem)) {
        status = command_usage_error(self, "%s", problem);
    } else {
        status = explain_target(&session);
    }
    vt_buffer_done(&session.joined);
    selection_done(&session.selection);
    rules_done(&session.rules);
    options_done(groups, filled, &result);
    return status;
}

const cli_command command_explain = {
    "explain",
    "show which rule decides for an object, and why",
    "[FILE…] KIND/NAME|GROUP/KIND",
    groups,
    "  vitals explain Certificate/shop-tls -f live.yaml\n"
    "  vitals explain Deployment/web -n shop -f live.yaml -o json\n"
    "  vitals explain cert-manager.io/Certificate --argocd-cm argocd-cm.yaml\n",
    run_explain,
};
