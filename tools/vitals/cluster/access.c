/* vitals list access: the rights that a command needs, as a ClusterRole. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cluster/connect.h"
#include "input/command.h"
#include "input/files.h"

typedef struct access_options {
    unsigned purpose;
    const char *role;
} access_options;

static const char *const purposes[] = { "get", "wait", "suspend", "serve", "why", NULL };

/* clang-format off */
static const option_row rows[] = {
    { 0, "for", NULL, OPTION_CHOICE, offsetof(access_options, purpose), "COMMAND", purposes,
      "the command: get (default), wait, suspend, serve or why" },
    { 'f', "filename", NULL, OPTION_TEXT, offsetof(access_options, role), "FILE|-", NULL,
      "a ClusterRole: print what it lacks (+) and what is not needed (-)" },
};
/* clang-format on */

static const option_group own_group = { "Rights", rows, COUNT_OF(rows) };
static const option_group *const groups[] = { &own_group, &connect_option_group, NULL };

static bool choose_nothing(void *user, const vitals_cluster_resource *resource) {
    (void)user, (void)resource;
    return false;
}

typedef struct access_run {
    bool done;
    cli_problems problems;
} access_run;

static void on_resolved(void *user, vitals_cluster_watcher *watcher,
                        const vitals_cluster_problem *problem) {
    access_run *run = user;
    (void)watcher;
    run->done = true;
    if (!problem) return;
    char *text = text_visible(problem->text);
    problems_add_error(&run->problems, NULL, "%s", text);
    free(text);
}

/* A watcher of nothing asks the server for its kinds. */
static void discover(access_run *run, vitals_cluster_loop *loop, vitals_cluster *cluster) {
    vitals_cluster_selection selection = VITALS_CLUSTER_SELECTION_INIT;
    vitals_cluster_events events = VITALS_CLUSTER_EVENTS_INIT;
    vitals_cluster_watcher *watcher = NULL;
    selection.choose = choose_nothing;
    events.user = run;
    events.resolved = on_resolved;
    if (vitals_cluster_watch(cluster, &selection, &events, &watcher) != VITALS_OK) {
        memory_exhausted();
    }
    while (!run->done && !connect_signal()) {
        if (vitals_cluster_loop_poll(loop, 1000) == VITALS_ENOMEM) memory_exhausted();
    }
}

/* The role in a file against what is needed. */
static vitals_status compare(const access_options *options, const vitals_cluster *cluster,
                             char **text, size_t *size, cli_problems *problems) {
    vt_buffer role = BUFFER_INIT;
    vitals_document *document = NULL;
    vitals_status status = VITALS_EREAD;
    if (file_read(options->role, MAX_FILE_BYTES, &role, problems)) {
        status = vitals_document_parse(vt_buffer_string(&role), role.size, NULL, &document, NULL);
        if (status == VITALS_OK) {
            status = vitals_cluster_role_difference(cluster, purposes[options->purpose], document,
                                                    NULL, text, size);
        }
        if (status != VITALS_OK) {
            problems_add_error(problems, options->role, "this is not a ClusterRole");
        }
    }
    vitals_document_free(document);
    vt_buffer_done(&role);
    return status;
}

/* Returns the exit status. */
static int print_role(const access_options *options, const vitals_cluster *cluster,
                      cli_problems *problems) {
    char *text = NULL;
    size_t size = 0;
    const vitals_status status =
        options->role ? compare(options, cluster, &text, &size, problems)
                      : vitals_cluster_role(cluster, purposes[options->purpose],
                                            vt_text_from("vitals"), NULL, &text, &size);
    if (status == VITALS_ENOMEM) memory_exhausted();
    if (status != VITALS_OK) return EXIT_INPUT;
    fwrite(text, 1, size, stdout);
    vitals_text_free(NULL, text, size);
    return options->role && size ? EXIT_UNHEALTHY : EXIT_HEALTHY;
}

static int run_access(const access_options *options, const connect_options *connect) {
    access_run run = { .problems = PROBLEMS_INIT };
    size_t errors = 0;
    int status = EXIT_INPUT;
    connect_catch_signals();
    vitals_cluster_loop *loop = connect_loop(NULL);
    const char *context = connect->contexts.count ? connect->contexts.items[0] : NULL;
    vitals_cluster *cluster = connect_cluster(loop, connect, context, NULL, &run.problems);
    if (cluster) discover(&run, loop, cluster);
    if (cluster && !run.problems.errors && run.done) {
        status = print_role(options, cluster, &run.problems);
    }
    problems_print(&run.problems, &errors);
    vitals_cluster_loop_free(loop);
    problems_done(&run.problems);
    return connect_signal() ? 128 + connect_signal() : status;
}

static int run_list_access(const cli_command *self, int argc, char **argv) {
    access_options own = { 0 };
    connect_options connect = { .kubeconfig = NULL };
    void *const filled[] = { &own, &connect };
    option_result result;
    char problem[256];
    int status = EXIT_HEALTHY;
    if (!options_parse(groups, filled, argc, argv, &result, problem, sizeof problem) ||
        !connect_check(&connect, problem, sizeof problem)) {
        status = command_usage_error(NULL, "%s", problem);
    } else if (result.help) {
        command_print_help(self);
    } else if (result.arguments.count) {
        status = command_usage_error(NULL, "list access takes no argument");
    } else {
        status = run_access(&own, &connect);
    }
    options_done(groups, filled, &result);
    return status;
}

const cli_command command_list_access = {
    "list access",
    "print the rights that a command needs, as a ClusterRole",
    "",
    groups,
    "  vitals list access --for get | kubectl apply -f -\n"
    "  vitals list access --for get -f role.yaml   what a role lacks or does not need\n",
    run_list_access,
};
