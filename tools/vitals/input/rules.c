/* Creates an engine from the rule options. */
#include "input/rules.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "input/files.h"
#include "input/settings.h"
#include "input/shape.h"
#include "input/time.h"

#define VITALS_X(name, text, about) text,
static const char *const profile_names[] = { VITALS_PROFILE_MAP(VITALS_X) NULL };
#undef VITALS_X

static const char *const controllers[] = { "kustomize", "helm", NULL };
static const char *const missing_fields[] = { "error", "false", NULL };
static const char *const on_broken[] = { "skip", "reject", NULL };

#define FIELD(name) offsetof(rule_options, name)

/* clang-format off */
static const option_row rows[] = {
    { 0, "argocd-cm", "argocd-cm-path", OPTION_LIST, FIELD(argocd_cm), "FILE|DIR", NULL,
      "use the customizations in an argocd-cm ConfigMap, a kustomization, values "
      "of the argo-cd chart, an Application or an ArgoCD resource; repeatable: "
      "a later file replaces keys of an earlier one" },
    { 0, "key", NULL, OPTION_TEXT, FIELD(key), "PATH", NULL,
      "where the data of the argocd-cm is in those files, if it is not found: "
      ".gitops.argocd.cm" },
    { 0, "rules", NULL, OPTION_LIST, FIELD(rules), "FILE|DIR", NULL,
      "use all rules found: customizations, healthCheckExprs, scripts of "
      "Karmada; repeatable" },
    { 0, "checks", NULL, OPTION_LIST, FIELD(checks), "DIR", NULL,
      "use the checks GROUP/KIND/health.lua of this tree before the bundled "
      "ones; repeatable: the last tree comes first" },
    { 0, "no-bundled", NULL, OPTION_FLAG, FIELD(without_bundled), NULL, NULL,
      "do not use the bundled checks" },
    { 0, "disable-bundled", NULL, OPTION_LIST, FIELD(disabled), "GROUP/KIND", NULL,
      "do not use this bundled check; repeatable" },
    { 0, "exprs", NULL, OPTION_LIST, FIELD(expressions), "FILE|DIR", NULL,
      "use the healthCheckExprs of Kustomizations, HelmReleases and bare lists; "
      "repeatable" },
    { 0, "policy", NULL, OPTION_TEXT, FIELD(policy), "FILE", NULL,
      "use this policy: what a kind, resource or status counts as" },
    { 0, "profile", NULL, OPTION_CHOICE, FIELD(profile), "PROFILE", profile_names,
      "which rules apply, in which order: combined (default), argocd, flux or "
      "kstatus" },
    { 0, "argocd-version", NULL, OPTION_TEXT, FIELD(argocd_version), "VERSION", NULL,
      "follow this release of Argo CD, such as 3.1, in profile argocd (default: "
      "3.6, the newest)" },
    { 0, "flux-version", NULL, OPTION_TEXT, FIELD(flux_version), "VERSION", NULL,
      "follow this release of Flux, such as 2.7, in profile flux (default: 2.9, the newest)" },
    { 0, "controller", NULL, OPTION_CHOICE, FIELD(controller), "NAME", controllers,
      "follow this controller in profile flux: kustomize (default) or helm" },
    { 0, "missing", NULL, OPTION_CHOICE, FIELD(missing), "error|false", missing_fields,
      "what an expression on a missing field gives: error, as in Flux "
      "(default), or false" },
    { 0, "on-broken", NULL, OPTION_CHOICE, FIELD(on_broken), "skip|reject", on_broken,
      "if a rule is broken: make its kinds Unknown (default), or stop" },
    { 0, "limit", NULL, OPTION_LIST, FIELD(limits), "NAME=VALUE", NULL,
      "change a limit of docs/limits.md; repeatable" },
    { 0, "now", NULL, OPTION_TEXT, FIELD(now), "RFC3339", NULL,
      "the current time (default: the system clock)" },
};
/* clang-format on */

const option_group rule_option_group = { "Rules", rows, COUNT_OF(rows) };

/* ------------------------------------------------------------------ limits */

static void explain_limit(const char *name, char *problem, size_t size) {
    cli_suggestion nearest = { name, NULL, 0 };
    for (size_t i = 0; vitals_limit_at(i); i++) {
        suggestion_offer(&nearest, vitals_limit_at(i)->name);
    }
    if (nearest.best) {
        snprintf(problem, size, "no limit '%s'; did you mean %s?", name, nearest.best);
    } else {
        snprintf(problem, size, "no limit '%s'; docs/limits.md lists them", name);
    }
}

static bool set_limit(vitals_limits *limits, const char *word, char *problem, size_t size) {
    char name[64];
    const char *equals = strchr(word, '=');
    char *end = NULL;
    errno = 0;
    const unsigned long long value = equals ? strtoull(equals + 1, &end, 10) : 0;
    if (!equals || (size_t)(equals - word) >= sizeof name ||
        strspn(equals + 1, "0123456789") == 0 || *end || errno) {
        snprintf(problem, size, "--limit takes NAME=NUMBER, not '%s'", word);
        return false;
    }
    memcpy(name, word, (size_t)(equals - word));
    name[equals - word] = '\0';
    if (vitals_limits_set(limits, name, value) == VITALS_OK) return true;
    explain_limit(name, problem, size);
    return false;
}

/* The release of one program: of the option, else of the settings. It makes sense where the rules of that program
** alone apply. */
static bool read_release(release_program program, const char *option, bool applies,
                         uint16_t *release, char *problem, size_t size) {
    if (!option) return !applies || settings_release(program, release, problem, size);
    if (applies) return release_read(program, option, release, problem, size);
    snprintf(problem, size, "--%s-version goes with --profile %s", release_word(program),
             release_word(program));
    return false;
}

static bool read_releases(const rule_options *options, vitals_call *call, char *problem,
                          size_t size) {
    return read_release(RELEASE_ARGOCD, options->argocd_version,
                        call->profile == VITALS_PROFILE_ARGOCD, &call->argocd_release, problem,
                        size) &&
           read_release(RELEASE_FLUX, options->flux_version, call->profile == VITALS_PROFILE_FLUX,
                        &call->flux_release, problem, size);
}

bool rules_read_options(cli_rules *rules, const rule_options *options, char *problem,
                        size_t problem_bytes) {
    *rules = (struct cli_rules){ .call = VITALS_CALL_INIT, .bundled = !options->without_bundled };
    if (options->limits.count && vitals_limits_new(NULL, &rules->limits) != VITALS_OK) {
        memory_exhausted();
    }
    for (size_t i = 0; i < options->limits.count; i++) {
        if (!set_limit(rules->limits, options->limits.items[i], problem, problem_bytes)) {
            return false;
        }
    }
    rules->call.profile = (vitals_profile)options->profile;
    rules->call.explain = true;
    if (!read_releases(options, &rules->call, problem, problem_bytes)) return false;
    rules->call.helm_controller_order = options->controller == 1;
    if (!time_read_now(options->now, &rules->call.now_seconds, problem, problem_bytes)) {
        return false;
    }
    rules->call.zone_offset_seconds = time_local_offset(rules->call.now_seconds);
    return true;
}

/* ----------------------------------------------------------- configuration */

static uint64_t max_bytes(const vitals_limits *limits) {
    uint64_t most = 0;
    const vitals_status status = vitals_limits_get(limits, "configuration_bytes", &most);
    return status == VITALS_OK ? most : 0;
}

/* A file or directory with rules that was given by name. */
typedef struct given_rules {
    const char *path;
    unsigned take; /* bits of vitals_rules */
    bool directory, has_keys;
    vt_buffer content; /* of a file, for errors about it */
} given_rules;

/* A configuration that is being filled. */
typedef struct rule_reader {
    vitals_configuration *configuration;
    const rule_options *options;
    const vitals_limits *limits;
    cli_problems *problems;
    vt_buffer policy;
    given_rules *given;
    size_t given_count;
    const char *key; /* the path of --key with its dot, or NULL */
    const rule_text *texts;
    size_t text_count;
} rule_reader;

/* Adds the text of a file to the configuration. */
typedef vitals_status (*add_text_fn)(rule_reader *reader, const given_rules *given,
                                     const char *path, const vt_buffer *content,
                                     vitals_diagnostics *diagnostics);

static vitals_status add_rules(rule_reader *reader, const given_rules *given, const char *path,
                               const vt_buffer *content, vitals_diagnostics *diagnostics) {
    vitals_rules_options options = VITALS_RULES_OPTIONS_INIT;
    options.take = given->take;
    options.key = reader->key;
    if (strcmp(path, "-") != 0) options.take |= VITALS_RULES_FOLLOW;
    return vitals_configuration_add_rules(reader->configuration, path, content->bytes,
                                          content->size, &options, diagnostics);
}

static vitals_status add_policy(rule_reader *reader, const given_rules *given, const char *path,
                                const vt_buffer *content, vitals_diagnostics *diagnostics) {
    (void)given;
    return vitals_configuration_add_policy(reader->configuration, path, content->bytes,
                                           content->size, diagnostics);
}

/* Read a file into `content` and add it. */
static bool add_file(rule_reader *reader, add_text_fn add, const given_rules *given,
                     const char *path, vt_buffer *content) {
    vt_buffer_clear(content);
    if (!file_read(path, max_bytes(reader->limits), content, reader->problems)) return false;
    vt_buffer_string(content);
    vitals_diagnostics *diagnostics = NULL;
    vitals_status status = vitals_diagnostics_new(NULL, &diagnostics);
    if (status == VITALS_OK) status = add(reader, given, path, content, diagnostics);
    problems_add_all(reader->problems, path, status, diagnostics);
    vitals_diagnostics_free(diagnostics);
    return status == VITALS_OK;
}

static bool is_directory(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

/* Keys of an argocd-cm, which another file may replace or remove. */
static bool has_keys(vt_buffer *content) {
    return strstr(vt_buffer_string(content), "resource.customizations") != NULL;
}

/* Every file below a directory; those without rules are skipped. */
static bool add_rules_below(rule_reader *reader, given_rules *given) {
    source_list sources = { NULL, 0 };
    vt_buffer content = BUFFER_INIT;
    const size_t errors = reader->problems->errors;
    bool ok = true;
    sources_find(&sources, &(option_list){ (void *)(uintptr_t)&given->path, 1 }, reader->problems);
    for (size_t i = 0; i < sources.count; i++) {
        ok &= add_file(reader, add_rules, given, sources.items[i].path, &content);
        given->has_keys |= has_keys(&content);
    }
    sources_done(&sources);
    vt_buffer_done(&content);
    return ok && reader->problems->errors == errors;
}

static bool add_given(rule_reader *reader, const option_list *paths, unsigned take) {
    bool ok = true;
    for (size_t i = 0; i < paths->count; i++) {
        const char *path = paths->items[i];
        reader->given = memory_grow(reader->given, reader->given_count, sizeof *reader->given);
        given_rules *given = &reader->given[reader->given_count++];
        *given = (given_rules){ path, take, is_directory(path), false, BUFFER_INIT };
        ok &= given->directory ? add_rules_below(reader, given)
                               : add_file(reader, add_rules, given, path, &given->content);
        given->has_keys |= has_keys(&given->content);
    }
    return ok;
}

static bool is_empty_tree(const vitals_diagnostics *diagnostics) {
    const vitals_diagnostic *first = vitals_diagnostics_at(diagnostics, 0);
    return first && strcmp(first->rule, "checks-empty") == 0;
}

static bool add_checks(vitals_configuration *configuration, const char *directory,
                       cli_problems *problems) {
    vitals_diagnostics *diagnostics = NULL;
    vitals_status status = vitals_diagnostics_new(NULL, &diagnostics);
    if (status == VITALS_OK) {
        status = vitals_configuration_add_checks(configuration, directory, diagnostics);
    }
    if (is_empty_tree(diagnostics)) {
        problems_add_error(problems, directory, "no GROUP/KIND/health.lua below this directory");
    } else {
        problems_add_all(problems, directory, status, diagnostics);
    }
    vitals_diagnostics_free(diagnostics);
    return status == VITALS_OK;
}

/* An unknown name is an error: the check that was meant would stay enabled. */
static bool is_bundled(const char *name) {
    vitals_engine *engine = NULL;
    vitals_rule rule;
    bool found = false;
    if (vitals_engine_new(NULL, &engine, NULL) != VITALS_OK) memory_exhausted();
    for (size_t i = 0; !found && vitals_engine_rule_at(engine, i, &rule, sizeof rule); i++) {
        found = rule.source == VITALS_SOURCE_BUNDLED && strcmp(rule.id, name) == 0;
    }
    vitals_engine_release(engine);
    return found;
}

static bool disable(vitals_configuration *configuration, const char *name, cli_problems *problems) {
    if (is_bundled(name) &&
        vitals_configuration_disable_bundled(configuration, name) == VITALS_OK) {
        return true;
    }
    problems_add_error(problems, NULL, "no bundled check '%s'; `vitals list checks` lists them",
                       name);
    return false;
}

static bool add_text(rule_reader *reader, const rule_text *text) {
    vitals_rules_options options = VITALS_RULES_OPTIONS_INIT;
    vitals_diagnostics *diagnostics = NULL;
    options.take = text->take;
    vitals_status status = vitals_diagnostics_new(NULL, &diagnostics);
    if (status == VITALS_OK) {
        status = vitals_configuration_add_rules(reader->configuration, text->name, text->text,
                                                strlen(text->text), &options, diagnostics);
    }
    problems_add_all(reader->problems, text->name, status, diagnostics);
    vitals_diagnostics_free(diagnostics);
    return status == VITALS_OK;
}

/* Continues after a failure, so that all problems are reported at once. */
static bool configure(rule_reader *reader) {
    vitals_configuration *configuration = reader->configuration;
    const rule_options *options = reader->options;
    bool ok = true;
    vitals_configuration_set_limits(configuration, reader->limits);
    vitals_configuration_set_bundled(configuration, !options->without_bundled);
    vitals_configuration_set_missing_is_false(configuration, options->missing == 1);
    vitals_configuration_set_on_broken(
        configuration, options->on_broken == 1 ? VITALS_ON_BROKEN_REJECT : VITALS_ON_BROKEN_SKIP);
    for (size_t i = 0; i < options->checks.count; i++) {
        ok &= add_checks(configuration, options->checks.items[i], reader->problems);
    }
    for (size_t i = 0; i < options->disabled.count; i++) {
        ok &= disable(configuration, options->disabled.items[i], reader->problems);
    }
    vitals_configuration_set_owned_only(configuration, reader->text_count > 0);
    for (size_t i = 0; i < reader->text_count; i++) ok &= add_text(reader, &reader->texts[i]);
    ok &= add_given(reader, &options->rules, VITALS_RULES_ALL);
    ok &= add_given(reader, &options->argocd_cm, VITALS_RULES_CUSTOMIZATIONS);
    ok &= add_given(reader, &options->expressions, VITALS_RULES_EXPRESSIONS);
    return ok && (!options->policy ||
                  add_file(reader, add_policy, NULL, options->policy, &reader->policy));
}

/* -------------------------------------------------------------- what was taken */

/* The source of the rules of a sort; those of a repeated key are of the last file that has it. */
static unsigned sort_of(vitals_source source) {
    return source == VITALS_SOURCE_CUSTOMIZATION ? VITALS_RULES_CUSTOMIZATIONS
           : source == VITALS_SOURCE_EXPRESSION  ? VITALS_RULES_EXPRESSIONS
           : source == VITALS_SOURCE_INTERPRETER ? VITALS_RULES_INTERPRETERS
                                                 : 0;
}

/* The rules of a file or directory come from paths that begin with so much of its name: a kustomization
** names files beside it. */
static size_t common_path(const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const bool named =
        strncmp(name, "kustomization.y", 15) == 0 || strcmp(name, "Kustomization") == 0;
    return named ? (size_t)(name - path) : strlen(path);
}

/* Whether a rule of these sorts comes from this file or from below this directory. */
static bool took_rules(const vitals_engine *engine, unsigned take, const char *path) {
    const size_t size = common_path(path);
    vitals_rule rule;
    for (size_t i = 0; vitals_engine_rule_at(engine, i, &rule, sizeof rule); i++) {
        if ((sort_of(rule.source) & take) && strncmp(rule.file, path, size) == 0) return true;
    }
    return false;
}

/* A patch may only remove rules, or another file may replace all of them. */
static bool only_patches(const rule_reader *reader, const given_rules *given) {
    return reader->given_count > 1 && given->has_keys;
}

static void report_nothing(rule_reader *reader, const char *path, const char *what,
                           const vt_buffer *content) {
    vt_buffer shape = BUFFER_INIT;
    shape_describe(&shape, content->bytes, content->size);
    problems_add_error(reader->problems, path, "no %s in it; it looks like %s", what,
                       vt_buffer_string(&shape));
    vt_buffer_done(&shape);
}

/* Whether rules of a file were named as such that vitals does not evaluate. */
static bool is_named(const vitals_diagnostics *diagnostics, const char *path) {
    const vitals_diagnostic *found;
    for (size_t i = 0; (found = vitals_diagnostics_at(diagnostics, i)); i++) {
        if (strcmp(found->rule, "rules-not-evaluated") == 0 && strcmp(found->file, path) == 0)
            return true;
    }
    return false;
}

static void report_given(rule_reader *reader, const given_rules *given,
                         const vitals_diagnostics *diagnostics) {
    const char *what = given->take == VITALS_RULES_CUSTOMIZATIONS ? "customization of health"
                       : given->take == VITALS_RULES_EXPRESSIONS  ? "healthCheckExprs"
                                                                  : "rule";
    if (given->directory) {
        problems_add_error(reader->problems, given->path, "no %s in the files of this directory",
                           what);
    } else if (is_named(diagnostics, given->path)) {
        problems_add_error(reader->problems, given->path, "no %s in it that vitals evaluates",
                           what);
    } else {
        report_nothing(reader, given->path, what, &given->content);
    }
}

/* A file from which nothing was taken was hardly given for that. Where errors are reported, they are
** the reason. */
static void check_taken(rule_reader *reader, const vitals_engine *engine,
                        const vitals_diagnostics *diagnostics) {
    if (reader->problems->errors) return;
    for (size_t i = 0; i < reader->given_count; i++) {
        const given_rules *given = &reader->given[i];
        if (took_rules(engine, given->take, given->path)) continue;
        if (!only_patches(reader, given)) report_given(reader, given, diagnostics);
    }
    if (reader->options->policy &&
        shape_is_empty_list(reader->policy.bytes, reader->policy.size, ".policy")) {
        report_nothing(reader, reader->options->policy, "rule of a policy", &reader->policy);
    }
}

/* An argocd-cm that cannot be read at all stops the run, even where broken rules are skipped: it would be
** another one. */
static bool is_unreadable(const rule_reader *reader, const vitals_engine *engine,
                          const vitals_diagnostics *diagnostics) {
    const vitals_diagnostic *found;
    for (size_t i = 0; (found = vitals_diagnostics_at(diagnostics, i)); i++) {
        if (strcmp(found->rule, "yaml-syntax") != 0 && strcmp(found->rule, "json-syntax") != 0) {
            continue;
        }
        for (size_t k = 0; k < reader->given_count; k++) {
            const given_rules *given = &reader->given[k];
            if (given->take == VITALS_RULES_CUSTOMIZATIONS &&
                strcmp(given->path, found->file) == 0 &&
                !took_rules(engine, given->take, given->path)) {
                return true;
            }
        }
    }
    return false;
}

/* Argo CD finds errors of syntax when it runs a script, so the engine only warns about them. */
static bool has_broken_rule(const rule_reader *reader, const vitals_engine *engine) {
    vitals_rule rule;
    size_t broken = 0;
    for (size_t i = 0; vitals_engine_rule_at(engine, i, &rule, sizeof rule); i++) {
        if (!rule.broken) continue;
        broken++;
        problems_add_error(reader->problems, rule.file, "%s is broken (--on-broken reject)",
                           rule.id);
    }
    return broken > 0;
}

static void reader_done(rule_reader *reader) {
    for (size_t i = 0; i < reader->given_count; i++) vt_buffer_done(&reader->given[i].content);
    free(reader->given);
    vt_buffer_done(&reader->policy);
    vitals_configuration_free(reader->configuration);
}

static vitals_configuration *new_configuration(vitals_diagnostics **diagnostics) {
    vitals_configuration *configuration = NULL;
    if (vitals_configuration_new(NULL, &configuration) != VITALS_OK ||
        vitals_diagnostics_new(NULL, diagnostics) != VITALS_OK) {
        memory_exhausted();
    }
    return configuration;
}

const char *rules_read_key(const char *key, vt_buffer *path) {
    if (!key) return NULL;
    if (*key != '.') vt_buffer_add_terminated(path, ".");
    vt_buffer_add_terminated(path, key);
    return vt_buffer_string(path);
}

static bool build(rule_reader *reader, cli_rules *rules, vitals_diagnostics *diagnostics) {
    const char *file = reader->given_count ? reader->given[0].path : NULL;
    const vitals_status status =
        vitals_engine_new(reader->configuration, &rules->engine, diagnostics);
    problems_add_all(reader->problems, file, status, diagnostics);
    if (status != VITALS_OK || is_unreadable(reader, rules->engine, diagnostics)) return false;
    if (reader->options->on_broken == 1 && has_broken_rule(reader, rules->engine)) return false;
    check_taken(reader, rules->engine, diagnostics);
    return true;
}

bool rules_make_engine(cli_rules *rules, const rule_options *options, cli_problems *problems) {
    return rules_make_engine_with(rules, options, NULL, 0, problems);
}

bool rules_make_engine_with(cli_rules *rules, const rule_options *options, const rule_text *texts,
                            size_t count, cli_problems *problems) {
    rule_reader reader = { .policy = BUFFER_INIT,
                           .options = options,
                           .limits = rules->limits,
                           .problems = problems,
                           .texts = texts,
                           .text_count = count };
    vitals_diagnostics *diagnostics = NULL;
    vt_buffer key = BUFFER_INIT;
    reader.configuration = new_configuration(&diagnostics);
    reader.key = rules_read_key(options->key, &key);
    const bool ok = configure(&reader) && build(&reader, rules, diagnostics);
    vitals_diagnostics_free(diagnostics);
    vt_buffer_done(&key);
    reader_done(&reader);
    return ok;
}

size_t rules_stdin_uses(const rule_options *options) {
    const option_list *const lists[] = { &options->rules, &options->argocd_cm,
                                         &options->expressions };
    size_t uses = options->policy && strcmp(options->policy, "-") == 0;
    for (size_t i = 0; i < COUNT_OF(lists); i++) {
        for (size_t k = 0; k < lists[i]->count; k++) {
            uses += strcmp(lists[i]->items[k], "-") == 0;
        }
    }
    return uses;
}

bool rules_is_check_tree(const char *directory) {
    vitals_diagnostics *diagnostics = NULL;
    vitals_configuration *configuration = new_configuration(&diagnostics);
    const vitals_status status =
        vitals_configuration_add_checks(configuration, directory, diagnostics);
    const bool tree = status == VITALS_OK && !is_empty_tree(diagnostics);
    vitals_diagnostics_free(diagnostics);
    vitals_configuration_free(configuration);
    return tree;
}

void rules_check_argocd_cm(const char *path, const vt_buffer *content, const char *key,
                           cli_problems *problems) {
    rule_reader reader = { .policy = BUFFER_INIT, .problems = problems };
    vitals_rules_options take = VITALS_RULES_OPTIONS_INIT;
    vitals_engine *engine = NULL;
    vitals_diagnostics *found = NULL;
    take.take = VITALS_RULES_CUSTOMIZATIONS;
    take.key = key;
    if (strcmp(path, "-") != 0) take.take |= VITALS_RULES_FOLLOW;
    reader.configuration = new_configuration(&found);
    vitals_configuration_set_bundled(reader.configuration, false);
    const bool made = vitals_configuration_add_rules(reader.configuration, path, content->bytes,
                                                     content->size, &take, found) == VITALS_OK &&
                      vitals_engine_new(reader.configuration, &engine, found) == VITALS_OK;
    if (made && !vitals_diagnostics_count(found) && !took_rules(engine, take.take, path)) {
        report_nothing(&reader, path, "customization of health", content);
    }
    vitals_engine_release(engine);
    vitals_diagnostics_free(found);
    reader_done(&reader);
}

void rules_done(cli_rules *rules) {
    vitals_engine_release(rules->engine);
    vitals_limits_free(rules->limits);
    rules->engine = NULL;
    rules->limits = NULL;
}
