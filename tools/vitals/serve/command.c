/* vitals serve: the dashboard. */
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "input/command.h"
#include "input/files.h"
#include "serve/confine.h"
#include "serve/isolate.h"
#include "serve/own_rules.h"
#include "serve/serve.h"

typedef struct serve_options {
    const char *listen, *name, *grace, *web, *history;
    option_list files, hosts, pushed, trusted, rules_from;
    const char *public_url, *notify, *notify_key, *notify_pause;
    const char *login_token, *proxy_user, *proxy_groups, *access, *frame_ancestors;
    const char *certificate, *key;
    bool no_objects, insecure, eval, isolate_rules;
    unsigned metrics; /* 1: argocd */
} serve_options;

static const char *const metrics_choices[] = { "argocd", NULL };

#define FIELD(name) offsetof(serve_options, name)

/* clang-format off */
static const option_row rows[] = {
    { 0, "listen", NULL, OPTION_TEXT, FIELD(listen), "ADDRESS:PORT", NULL,
      "where to listen; default: 127.0.0.1:7007. Beyond this machine only with a login" },
    { 'f', "filename", NULL, OPTION_LIST, FIELD(files), "FILE|DIR|-", NULL,
      "objects: read now and again when they change; repeatable" },
    { 0, "name", NULL, OPTION_TEXT, FIELD(name), "NAME", NULL,
      "the name under which the objects of -f are shown; default: files" },
    { 0, "push", NULL, OPTION_LIST, FIELD(pushed), "NAME", NULL,
      "a cluster whose objects are sent over HTTP; repeatable" },
    { 0, "rules-from", NULL, OPTION_LIST, FIELD(rules_from), "cluster|NAME=cluster|NAME=FILE", NULL,
      "also use the rules that the controllers of a cluster use, or those of a file for the source NAME; repeatable. "
      "--argocd-cm takes NAME=FILE, too" },
    { 0, "grace", NULL, OPTION_TEXT, FIELD(grace), "DURATION", NULL,
      "how long a worse health must last before it counts (default 30s)" },
    { 0, "history", NULL, OPTION_TEXT, FIELD(history), "FILE", NULL,
      "write settled changes to this file, an SQLite database; it is made if it is not there" },
    { 0, "no-objects", NULL, OPTION_FLAG, FIELD(no_objects), NULL, NULL,
      "keep verdicts only: no YAML and no explanations" },
    { 0, "web", NULL, OPTION_TEXT, FIELD(web), "DIR", NULL,
      "serve the page from this directory, to develop it" },
    { 0, "eval", NULL, OPTION_FLAG, FIELD(eval), NULL, NULL,
      "let clients try rules that they send: POST /v1/eval" },
    { 0, "isolate-rules", NULL, OPTION_FLAG, FIELD(isolate_rules), NULL, NULL,
      "run scripts and expressions in processes of their own, which hold no credential and no file" },
    { 0, "metrics-compat", NULL, OPTION_MAYBE, FIELD(metrics), "argocd", metrics_choices,
      "also the metric argocd_app_info, for alerts that exist" },
};

static const option_row notify_rows[] = {
    { 0, "notify", NULL, OPTION_TEXT, FIELD(notify), "URL", NULL,
      "send settled changes of applications, and recoveries, to this URL" },
    { 0, "notify-key", NULL, OPTION_TEXT, FIELD(notify_key), "FILE", NULL,
      "sign what is sent with the key in this file (HMAC-SHA-256)" },
    { 0, "notify-pause", NULL, OPTION_TEXT, FIELD(notify_pause), "DURATION", NULL,
      "between two notifications about an application (default 1m)" },
    { 0, "public-url", NULL, OPTION_TEXT, FIELD(public_url), "URL", NULL,
      "where people reach the page, for links in notifications" },
};

static const option_row login_rows[] = {
    { 0, "login-token", NULL, OPTION_TEXT, FIELD(login_token), "FILE", NULL,
      "a login is needed: the token in this file, of 32 bytes or more" },
    { 0, "proxy-user", NULL, OPTION_TEXT, FIELD(proxy_user), "HEADER", NULL,
      "a login is needed: a trusted proxy names the user in this header" },
    { 0, "proxy-groups", NULL, OPTION_TEXT, FIELD(proxy_groups), "HEADER", NULL,
      "and the user's groups, separated by commas, in this one" },
    { 0, "trust", NULL, OPTION_LIST, FIELD(trusted), "ADDRESS|CIDR", NULL,
      "the addresses of these proxies; repeatable" },
    { 0, "access", NULL, OPTION_TEXT, FIELD(access), "FILE", NULL,
      "which users and groups see which clusters, namespaces, projects and applications; without it every login sees everything" },
    { 0, "host", NULL, OPTION_LIST, FIELD(hosts), "NAME", NULL,
      "a further name of this server in URLs; repeatable" },
    { 0, "frame-ancestors", NULL, OPTION_TEXT, FIELD(frame_ancestors), "ORIGIN", NULL,
      "let pages of this origin embed the page" },
    { 0, "tls-cert", NULL, OPTION_TEXT, FIELD(certificate), "FILE", NULL,
      "serve HTTPS with this certificate" },
    { 0, "tls-key", NULL, OPTION_TEXT, FIELD(key), "FILE", NULL,
      "and its key" },
    { 0, "insecure-listen", NULL, OPTION_FLAG, FIELD(insecure), NULL, NULL,
      "listen beyond this machine without a login" },
};
/* clang-format on */

static const option_group own_group = { "Server", rows, COUNT_OF(rows) };
static const option_group notify_group = { "Notifications", notify_rows, COUNT_OF(notify_rows) };
static const option_group login_group = { "Logins", login_rows, COUNT_OF(login_rows) };
static const option_group *const groups[] = { &own_group,
                                              &notify_group,
                                              &login_group,
#ifdef VITALS_WITH_CLUSTER
                                              &connect_option_group,
#endif
                                              &rule_option_group,
                                              NULL };

typedef struct serve_settings {
    serve_options own;
#ifdef VITALS_WITH_CLUSTER
    connect_options connect;
#endif
    rule_options rules;
} serve_settings;

/* --------------------------------------------------------------------- outside */

/* CPU time of the thread that calls. */
static uint64_t thread_ns(void *unused) {
    struct timespec now;
    (void)unused;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* Sessions depend on it: there is no answer without it. */
static void random_bytes(void *user, void *bytes, size_t size) {
    (void)user;
    if (getentropy(bytes, size) == 0) return;
    fprintf(stderr, "vitals: the system has no random numbers: %s\n", strerror(errno));
    exit(EXIT_INPUT);
}

static void log_line(void *user, const char *line) {
    (void)user;
    char *text = text_visible(vt_text_from(line));
    fprintf(stderr, "vitals: %s\n", text);
    free(text);
}

static volatile sig_atomic_t caught;

static void catch_signal(int number) {
    caught = number;
}

static void catch_signals(void) {
    struct sigaction action = { .sa_handler = catch_signal };
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    /* A file that may not grow is an error of that file. */
    action.sa_handler = SIG_IGN;
    sigaction(SIGXFSZ, &action, NULL);
}

/* --------------------------------------------------------------------- options */

/* Milliseconds of "30s", "2m", "1h", "500ms" or seconds. -1: none of these. */
static int64_t read_duration(const char *text) {
    static const struct {
        const char *unit;
        int64_t ms;
    } units[] = { { "", 1000 }, { "s", 1000 }, { "m", 60000 }, { "h", 3600000 }, { "ms", 1 } };
    char *end;
    const long long number = strtoll(text, &end, 10);
    if (end == text || number < 0 || number > 86400000) return -1;
    for (size_t i = 0; i < COUNT_OF(units); i++) {
        if (strcmp(end, units[i].unit) == 0) return number * units[i].ms;
    }
    return -1;
}

static const char *contradiction(const serve_options *own) {
    if (own->grace && read_duration(own->grace) < 0) return "--grace takes a time such as 30s";
    const char *wrong = source_rules_check(&own->rules_from);
    if (wrong) return wrong;
    if (own->notify_pause && read_duration(own->notify_pause) < 0) {
        return "--notify-pause takes a time such as 1m";
    }
    if (own->notify_key && !own->notify) return "--notify-key needs --notify";
    if (!own->certificate != !own->key) return "--tls-cert and --tls-key belong together";
    if (own->proxy_user && !own->trusted.count) return "--proxy-user needs --trust";
    if (own->proxy_groups && !own->proxy_user) return "--proxy-groups needs --proxy-user";
    if (own->access && !own->proxy_user && !own->login_token) {
        return "--access needs a login: --proxy-user or --login-token";
    }
    return NULL;
}

/* A file as text; NULL without a name. false: `problems` says why. */
static bool read_text(const char *path, char **out, cli_problems *problems) {
    vt_buffer text = BUFFER_INIT;
    *out = NULL;
    if (!path) return true;
    if (!file_read(path, 1 << 20, &text, problems)) {
        vt_buffer_done(&text);
        return false;
    }
    *out = vt_buffer_take(&text, NULL);
    return true;
}

/* ------------------------------------------------------------------------- run */

typedef struct serve_texts {
    char *access, *certificate, *key, *notify_key;
} serve_texts;

static bool read_texts(const serve_options *own, serve_texts *texts, cli_problems *problems) {
    const bool access = read_text(own->access, &texts->access, problems);
    const bool certificate = read_text(own->certificate, &texts->certificate, problems);
    const bool key = read_text(own->key, &texts->key, problems);
    const bool notify = read_text(own->notify_key, &texts->notify_key, problems);
    if (notify && texts->notify_key) {
        texts->notify_key[strcspn(texts->notify_key, "\r\n")] = 0;
        if (strlen(texts->notify_key) < 16) {
            problems_add_error(problems, own->notify_key, "the key is shorter than 16 bytes");
            return false;
        }
    }
    return access && certificate && key && notify;
}

/* volatile: the compiler must not drop writes to memory that is never read again. */
static void free_secret(char *text) {
    for (volatile char *at = text; at && *at; at++) *at = '\0';
    free(text);
}

static void texts_done(serve_texts *texts) {
    free_secret(texts->notify_key);
    free(texts->access);
    free(texts->certificate);
    free_secret(texts->key);
}

static vt_server_options server_options(const serve_options *own, const serve_texts *texts,
                                        const cli_rules *rules) {
    const int64_t grace = own->grace ? read_duration(own->grace) : 30000;
    return (vt_server_options){
        .limits = rules->limits,
        .wall_ms = clock_wall_ms,
        .monotonic_ms = clock_monotonic_ms,
        .thread_ns = thread_ns,
        .random = random_bytes,
        .log = log_line,
        .engine = rules->engine,
        .call = rules->call,
        .settling = { 0, (uint32_t)grace, true, 4, 1800000 },
        .no_objects = own->no_objects,
        .page = own->web,
        .hosts = own->hosts.items,
        .host_count = own->hosts.count,
        .frame_ancestors = own->frame_ancestors,
        .token_file = own->login_token,
        .proxy_user = own->proxy_user,
        .proxy_groups = own->proxy_groups,
        .trusted = own->trusted.items,
        .trusted_count = own->trusted.count,
        .access = texts->access,
        .access_file = own->access,
        .insecure = own->insecure,
        .certificate = texts->certificate,
        .key = texts->key,
        .argocd_metrics = own->metrics > 0,
        .eval = own->eval,
        .history = own->history,
        .public_url = own->public_url,
        .notify_url = own->notify,
        .notify_key = texts->notify_key,
        .notify_pause_ms = own->notify_pause ? read_duration(own->notify_pause) : 60000,
    };
}

static void report(cli_serve *serve, vitals_status status, vitals_diagnostics *diagnostics) {
    if (status == VITALS_ENOMEM) memory_exhausted();
    problems_add_all(&serve->problems, NULL, status, diagnostics);
    vitals_diagnostics_clear(diagnostics);
}

vitals_engine *serve_engine(cli_serve *serve, const char *name, const rule_text *texts,
                            size_t count) {
    source_rules own = source_rules_of(name, serve->rule_options, serve->rules_from);
    cli_rules rules = *serve->rules;
    bool made = true;
    if (own.own || count) {
        rules.engine = NULL;
        made = rules_make_engine_with(&rules, &own.options, texts, count, &serve->problems);
    } else {
        vitals_engine_retain(rules.engine);
    }
    source_rules_done(&own);
    if (!made) vitals_engine_release(rules.engine);
    return made ? rules.engine : NULL;
}

static bool add_source(cli_serve *serve, const char *name, bool pushed, vitals_live_id *id) {
    vitals_engine *engine = serve_engine(serve, name, NULL, 0);
    if (!engine) return false;
    const vt_server_source source = { vt_text_from(name), engine, serve->source_options, pushed };
    const vitals_status status = vt_server_add_source(serve->server, &source, id);
    vitals_engine_release(engine);
    if (status == VITALS_OK) {
        serve->sources++;
        return true;
    }
    problems_add_error(&serve->problems, NULL, "%s: %s", name,
                       status == VITALS_EINVAL ? "two sources have this name, or it is empty"
                                               : vitals_status_text(status));
    return false;
}

/* Without any source it is the current context. */
static bool follows_clusters(const serve_settings *settings) {
#ifdef VITALS_WITH_CLUSTER
    const connect_options *connect = &settings->connect;
    return connect->contexts.count || connect->all_contexts || connect->kubeconfig ||
           connect->server || connect->cluster ||
           (settings->own.files.count == 0 && settings->own.pushed.count == 0);
#else
    (void)settings;
    return false;
#endif
}

static bool add_sources(cli_serve *serve, const serve_settings *settings) {
    const serve_options *own = &settings->own;
    vitals_live_id id;
    for (size_t i = 0; i < own->pushed.count; i++) {
        if (!add_source(serve, own->pushed.items[i], true, &id)) return false;
    }
    if (own->files.count) {
        if (!add_source(serve, own->name ? own->name : "files", false, &id)) return false;
        if (vt_server_add_files(serve->server, id, own->files.items, own->files.count) !=
            VITALS_OK) {
            memory_exhausted();
        }
    }
#ifdef VITALS_WITH_CLUSTER
    if (follows_clusters(settings)) return serve_clusters(serve, &settings->connect);
#endif
    return true;
}

static void print_start(const cli_serve *serve, const serve_options *own) {
    const bool login = own->login_token || own->proxy_user;
    fprintf(stderr, "vitals: serving %s (%s)\n", vt_server_url(serve->server),
            !login        ? "without a login"
            : own->access ? "what each login sees is in the file of --access"
                          : "every login sees everything");
}

static confine_programs programs_of(const serve_settings *settings) {
    if (follows_clusters(settings)) return CONFINE_ANY_PROGRAM;
    return settings->own.isolate_rules ? CONFINE_OWN_PROGRAM : CONFINE_NO_PROGRAM;
}

/* Rules run elsewhere from now on. false: they cannot; it was reported. */
static bool isolate(cli_serve *serve, vt_server_options *options, confinement *confined) {
    serve->isolation = isolation_new(confined);
    if (!serve->isolation) return false;
    options->call.remote = serve->source_options.remote = isolation_carry;
    options->call.remote_user = serve->source_options.remote_user = serve->isolation;
    options->rules_ended = isolation_ended;
    options->rules_ended_user = serve->isolation;
    return true;
}

/* Restrict the process, and make the server. */
static bool make_server(cli_serve *serve, const serve_settings *settings,
                        vt_server_options *options, vitals_diagnostics *diagnostics) {
    /* Before there are threads: each would have to be restricted by itself. */
    confinement confined = confine(programs_of(settings), settings->own.history);
    if (settings->own.isolate_rules && !isolate(serve, options, &confined)) return false;
    report(serve, vt_server_new(options, &serve->server, diagnostics), diagnostics);
    for (size_t i = 0; serve->server && i < confined.count; i++) {
        vt_server_note_confinement(serve->server, confined.measures[i]);
    }
    return serve->server != NULL;
}

static int serve_until_signal(cli_serve *serve, const serve_settings *settings,
                              vt_server_options *options) {
    vitals_diagnostics *diagnostics = NULL;
    int status = EXIT_INPUT;
    if (vitals_diagnostics_new(NULL, &diagnostics) != VITALS_OK) memory_exhausted();
    if (make_server(serve, settings, options, diagnostics)) {
        const char *listen = settings->own.listen ? settings->own.listen : "127.0.0.1:7007";
        const vitals_status listening = vt_server_listen(serve->server, listen, diagnostics);
        report(serve, listening, diagnostics);
        if (listening == VITALS_OK && add_sources(serve, settings)) {
            status = EXIT_HEALTHY;
            print_start(serve, &settings->own);
            problems_print(&serve->problems, &serve->errors);
            while (!caught) {
                vt_server_poll(serve->server, -1);
#ifdef VITALS_WITH_CLUSTER
                serve_clusters_rules(serve);
#endif
            }
        }
    }
#ifdef VITALS_WITH_CLUSTER
    serve_clusters_done(serve);
#endif
    vt_server_free(serve->server);
    isolation_free(serve->isolation);
    vitals_diagnostics_free(diagnostics);
    return status;
}

static int serve(const serve_settings *settings, cli_rules *rules) {
    cli_serve self = { .rules = rules,
                       .rule_options = &settings->rules,
                       .rules_from = &settings->own.rules_from,
                       .problems = PROBLEMS_INIT };
    source_rules of_all = source_rules_of_all(&settings->rules);
    serve_texts texts = { NULL, NULL, NULL };
    const vitals_live_source_options source = VITALS_LIVE_SOURCE_OPTIONS_INIT;
    int status = EXIT_INPUT;
    catch_signals();
    self.source_options = source;
    self.source_options.profile = rules->call.profile;
    self.source_options.zone_offset_seconds = rules->call.zone_offset_seconds;
    self.source_options.helm_controller_order = rules->call.helm_controller_order;
    self.source_options.argocd_release = rules->call.argocd_release;
    self.source_options.flux_release = rules->call.flux_release;
    self.source_options.by_namespace = true;
    if (read_texts(&settings->own, &texts, &self.problems) &&
        rules_make_engine(rules, &of_all.options, &self.problems)) {
        vt_server_options options = server_options(&settings->own, &texts, rules);
        problems_print(&self.problems, &self.errors);
        status = serve_until_signal(&self, settings, &options);
    }
    problems_print(&self.problems, &self.errors);
    problems_done(&self.problems);
    source_rules_done(&of_all);
    texts_done(&texts);
    return status;
}

static int run_serve(const cli_command *self, int argc, char **argv) {
    serve_settings settings = { .own = { .listen = NULL } };
    void *const filled[] = { &settings.own, &settings.own, &settings.own,
#ifdef VITALS_WITH_CLUSTER
                             &settings.connect,
#endif
                             &settings.rules };
    cli_rules rules = { .limits = NULL };
    option_result result;
    char problem[256];
    int status;
    const char *wrong = NULL;
    if (argc == 1 && strcmp(argv[0], RULE_PROCESS_WORD) == 0) return rule_process_run();
    if (!options_parse(groups, filled, argc, argv, &result, problem, sizeof problem)) {
        status = command_usage_error(self, "%s", problem);
    } else if (result.help) {
        command_print_help(self);
        status = EXIT_HEALTHY;
    } else if ((wrong = contradiction(&settings.own)) != NULL) {
        status = command_usage_error(self, "%s", wrong);
    } else if (!rules_read_options(&rules, &settings.rules, problem, sizeof problem)) {
        status = command_usage_error(self, "%s", problem);
    } else {
        for (size_t i = 0; i < result.arguments.count; i++) {
            option_list_add(&settings.own.files, result.arguments.items[i]);
        }
        status = serve(&settings, &rules);
    }
    rules_done(&rules);
    options_done(groups, filled, &result);
    return status;
}

const cli_command command_serve = {
    "serve",
    "show the health of clusters and files on a page and over HTTP",
    "[FILE|DIR…]",
    groups,
    "  vitals serve -f manifests/                  files, read again when they change\n"
    "  vitals serve --context 'prod-*'             clusters of the kubeconfig\n"
    "  kubectl get pods -A -o json | vitals serve -f -\n"
    "  curl --data-binary @pod.yaml -H 'Content-Type: application/yaml' \\\n"
    "      http://127.0.0.1:7007/v1/assess\n",
    run_serve,
};
