/*
** vitals export: the checks as scripts that stand alone, for Argo CD: a tree of GROUP/KIND/health.lua, the
** ConfigMap argocd-cm, or values of Argo CD's Helm chart.
**
** ARGO: argocd-cm has a key for each kind, `resource.customizations.health.GROUP_KIND`. Keys of a ConfigMap have no
** `*`, so that patterns are members of the one key `resource.customizations`.
*/
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit.h"
#include "base/memory.h"
#include "input/below.h"
#include "input/command.h"
#include "input/rules.h"
#include "output/terminal.h"

enum { EXPORT_TREE, EXPORT_ARGOCD_CM, EXPORT_VALUES };
/* What Kubernetes accepts as one object. */
enum { CONFIGMAP_BYTES = 1 << 20 };

typedef struct export_options {
    unsigned output;
    const char *directory;
} export_options;

static const char *const outputs[] = { "tree", "argocd-cm", "values", NULL };

/* clang-format off */
static const option_row rows[] = {
    { 'o', "output", NULL, OPTION_CHOICE, offsetof(export_options, output), "FORM", outputs,
      "tree (default): files below --dir; argocd-cm: a ConfigMap; values: of the "
      "Helm chart argo-cd" },
    { 0, "dir", NULL, OPTION_TEXT, offsetof(export_options, directory), "TREE", NULL,
      "the directory of the tree; no file in it is replaced" },
};
/* clang-format on */

static const option_group own_group = { "Options", rows, COUNT_OF(rows) };
static const option_group *const groups[] = { &own_group, &rule_option_group, NULL };

/* A check to write. */
typedef struct exported_check {
    vitals_rule rule;
    char *script;
    size_t size;
} exported_check;

typedef struct exported_checks {
    exported_check *items; /* exact kinds first, each part by id */
    size_t count;
} exported_checks;

/* --------------------------------------------------------------- selection */

/* Whether a word names a check: GROUP/KIND, or GROUP for all of a group. */
static bool is_named(const vitals_rule *rule, const char *word) {
    const size_t size = strlen(word);
    return strncmp(rule->id, word, size) == 0 && (!rule->id[size] || rule->id[size] == '/');
}

static bool is_wanted(const vitals_rule *rule, const option_list *words) {
    bool wanted = words->count == 0;
    for (size_t i = 0; i < words->count && !wanted; i++) wanted = is_named(rule, words->items[i]);
    return rule->source == VITALS_SOURCE_BUNDLED && !rule->broken && wanted;
}

static int by_id(const void *a, const void *b) {
    const exported_check *left = a, *right = b;
    if (left->rule.wildcard != right->rule.wildcard) return left->rule.wildcard ? 1 : -1;
    return strcmp(left->rule.id, right->rule.id);
}

/* Of checks with the same id the first one is asked: that of the tree that was given last. */
static bool is_taken(const exported_checks *checks, const char *id) {
    for (size_t i = 0; i < checks->count; i++) {
        if (strcmp(checks->items[i].rule.id, id) == 0) return true;
    }
    return false;
}

static void take_checks(const vitals_engine *engine, const option_list *words,
                        exported_checks *out) {
    vitals_rule rule;
    out->items = memory_new(vitals_engine_rule_count(engine) + 1, sizeof *out->items);
    for (size_t i = 0; vitals_engine_rule_at(engine, i, &rule, sizeof rule); i++) {
        exported_check *check = &out->items[out->count];
        if (!is_wanted(&rule, words) || is_taken(out, rule.id)) continue;
        check->rule = rule;
        if (vitals_engine_rule_script(engine, i, &check->script, &check->size) != VITALS_OK) {
            memory_exhausted();
        }
        out->count++;
    }
    qsort(out->items, out->count, sizeof *out->items, by_id);
}

static void report_unknown(const exported_checks *checks, const option_list *words,
                           cli_problems *problems) {
    for (size_t i = 0; i < words->count; i++) {
        bool found = false;
        for (size_t at = 0; at < checks->count && !found; at++) {
            found = is_named(&checks->items[at].rule, words->items[i]);
        }
        if (!found) {
            problems_add_error(problems, words->items[i],
                               "there is no such check; see `vitals list checks`");
        }
    }
}

/* -------------------------------------------------------------------- tree */

static void write_file(const char *tree, const exported_check *check, cli_problems *problems) {
    vt_buffer below = BUFFER_INIT;
    const char *why;
    vt_buffer_printf(&below, "%s/health.lua", check->rule.id);
    FILE *out = below_create(tree, vt_buffer_string(&below), false, &why);
    bool ok = out && fwrite(check->script, 1, check->size, out) == check->size;
    if (out && fclose(out) != 0) ok = false;
    if (!ok) {
        problems_add_error(problems, vt_buffer_string(&below), "%s",
                           out ? "cannot be written" : why);
    }
    vt_buffer_done(&below);
}

static void write_tree(const char *tree, const exported_checks *checks, cli_problems *problems) {
    for (size_t i = 0; i < checks->count; i++) write_file(tree, &checks->items[i], problems);
}

/* -------------------------------------------------------------------- yaml */

/* A script as a block scalar whose lines are indented by `indent`. */
static void add_script(vt_buffer *out, const exported_check *check, size_t indent) {
    const char *rest = check->script, *const end = check->script + check->size;
    const bool has_end = check->size && end[-1] == '\n';
    const bool has_more = has_end && check->size > 1 && end[-2] == '\n';
    vt_buffer_add_terminated(out, " |");
    if (check->size && (*rest == ' ' || *rest == '\n')) vt_buffer_add_terminated(out, "2");
    vt_buffer_add_terminated(out, !has_end ? "-\n" : has_more ? "+\n" : "\n");
    while (rest < end) {
        const char *line_end = memchr(rest, '\n', (size_t)(end - rest));
        const size_t size = (size_t)((line_end ? line_end : end) - rest);
        if (size) vt_buffer_add_repeated(out, ' ', indent);
        vt_buffer_add_bytes(out, rest, size);
        vt_buffer_add_terminated(out, "\n");
        rest += size + (line_end != NULL);
    }
}

/* The id with `separator` between group and kind. */
static void add_key(vt_buffer *out, const char *id, char separator) {
    const char *slash = strchr(id, '/');
    vt_buffer_printf(out, "%.*s%c%s", (int)(slash - id), id, separator, slash + 1);
}

/* Whether scripts of an argocd-cm must be given the open libraries to run as those of a tree do. */
static bool needs_libraries(const vitals_rule *rule) {
    return rule->open_libraries && *rule->file;
}

static void add_exact(vt_buffer *out, const exported_check *check, size_t indent) {
    vt_buffer_add_repeated(out, ' ', indent);
    vt_buffer_add_terminated(out, "resource.customizations.health.");
    add_key(out, check->rule.id, '_');
    vt_buffer_add_terminated(out, ":");
    add_script(out, check, indent + 2);
    if (!needs_libraries(&check->rule)) return;
    vt_buffer_add_repeated(out, ' ', indent);
    vt_buffer_add_terminated(out, "resource.customizations.useOpenLibs.");
    add_key(out, check->rule.id, '_');
    vt_buffer_add_terminated(out, ": \"true\"\n");
}

static void add_pattern(vt_buffer *out, const exported_check *check, size_t indent) {
    vt_buffer_add_repeated(out, ' ', indent);
    vt_buffer_add_terminated(out, "\"");
    for (const char *at = check->rule.id; *at; at++)
        vt_buffer_add_bytes(out, *at == '_' ? "*" : at, 1);
    vt_buffer_add_terminated(out, "\":\n");
    if (needs_libraries(&check->rule)) {
        vt_buffer_add_repeated(out, ' ', indent + 2);
        vt_buffer_add_terminated(out, "health.lua.useOpenLibs: true\n");
    }
    vt_buffer_add_repeated(out, ' ', indent + 2);
    vt_buffer_add_terminated(out, "health.lua:");
    add_script(out, check, indent + 4);
}

static void add_data(vt_buffer *out, const exported_checks *checks, size_t indent) {
    for (size_t i = 0; i < checks->count; i++) {
        const exported_check *check = &checks->items[i];
        const bool is_first = check->rule.wildcard && (i == 0 || !check[-1].rule.wildcard);
        if (is_first) {
            vt_buffer_add_repeated(out, ' ', indent);
            vt_buffer_add_terminated(out, "resource.customizations: |\n");
        }
        if (check->rule.wildcard) {
            add_pattern(out, check, indent + 2);
        } else {
            add_exact(out, check, indent);
        }
    }
}

static void warn_of_size(size_t size, cli_problems *problems) {
    vt_buffer text = BUFFER_INIT;
    vt_buffer_printf(&text, "%zu bytes, and a ConfigMap holds no more than %d: name fewer kinds",
                     size, CONFIGMAP_BYTES);
    const vitals_diagnostic found = { .severity = VITALS_SEVERITY_WARNING,
                                      .rule = "export-size",
                                      .file = "argocd-cm",
                                      .text = { text.bytes, text.size } };
    problems_add(problems, &found);
    vt_buffer_done(&text);
}

static void print_yaml(unsigned form, const exported_checks *checks, cli_problems *problems) {
    vt_buffer out = BUFFER_INIT;
    vt_buffer_add_terminated(&out,
                             form == EXPORT_VALUES
                                 ? "configs:\n  cm:\n"
                                 : "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: argocd-cm\n"
                                   "  labels:\n    app.kubernetes.io/name: argocd-cm\n"
                                   "    app.kubernetes.io/part-of: argocd\ndata:\n");
    add_data(&out, checks, form == EXPORT_VALUES ? 4 : 2);
    if (out.size > CONFIGMAP_BYTES) {
        warn_of_size(out.size, problems);
    }
    terminal_write(out.bytes, out.size);
    vt_buffer_done(&out);
}

/* --------------------------------------------------------------- the whole */

static int export_checks(const export_options *options, const option_list *words, cli_rules *rules,
                         const rule_options *given) {
    cli_problems problems = PROBLEMS_INIT;
    exported_checks checks = { NULL, 0 };
    size_t errors = 0;
    const bool made = rules_make_engine(rules, given, &problems);
    if (made) {
        take_checks(rules->engine, words, &checks);
        report_unknown(&checks, words, &problems);
    }
    if (checks.count && options->output == EXPORT_TREE) {
        write_tree(options->directory, &checks, &problems);
    } else if (checks.count) {
        print_yaml(options->output, &checks, &problems);
    }
    problems_print(&problems, &errors);
    problems_done(&problems);
    for (size_t i = 0; i < checks.count; i++)
        vitals_text_free(NULL, checks.items[i].script, checks.items[i].size);
    free(checks.items);
    return errors || !made ? EXIT_INPUT : EXIT_HEALTHY;
}

static int run_export(const cli_command *self, int argc, char **argv) {
    export_options options = { 0 };
    rule_options given = { .key = NULL };
    void *const filled[] = { &options, &given };
    cli_rules rules = { .engine = NULL };
    option_result result;
    char problem[256];
    int status = EXIT_HEALTHY;
    if (!options_parse(groups, filled, argc, argv, &result, problem, sizeof problem)) {
        status = command_usage_error(self, "%s", problem);
    } else if (result.help) {
        command_print_help(self);
    } else if (options.output == EXPORT_TREE && !options.directory) {
        status = command_usage_error(self, "-o tree needs --dir TREE, the directory to write to");
    } else if (!rules_read_options(&rules, &given, problem, sizeof problem)) {
        status = command_usage_error(self, "%s", problem);
    } else {
        status = export_checks(&options, &result.arguments, &rules, &given);
    }
    rules_done(&rules);
    options_done(groups, filled, &result);
    return status;
}

const cli_command command_export = {
    "export",
    "write checks as scripts that Argo CD can run",
    "[GROUP/KIND|GROUP ...]",
    groups,
    "  vitals export kafka.strimzi.io -o argocd-cm | kubectl apply -n argocd -f -\n"
    "  vitals export ray.io/RayService velero.io/Backup -o values > values.yaml\n"
    "  vitals export --dir checks\n",
    run_export,
};
