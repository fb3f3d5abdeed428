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
    run->views[HELM].release = run->helm_release;
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

/* vitals@VERSION is the bundle of this program; vitals@TREE stands for the bundle of another one. */
static bool take_bundle(compare_run *run, rule_options *version, const char *name, size_t index) {
    if (is_directory(name)) {
        run->judged[index].bundle = name;
        version->without_bundled = true;
        option_list_add(&version->checks, name);
        return true;
    }
    if (strcmp(*name == 'v' ? name + 1 : name, vitals_version()) == 0) return true;
    problems_add_error(
        &run->base.problems, NULL,
        "this program has the bundle of vitals %s, not of %s: write that with `vitals "
        "export --dir TREE` of the other program, and give --%s vitals@TREE",
        vitals_version(), name, index ? "to" : "from");
    return false;
}

static bool take_rules(compare_run *run, rule_options *version, const char *path, size_t index) {
    const char *bundle = compare_bundle_of(path);
    if (bundle) return take_bundle(run, version, bundle, index);
    const bool tree = is_directory(path) && rules_is_check_tree(path);
    option_list_add(tree ? &version->checks : &version->rules, path);
    return true;
}

/* The options with the RULES of one side. */
static bool make_version(compare_run *run, const rule_options *options, const option_list *words,
                         size_t index) {
    rule_options version = *options;
    version.checks = join(&options->checks);
    version.rules = join(&options->rules);
    bool made = true;
    for (size_t i = 0; i < words->count; i++) {
        made &= take_rules(run, &version, words->items[i], index);
    }
    if (made) made = rules_make_engine(&run->engines[index], &version, &run->base.problems);
    const vitals_call call = compare_call_of(run, &run->views[index], NULL);
    const char *tree = run->judged[index].bundle;
    run->judged[index] = judged_of_call(&call, !version.without_bundled);
    if (tree) run->judged[index].bundle = tree;
    if (run->views[index].helm) run->judged[index].helm_release = run->views[index].release;
    option_list_done(&version.checks);
    option_list_done(&version.rules);
    return made;
}

static compare_view side_view(const compare_run *run, const rule_options *options, size_t side) {
    static const char *const names[] = { "from", "to" };
    static const vitals_profile profiles[] = { [RELEASE_ARGOCD] = VITALS_PROFILE_ARGOCD,
                                               [RELEASE_FLUX] = VITALS_PROFILE_FLUX,
                                               [RELEASE_HELM] = VITALS_PROFILE_KSTATUS };
    const bool releases = run->sides == SIDES_RELEASES;
    compare_view view =
        view_of(names[side], side,
                releases ? profiles[run->program] : (vitals_profile)options->profile, side);
    view.release = run->releases[side];
    view.helm = releases && run->program == RELEASE_HELM;
    return view;
}

static bool make_versions(compare_run *run, const rule_options *options) {
    for (size_t i = 0; i < 2; i++) run->views[i] = side_view(run, options, i);
    run->view_count = 2;
    return make_version(run, options, &run->options->from, 0) &&
           make_version(run, options, &run->options->to, 1);
}

bool compare_make_engines(compare_run *run, const rule_options *options) {
    for (size_t i = 0; i < MAX_ENGINES; i++) run->engines[i] = run->base.rules;
    return compare_is_by_rules(run) ? make_versions(run, options) : make_engine_pair(run, options);
}
