/* vitals explain: which rule decided for an object, and why. */
#include <ctype.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "commands/command.h"
#include "commands/explain.h"
#include "input/files.h"
#include "input/rules.h"
#include "input/selection.h"
#include "output/memory.h"

typedef struct explain_options {
    option_list files;
    const char *namespace;
    unsigned output, colour;
} explain_options;

typedef struct cli_settings {
    rule_options rules;
    explain_options own;
} cli_settings;

static const char *const outputs[] = { "text", "json", NULL };

#define FIELD(name) offsetof(explain_options, name)

/* clang-format off */
static const option_row rows[] = {
    { 'f', "filename", NULL, OPTION_LIST, FIELD(files), "FILE|DIR|-", NULL,
      "objects; repeatable; default: piped stdin" },
    { 'n', "namespace", NULL, OPTION_TEXT, FIELD(namespace), "NAME", NULL,
      "the namespace of the object" },
    { 'o', "output", NULL, OPTION_CHOICE, FIELD(output), "FORM", outputs,
      "text (default) or json" },
    { 0, "color", "colour", OPTION_CHOICE, FIELD(colour), "WHEN", colour_names,
      "auto (default), always or never; NO_COLOR is respected" },
};
/* clang-format on */

static const option_group own_group = { "Options", rows, COUNT_OF(rows) };
static const option_group *const groups[] = { &own_group, &rule_option_group, NULL };

/* One call of the command. */
typedef struct explain_session {
    const cli_settings *settings;
    const char *word; /* KIND/NAME or GROUP/KIND */
    cli_rules rules;
    cli_selection selection;
    vitals_set *set;
    cli_problems problems;
    size_t errors, found;
} explain_session;

/* ----------------------------------------------------------------- objects */

static void keep_object(void *user, vitals_document *document) {
    const explain_session *session = user;
    if (vitals_set_put(session->set, document) != VITALS_OK) memory_exhausted();
}

static void read_objects(explain_session *session) {
    static const char *standard_input[] = { "-" };
    const option_list piped = { standard_input, 1 };
    const option_list *files = &session->settings->own.files;
    source_list sources = { NULL, 0 };
    sources_find(&sources, files->count ? files : &piped, &session->problems);
    for (size_t i = 0; i < sources.count; i++)
        source_read_documents(&sources.items[i], session->rules.limits, keep_object, session,
                              &session->problems, &session->errors);
    sources_done(&sources);
}

/* ----------------------------------------------------------------- showing */

static cli_explained explained_by(const explain_session *session) {
    return (cli_explained){
        .now_seconds = session->rules.call.now_seconds,
        .profile = session->rules.call.profile,
        .terminal = terminal_of_stdout((colour_choice)session->settings->own.colour),
    };
}

static void show(const explain_session *session, const vitals_explanation *explanation,
                 const cli_explained *explained) {
    cli_text out = TEXT_INIT;
    const bool json = session->settings->own.output == 1;
    if (session->found > 1 && !json) text_add_string(&out, "\n");
    (json ? explanation_add_json : explanation_add_text)(&out, explanation, explained);
    terminal_write(out.bytes, out.size);
    text_done(&out);
}

static void explain_object(explain_session *session, const vitals_document *document) {
    vitals_explanation *explanation = NULL;
    cli_explained explained = explained_by(session);
    explained.document = document;
    explained.group = vitals_document_group(document);
    explained.kind = vitals_document_kind(document);
    vitals_call call = session->rules.call;
    call.set = session->set;
    if (vitals_explain(session->rules.engine, document, &call, NULL, &explanation) != VITALS_OK)
        memory_exhausted();
    session->found++;
    show(session, explanation, &explained);
    vitals_explanation_free(explanation);
}

static void explain_objects(explain_session *session) {
    if (vitals_set_new(NULL, &session->set) != VITALS_OK) memory_exhausted();
    read_objects(session);
    uint64_t cursor = 0;
    for (const vitals_document *document; (document = vitals_set_next(session->set, &cursor));) {
        if (selection_matches(&session->selection, document)) explain_object(session, document);
    }
    if (session->found + session->problems.errors + session->errors == 0)
        problems_add_error(&session->problems, NULL, "no object %s in the input", session->word);
}

static void explain_kind(explain_session *session) {
    const char *slash = strchr(session->word, '/');
    vitals_explanation *explanation = NULL;
    cli_explained explained = explained_by(session);
    explained.group = (vitals_text){ session->word, slash ? (size_t)(slash - session->word) : 0 };
    explained.kind = text_from(slash ? slash + 1 : session->word);
    const vitals_status status =
        vitals_explain_kind(session->rules.engine, explained.group, explained.kind,
                            &session->rules.call, NULL, &explanation);
    if (status == VITALS_ENOMEM) memory_exhausted();
    if (status != VITALS_OK) {
        problems_add_error(&session->problems, NULL, "%s is not a GROUP/KIND", session->word);
        return;
    }
    show(session, explanation, &explained);
    vitals_explanation_free(explanation);
}

/* ------------------------------------------------------------------ the call */

/* Names of objects are lower case, kinds begin with a capital letter. */
static bool is_kind(const explain_session *session) {
    const char *slash = strchr(session->word, '/');
    if (slash) return isupper((unsigned char)slash[1]) != 0;
    return session->settings->own.files.count == 0 && isatty(STDIN_FILENO) == 1;
}

static int explain_word(explain_session *session) {
    if (rules_make_engine(&session->rules, &session->settings->rules, &session->problems)) {
        if (is_kind(session))
            explain_kind(session);
        else
            explain_objects(session);
    }
    terminal_flush();
    problems_print(&session->problems, &session->errors);
    problems_print_rest(session->errors);
    problems_done(&session->problems);
    vitals_set_free(session->set);
    return session->errors ? EXIT_INPUT : EXIT_HEALTHY;
}

static int run_explain(const cli_command *self, int argc, char **argv) {
    cli_settings settings = { .own.output = 0 };
    void *const filled[] = { &settings.own, &settings.rules };
    explain_session session = { .settings = &settings, .problems = PROBLEMS_INIT };
    option_result result;
    char problem[256];
    int status = EXIT_HEALTHY;
    if (!options_parse(groups, filled, argc, argv, &result, problem, sizeof problem))
        status = command_usage_error(self, "%s", problem);
    else if (result.help)
        command_print_help(self, stdout);
    else if (result.arguments.count != 1)
        status = command_usage_error(self, "expected one KIND/NAME or GROUP/KIND");
    else if (!rules_read_options(&session.rules, &settings.rules, problem, sizeof problem) ||
             !selection_parse(&session.selection, &result.arguments, settings.own.namespace, NULL,
                              problem, sizeof problem))
        status = command_usage_error(self, "%s", problem);
    else {
        session.word = result.arguments.items[0];
        status = explain_word(&session);
    }
    selection_done(&session.selection);
    rules_done(&session.rules);
    options_done(groups, filled, &result);
    return status;
}

const cli_command command_explain = {
    "explain",
    "show which rule decides for an object, and why",
    "KIND/NAME|GROUP/KIND",
    groups,
    "  vitals explain Certificate/shop-tls -f live.yaml\n"
    "  vitals explain Deployment/web -n shop -f live.yaml -o json\n"
    "  vitals explain cert-manager.io/Certificate --argocd-cm argocd-cm.yaml\n",
    run_explain,
};
