/* Connections to clusters. */
#include "cluster/connect.h"

#include <fnmatch.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "input/command.h"

extern char **environ;

#define FIELD(name) offsetof(connect_options, name)

/* clang-format off */
static const option_row rows[] = {
    { 0, "kubeconfig", NULL, OPTION_TEXT, FIELD(kubeconfig), "FILE", NULL,
      "use this file, not $KUBECONFIG or ~/.kube/config" },
    { 0, "context", NULL, OPTION_LIST, FIELD(contexts), "NAME|PATTERN", NULL,
      "use this context, or all that match prod-*; repeatable" },
    { 0, "all-contexts", NULL, OPTION_FLAG, FIELD(all_contexts), NULL, NULL,
      "use all contexts of the kubeconfig" },
    { 0, "cluster", NULL, OPTION_TEXT, FIELD(cluster), "NAME", NULL,
      "use this cluster of the kubeconfig" },
    { 0, "user", NULL, OPTION_TEXT, FIELD(user), "NAME", NULL,
      "use this user of the kubeconfig" },
    { 's', "server", NULL, OPTION_TEXT, FIELD(server), "URL", NULL,
      "the address of the API server" },
    { 0, "token", NULL, OPTION_TEXT, FIELD(token), "TOKEN", NULL,
      "a bearer token, visible to everybody on this machine: use --token-file "
      "instead" },
    { 0, "token-file", NULL, OPTION_TEXT, FIELD(token_file), "FILE", NULL,
      "a file with a bearer token" },
    { 0, "as", NULL, OPTION_TEXT, FIELD(as), "USER", NULL,
      "act as this user" },
    { 0, "as-uid", NULL, OPTION_TEXT, FIELD(as_uid), "UID", NULL,
      "act with this UID" },
    { 0, "as-group", NULL, OPTION_LIST, FIELD(as_groups), "GROUP", NULL,
      "act as a member of this group; repeatable" },
    { 0, "certificate-authority", NULL, OPTION_TEXT, FIELD(certificate_authority), "FILE", NULL,
      "trust certificates that this authority has signed" },
    { 0, "client-certificate", NULL, OPTION_TEXT, FIELD(client_certificate), "FILE", NULL,
      "authenticate with this certificate" },
    { 0, "client-key", NULL, OPTION_TEXT, FIELD(client_key), "FILE", NULL,
      "the key of the client certificate" },
    { 0, "insecure-skip-tls-verify", NULL, OPTION_FLAG, FIELD(insecure), NULL, NULL,
      "do not check the server's certificate" },
    { 0, "tls-server-name", NULL, OPTION_TEXT, FIELD(tls_server_name), "NAME", NULL,
      "the name in the server's certificate" },
    { 0, "request-timeout", NULL, OPTION_TEXT, FIELD(request_timeout), "DURATION", NULL,
      "give up a request after this time, such as 30s; 0 (default): the limit request_seconds" },
    { 0, "disable-compression", NULL, OPTION_FLAG, FIELD(disable_compression), NULL, NULL,
      "do not ask for compressed answers" },
};
/* clang-format on */

const option_group connect_option_group = { "Cluster", rows, COUNT_OF(rows) };

/* --------------------------------------------------------------- durations */

/* "1h" or "1.5h", and `*text` is behind it. -1: neither. */
static double read_part(const char **text) {
    static const struct {
        const char *unit;
        double ms;
    } units[] = { { "ms", 1 }, { "s", 1000 }, { "m", 60000 }, { "h", 3600000 } };
    const size_t digits = strspn(*text, "0123456789.");
    char *end;
    const double number = digits && digits < 16 ? strtod(*text, &end) : -1;
    if (number < 0 || end != *text + digits) return -1;
    for (size_t i = 0; i < COUNT_OF(units); i++) {
        const size_t size = strlen(units[i].unit);
        if (strncmp(end, units[i].unit, size) != 0) continue;
        *text = end + size;
        return number * units[i].ms;
    }
    return -1;
}

int64_t connect_duration(const char *text) {
    static const double most = 1e6 * 3600000;
    const size_t digits = strspn(text, "0123456789");
    double sum = 0;
    if (digits && !text[digits]) return digits < 8 ? strtoll(text, NULL, 10) * 1000 : -1;
    if (!*text) return -1;
    while (*text) {
        const double part = read_part(&text);
        if (part < 0) return -1;
        sum += part;
    }
    return sum <= most ? (int64_t)(sum + 0.5) : -1;
}

bool connect_check(const connect_options *options, char *problem, size_t size) {
    if (options->request_timeout && connect_duration(options->request_timeout) < 0) {
        snprintf(problem, size, "--request-timeout cannot be '%s'; it takes a time such as 30s",
                 options->request_timeout);
        return false;
    }
    if (options->all_contexts && options->contexts.count) {
        snprintf(problem, size, "--all-contexts and --context exclude each other");
        return false;
    }
    return true;
}

/* -------------------------------------------------------------------- loop */

/* Spreads retries of many programs; nothing secret depends on it. */
static uint64_t random_number(void *user) {
    (void)user;
    static uint64_t state;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    state += 0x9E3779B97F4A7C15u ^ (uint64_t)now.tv_nsec ^ (uint64_t)getpid() << 32;
    uint64_t mixed = (state ^ state >> 30) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBu;
    return mixed ^ mixed >> 31;
}

static void log_line(void *user, vitals_cluster_level level, vitals_text text) {
    (void)user;
    if (level != VITALS_CLUSTER_WARNING) return;
    char *line = text_visible(text);
    fprintf(stderr, "vitals: warning: %s\n", line);
    free(line);
}

vitals_cluster_loop *connect_loop(const vitals_limits *limits) {
    return connect_hosted_loop(limits, NULL, NULL, NULL);
}

vitals_cluster_loop *connect_hosted_loop(const vitals_limits *limits, void *user,
                                         void (*socket_changed)(void *user, int descriptor,
                                                                unsigned interest),
                                         void (*timer_changed)(void *user, int64_t due_ms)) {
    vitals_cluster_loop_options options = VITALS_CLUSTER_LOOP_OPTIONS_INIT;
    vitals_cluster_loop *loop = NULL;
    options.limits = limits;
    options.wall_ms = clock_wall_ms;
    options.monotonic_ms = clock_monotonic_ms;
    options.random = random_number;
    options.log = log_line;
    options.user = user;
    options.socket_changed = socket_changed;
    options.timer_changed = timer_changed;
    options.environment = (const char *const *)(void *)environ;
    if (vitals_cluster_loop_new(&options, &loop) != VITALS_OK) memory_exhausted();
    return loop;
}

/* ---------------------------------------------------------------- contexts */

typedef struct wanted_contexts {
    const connect_options *options;
    option_list *out;
    bool *matched; /* of each --context */
} wanted_contexts;

static bool take_context(void *user, const vitals_cluster_context *context) {
    wanted_contexts *wanted = user;
    const option_list *patterns = &wanted->options->contexts;
    char *name = memory_copy(context->name.bytes, context->name.size);
    bool take = wanted->options->all_contexts;
    for (size_t i = 0; i < patterns->count; i++) {
        if (fnmatch(patterns->items[i], name, 0) != 0) continue;
        take = wanted->matched[i] = true;
    }
    if (take) {
        option_list_add(wanted->out, name);
    } else {
        free(name);
    }
    return true;
}

static bool is_pattern(const char *name) {
    return strpbrk(name, "*?[") != NULL;
}

static vitals_cluster_options options_of(const connect_options *options, const char *context,
                                         const char *namespace) {
    vitals_cluster_options out = VITALS_CLUSTER_OPTIONS_INIT;
    out.kubeconfig = options->kubeconfig;
    out.context = context;
    out.cluster = options->cluster;
    out.user = options->user;
    out.namespace_ = namespace;
    out.server = options->server;
    out.token = options->token;
    out.token_file = options->token_file;
    out.as = options->as;
    out.as_uid = options->as_uid;
    out.as_groups = options->as_groups.items;
    out.as_group_count = options->as_groups.count;
    out.certificate_authority = options->certificate_authority;
    out.client_certificate = options->client_certificate;
    out.client_key = options->client_key;
    out.tls_server_name = options->tls_server_name;
    out.insecure_skip_tls_verify = options->insecure;
    out.disable_compression = options->disable_compression;
    if (options->request_timeout)
        out.request_timeout_ms = connect_duration(options->request_timeout);
    if (isatty(STDIN_FILENO)) out.allow |= VITALS_CLUSTER_TERMINAL;
    return out;
}

vitals_cluster_options connect_options_of(const connect_options *options) {
    return options_of(options, NULL, NULL);
}

static void report(cli_problems *problems, vitals_status status, vitals_diagnostics *diagnostics) {
    problems_add_all(problems, "kubeconfig", status, diagnostics);
    vitals_diagnostics_free(diagnostics);
}

bool connect_contexts(vitals_cluster_loop *loop, const connect_options *options, option_list *out,
                      cli_problems *problems) {
    bool plain = options->contexts.count <= 1 && !options->all_contexts;
    for (size_t i = 0; i < options->contexts.count; i++) {
        plain &= !is_pattern(options->contexts.items[i]);
    }
    if (plain) {
        const char *only = options->contexts.count ? options->contexts.items[0] : NULL;
        option_list_add(out, memory_copy_string(only));
        return true;
    }
    vitals_diagnostics *diagnostics = NULL;
    if (vitals_diagnostics_new(NULL, &diagnostics) != VITALS_OK) memory_exhausted();
    const vitals_cluster_options own = options_of(options, NULL, NULL);
    wanted_contexts wanted = { options, out,
                               memory_new(options->contexts.count + 1, sizeof(bool)) };
    const vitals_status status =
        vitals_cluster_contexts(loop, &own, take_context, &wanted, diagnostics);
    if (status != VITALS_OK) {
        report(problems, status, diagnostics);
    } else {
        vitals_diagnostics_free(diagnostics);
    }
    for (size_t i = 0; status == VITALS_OK && i < options->contexts.count; i++) {
        if (wanted.matched[i]) continue;
        problems_add_error(problems, NULL, "no context matches '%s'", options->contexts.items[i]);
    }
    free(wanted.matched);
    return status == VITALS_OK && out->count > 0;
}

vitals_cluster *connect_cluster(vitals_cluster_loop *loop, const connect_options *options,
                                const char *context, const char *namespace,
                                cli_problems *problems) {
    vitals_diagnostics *diagnostics = NULL;
    vitals_cluster *cluster = NULL;
    if (vitals_diagnostics_new(NULL, &diagnostics) != VITALS_OK) memory_exhausted();
    option_list names = option_items(namespace); /* the first is that of the cluster */
    const vitals_cluster_options own =
        options_of(options, context, names.count ? names.items[0] : NULL);
    const vitals_status status = vitals_cluster_new(loop, &own, &cluster, diagnostics);
    option_list_free_items(&names);
    if (status == VITALS_ENOMEM) memory_exhausted();
    report(problems, status, diagnostics);
    return status == VITALS_OK ? cluster : NULL;
}

/* --------------------------------------------------------------- namespaces */

connect_namespaces connect_namespaces_of(const char *list) {
    connect_namespaces places = { option_items(list), NULL };
    places.texts = memory_new(places.names.count + 1, sizeof *places.texts);
    for (size_t i = 0; i < places.names.count; i++) {
        places.texts[i] = vt_text_from(places.names.items[i]);
    }
    return places;
}

void connect_select(const connect_namespaces *places, vitals_cluster_selection *selection) {
    if (places->names.count < 2) return; /* the cluster has one */
    selection->namespaces = places->texts;
    selection->namespace_count = places->names.count;
}

void connect_namespaces_done(connect_namespaces *places) {
    option_list_free_items(&places->names);
    free(places->texts);
}

/* ----------------------------------------------------------------- signals */

static volatile sig_atomic_t caught;

static void catch_signal(int number) {
    caught = number;
}

void connect_catch_signals(void) {
    struct sigaction action = { .sa_handler = catch_signal };
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

int connect_signal(void) {
    return caught;
}

void command_each_context(const char *kubeconfig, void (*take)(void *user, const char *name),
                          void *user) {
    const connect_options options = { .all_contexts = true, .kubeconfig = kubeconfig };
    cli_problems problems = PROBLEMS_INIT;
    option_list names = { NULL, 0 };
    vitals_cluster_loop *loop = connect_loop(NULL);
    if (connect_contexts(loop, &options, &names, &problems)) {
        for (size_t i = 0; i < names.count; i++) take(user, names.items[i]);
    }
    option_list_free_items(&names);
    vitals_cluster_loop_free(loop);
    problems_done(&problems);
}
