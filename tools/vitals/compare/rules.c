/* The engines and views of `vitals compare`: which rules, in which versions. */
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "compare/compare.h"
#include "input/files.h"

static compare_view view_of(const char *name, size_t engine, vitals_profile profile, size_t index) {
    return (compare_view){ .name = name, .engine = engine, .profile = profile, .replaces = index };
}

/* ------------------------------------------------------------ side by side */

/* Where one of the user's rules decides, its view replaces the one that it overrides. */
static void add_user_view(compare_run *run, const char *name, vitals_source decider,
                          size_t replaces) {
    compare_view *view = &run->views[run->view_count++];
    *view = run->views[replaces];
    view->name = name;
    view->engine = 1;
    view->decider = decider;
    view->replaces = replaces;
}

static void add_views(compare_run *run, const rule_options *options) {
    enum { ARGOCD, FLUX, KSTATUS, HELM, ENGINES };
    run->views[ARGOCD] = view_of("argocd", 0, VITALS_PROFILE_ARGOCD, ARGOCD);
    run->views[FLUX] = view_of("flux", 0, VITALS_PROFILE_FLUX, FLUX);
    run->views[KSTATUS] = view_of("kstatus", 0, VITALS_PROFILE_KSTATUS, KSTATUS);
    run->views[HELM] = view_of("helm", 0, VITALS_PROFILE_KSTATUS, HELM);
    run->views[HELM].helm = true;
    run->view_count = ENGINES;
    if (options->argocd_cm.count || options->rules.count) {
        add_user_view(run, "customizations", VITALS_SOURCE_CUSTOMIZATION, ARGOCD);
    }
    if (options->expressions.count || options->rules.count) {
        add_user_view(run, "expressions", VITALS_SOURCE_EXPRESSION, FLUX);
    }
}

/* An engine without the user's rules, and one with them. Problems are reported once. */
static bool make_engine_pair(compare_run *run, const rule_options *options) {
    rule_options plain = *options;
    cli_problems duplicates = PROBLEMS_INIT;
    plain.argocd_cm = plain.expressions = plain.rules = (option_list){ NULL, 0 };
    add_views(run, options);
    bool made = rules_make_engine(&run->engines[1], options, &run->base.problems);
    if (made) made = rules_make_engine(&run->engines[0], &plain, &duplicates);
    problems_done(&duplicates);
    return made;
}

/* ------------------------------------------------------- versions of rules */

static bool is_directory(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

/* A copy of a list, with more behind it. */
static option_list join(const option_list *list) {
    option_list copy = { NULL, 0 };
    for (size_t i = 0; i < list->count; i++) option_list_add(&copy, list->items[i]);
    return copy;
}

/* The options with the RULES of one side. */
static bool make_version(compare_run *run, const rule_options *options, const option_list *words,
                         size_t index) {
    rule_options version = *options;
    version.checks = join(&options->checks);
    version.rules = join(&options->rules);
    for (size_t i = 0; i < words->count; i++) {
        const char *path = words->items[i];
        const bool tree = is_directory(path) && rules_is_check_tree(path);
        option_list_add(tree ? &version.checks : &version.rules, path);
    }
    const bool made = rules_make_engine(&run->engines[index], &version, &run->base.problems);
    option_list_done(&version.checks);
    option_list_done(&version.rules);
    return made;
}

static bool make_versions(compare_run *run, const rule_options *options) {
    const vitals_profile profile =
        run->by_releases ? VITALS_PROFILE_ARGOCD : (vitals_profile)options->profile;
    run->views[0] = view_of("from", 0, profile, 0);
    run->views[1] = view_of("to", 1, profile, 1);
    run->view_count = 2;
    run->views[0].release = run->releases[0];
    run->views[1].release = run->releases[1];
    return make_version(run, options, &run->options->from, 0) &&
           make_version(run, options, &run->options->to, 1);
}

bool compare_make_engines(compare_run *run, const rule_options *options) {
    for (size_t i = 0; i < MAX_ENGINES; i++) run->engines[i] = run->base.rules;
    return run->by_rules ? make_versions(run, options) : make_engine_pair(run, options);
}
