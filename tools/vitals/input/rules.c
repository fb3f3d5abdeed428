/* Creates an engine from the rule options. */
#include "input/rules.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "input/files.h"
#include "input/time.h"
#include "output/memory.h"

#define VITALS_X(name, text, about) text,
static const char *const profile_names[] = { VITALS_PROFILE_MAP(VITALS_X) NULL };
#undef VITALS_X

static const char *const controllers[] = { "kustomize", "helm", NULL };
static const char *const missing_fields[] = { "error", "false", NULL };
static const char *const on_broken[] = { "skip", "reject", NULL };

#define FIELD(name) offsetof(rule_options, name)

/* clang-format off */
static const option_row rows[] = {
    { 0, "argocd-cm", "argocd-cm-path", OPTION_TEXT, FIELD(argocd_cm), "FILE", NULL,
      "use the customizations in this argocd-cm ConfigMap" },
    { 0, "checks", NULL, OPTION_LIST, FIELD(checks), "DIR", NULL,
      "a tree GROUP/KIND/health.lua, before the bundled checks;\n"
      "repeatable, the last one given comes first" },
    { 0, "no-bundled", NULL, OPTION_FLAG, FIELD(without_bundled), NULL, NULL,
      "leave out the bundled checks" },
    { 0, "disable-bundled", NULL, OPTION_LIST, FIELD(disabled), "GROUP/KIND", NULL,
      "leave out one bundled check; repeatable" },
    { 0, "exprs", NULL, OPTION_TEXT, FIELD(expressions), "FILE|DIR", NULL,
      "healthCheckExprs of Flux: a Kustomization, HelmRelease or bare list,\nor each health.cel.yaml below a directory" },
    { 0, "policy", NULL, OPTION_TEXT, FIELD(policy), "FILE", NULL,
      "a policy: what a kind, resource or status counts as" },
    { 0, "profile", NULL, OPTION_CHOICE, FIELD(profile), "PROFILE", profile_names,
      "the rules and their order: combined (default), argocd, flux or\nkstatus" },
    { 0, "controller", NULL, OPTION_CHOICE, FIELD(controller), "NAME", controllers,
      "the controller that profile flux follows: kustomize (default)\nor helm" },
    { 0, "missing", NULL, OPTION_CHOICE, FIELD(missing), "error|false", missing_fields,
      "how a missing field evaluates in an expression: error, as in Flux\n(default), or false" },
    { 0, "on-broken", NULL, OPTION_CHOICE, FIELD(on_broken), "skip|reject", on_broken,
      "on broken configuration: make its kinds Unknown (default) or stop" },
    { 0, "limit", NULL, OPTION_LIST, FIELD(limits), "NAME=VALUE", NULL,
      "set a limit (see docs/limits.md); repeatable" },
    { 0, "now", NULL, OPTION_TEXT, FIELD(now), "RFC3339", NULL,
      "the current time (default: the system clock)" },
};
/* clang-format on */

const option_group rule_option_group = { "Rules", rows, COUNT_OF(rows) };

/* ------------------------------------------------------------------ limits */

static void explain_limit(const char *name, char *problem, size_t size) {
    cli_suggestion nearest = { name, NULL, 0 };
    for (size_t i = 0; vitals_limit_at(i); i++)
        suggestion_offer(&nearest, vitals_limit_at(i)->name);
    if (nearest.best)
        snprintf(problem, size, "no limit '%s'; did you mean %s?", name, nearest.best);
    else
        snprintf(problem, size, "no limit '%s'; docs/limits.md lists them", name);
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

bool rules_read_options(cli_rules *rules, const rule_options *options, char *problem,
                        size_t problem_bytes) {
    *rules = (struct cli_rules){ .engine = NULL, .call = VITALS_CALL_INIT };
    if (options->limits.count && vitals_limits_new(NULL, &rules->limits) != VITALS_OK)
        memory_exhausted();
    for (size_t i = 0; i < options->limits.count; i++)
        if (!set_limit(rules->limits, options->limits.items[i], problem, problem_bytes))
            return false;
    rules->call.profile = (vitals_profile)options->profile;
    rules->call.explain = true;
    rules->call.helm_controller_order = options->controller == 1;
    if (!time_read_now(options->now, &rules->call.now_seconds, problem, problem_bytes))
        return false;
    rules->call.zone_offset_seconds = time_local_offset(rules->call.now_seconds);
    return true;
}

/* ----------------------------------------------------------- configuration */

typedef vitals_status (*add_text_fn)(vitals_configuration *configuration, const char *file,
                                     const char *bytes, size_t size,
                                     vitals_diagnostics *diagnostics);

static uint64_t max_bytes(const vitals_limits *limits) {
    uint64_t most = 0;
    const vitals_status status = vitals_limits_get(limits, "configuration_bytes", &most);
    return status == VITALS_OK ? most : 0;
}

static bool add_file(vitals_configuration *configuration, add_text_fn add, const char *path,
                     const vitals_limits *limits, cli_problems *problems) {
    cli_text content = TEXT_INIT;
    if (!path) return true;
    if (!file_read(path, max_bytes(limits), &content, problems)) return false;
    vitals_diagnostics *diagnostics = NULL;
    vitals_status status = vitals_diagnostics_new(NULL, &diagnostics);
    if (status == VITALS_OK)
        status = add(configuration, path, text_string(&content), content.size, diagnostics);
    problems_add_all(problems, path, status, diagnostics);
    vitals_diagnostics_free(diagnostics);
    text_done(&content);
    return status == VITALS_OK;
}

static bool add_checks(vitals_configuration *configuration, const char *directory,
                       cli_problems *problems) {
    vitals_diagnostics *diagnostics = NULL;
    vitals_status status = vitals_diagnostics_new(NULL, &diagnostics);
    if (status == VITALS_OK)
        status = vitals_configuration_add_checks(configuration, directory, diagnostics);
    problems_add_all(problems, directory, status, diagnostics);
    vitals_diagnostics_free(diagnostics);
    return status == VITALS_OK;
}

/* Every health.cel.yaml below a directory. */
static bool add_expressions_below(vitals_configuration *configuration, const char *directory,
                                  const vitals_limits *limits, cli_problems *problems) {
    static const char name[] = "/health.cel.yaml";
    source_list sources = { NULL, 0 };
    bool ok = true;
    size_t found = 0;
    sources_find(&sources, &(option_list){ &directory, 1 }, problems);
    for (size_t i = 0; i < sources.count; i++) {
        const char *path = sources.items[i].path;
        const size_t size = strlen(path);
        if (size < sizeof name || strcmp(path + size - (sizeof name - 1), name) != 0) continue;
        ok &= add_file(configuration, vitals_configuration_add_expressions, path, limits, problems);
        found++;
    }
    if (!found) problems_add_error(problems, directory, "no health.cel.yaml in this directory");
    sources_done(&sources);
    return ok && found;
}

static bool add_expressions(vitals_configuration *configuration, const char *path,
                            const vitals_limits *limits, cli_problems *problems) {
    struct stat info;
    if (path && stat(path, &info) == 0 && S_ISDIR(info.st_mode))
        return add_expressions_below(configuration, path, limits, problems);
    return add_file(configuration, vitals_configuration_add_expressions, path, limits, problems);
}

/* An unknown name is an error: the check that was meant would stay enabled. */
static bool is_bundled(const char *name) {
    vitals_engine *engine = NULL;
    vitals_rule rule;
    bool found = false;
    if (vitals_engine_new(NULL, &engine, NULL) != VITALS_OK) memory_exhausted();
    for (size_t i = 0; !found && vitals_engine_rule_at(engine, i, &rule, sizeof rule); i++)
        found = rule.source == VITALS_SOURCE_BUNDLED && strcmp(rule.id, name) == 0;
    vitals_engine_release(engine);
    return found;
}

static bool disable(vitals_configuration *configuration, const char *name, cli_problems *problems) {
    if (is_bundled(name) && vitals_configuration_disable_bundled(configuration, name) == VITALS_OK)
        return true;
    problems_add_error(problems, NULL, "no bundled check '%s'; `vitals list checks` lists them",
                       name);
    return false;
}

/* Continues after a failure, so that all problems are reported at once. */
static bool configure(vitals_configuration *configuration, const cli_rules *rules,
                      const rule_options *options, cli_problems *problems) {
    bool ok = true;
    vitals_configuration_set_limits(configuration, rules->limits);
    vitals_configuration_set_bundled(configuration, !options->without_bundled);
    vitals_configuration_set_missing_is_false(configuration, options->missing == 1);
    vitals_configuration_set_on_broken(
        configuration, options->on_broken == 1 ? VITALS_ON_BROKEN_REJECT : VITALS_ON_BROKEN_SKIP);
    for (size_t i = 0; i < options->checks.count; i++)
        ok &= add_checks(configuration, options->checks.items[i], problems);
    for (size_t i = 0; i < options->disabled.count; i++)
        ok &= disable(configuration, options->disabled.items[i], problems);
    ok &= add_file(configuration, vitals_configuration_add_argocd_cm, options->argocd_cm,
                   rules->limits, problems);
    ok &= add_expressions(configuration, options->expressions, rules->limits, problems);
    ok &= add_file(configuration, vitals_configuration_add_policy, options->policy, rules->limits,
                   problems);
    return ok;
}

bool rules_make_engine(cli_rules *rules, const rule_options *options, cli_problems *problems) {
    vitals_configuration *configuration = NULL;
    vitals_diagnostics *diagnostics = NULL;
    if (vitals_configuration_new(NULL, &configuration) != VITALS_OK ||
        vitals_diagnostics_new(NULL, &diagnostics) != VITALS_OK)
        memory_exhausted();
    bool ok = configure(configuration, rules, options, problems);
    if (ok) {
        const vitals_status status = vitals_engine_new(configuration, &rules->engine, diagnostics);
        problems_add_all(problems, options->argocd_cm, status, diagnostics);
        ok = status == VITALS_OK;
    }
    vitals_diagnostics_free(diagnostics);
    vitals_configuration_free(configuration);
    return ok;
}

void rules_done(cli_rules *rules) {
    vitals_engine_release(rules->engine);
    vitals_limits_free(rules->limits);
    rules->engine = NULL;
    rules->limits = NULL;
}
