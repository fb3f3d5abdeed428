/* Reading a tree of checks, <group>/<Kind>/health.lua, from a directory into a configuration. */
#include "base/run/files.h"
#include "base/run/limits.h"
#include "health/prelude.h"
#include "rules/configuration.h"

enum { TREE_MOST_DEPTH = 8 };

static const char SCRIPT_NAME[] = "health.lua";

/* A walk through one tree. */
typedef struct tree_walk {
    vitals_configuration *configuration;
    vitals_diagnostics *diagnostics;
    size_t root_bytes; /* of paths, with the slash after it */
    size_t found;
} tree_walk;

/* One file costs only itself: it is reported, and the walk goes on. */
static void report(tree_walk *walk, vitals_severity severity, vt_text path, const char *limit,
                   const char *why) {
    vt_diagnose_format(walk->diagnostics, severity, "checks-read",
                       (vt_place){ path.bytes, 0, 0, 0 }, limit, "%s", why);
}

/* Without its root there is no tree. */
static void skip(void *user, vt_text path, const char *why) {
    const tree_walk *walk = user;
    bool is_root = path.size < walk->root_bytes;
    report(user, is_root ? VITALS_SEVERITY_ERROR : VITALS_SEVERITY_WARNING, path, NULL, why);
}

static bool enters(const char *name) {
    return name[0] != '.';
}

static bool wants(const char *name) {
    return strcmp(name, SCRIPT_NAME) == 0;
}

/* Keep what was read, or why it could not be: the kind must not be assessed by another rule. */
static vitals_status keep(tree_walk *walk, vt_text path, const vt_buffer *text, const char *why) {
    size_t end = path.size - sizeof SCRIPT_NAME;   /* without the slash before the name */
    if (end <= walk->root_bytes) return VITALS_OK; /* a script at the root has no kind */
    const char *limit = text->over_ceiling ? VT_LIMIT_NAME(script_bytes) : NULL;
    if (limit) why = "script is longer than the limit script_bytes";
    if (why) report(walk, VITALS_SEVERITY_ERROR, path, limit, why);
    walk->found++;
    return vt_configuration_keep_check(
        walk->configuration, vt_text_between(path, walk->root_bytes, end), path,
        why ? vt_text_from(why) : vt_buffer_text(text), why != NULL, limit);
}

/* Add a script; its directory below the root is its name. */
static vitals_status add_script(void *user, vt_text path, int descriptor) {
    tree_walk *walk = user;
    vt_buffer text;
    vt_buffer_init(&text, &walk->configuration->allocator,
                   (size_t)walk->configuration->limits.script_bytes);
    const char *why = vt_file_read(descriptor, &text);
    bool no_memory = text.failed && !text.over_ceiling;
    vitals_status status = no_memory ? VITALS_ENOMEM : keep(walk, path, &text, why);
    vt_buffer_done(&text);
    return status;
}

/* The helpers of the tree, if it has any. A prelude that cannot be read is reported, and its checks miss it. */
static vitals_status read_prelude(tree_walk *walk, const char *directory) {
    int descriptor;
    const char *why = vt_file_open_in(directory, VT_PRELUDE_NAME, &descriptor);
    if (why == vt_file_missing) return VITALS_OK;
    vt_buffer text;
    vt_buffer_init(&text, &walk->configuration->allocator,
                   (size_t)walk->configuration->limits.script_bytes);
    if (!why) why = vt_file_read(descriptor, &text);
    vitals_status status = text.failed && !text.over_ceiling ? VITALS_ENOMEM : VITALS_OK;
    if (!status && !why) {
        status =
            vt_configuration_keep(walk->configuration, VT_INPUT_PRELUDE, VT_TEXT(VT_PRELUDE_NAME),
                                  vt_text_from(directory), vt_buffer_text(&text));
    } else if (!status) {
        report(walk, VITALS_SEVERITY_ERROR, vt_text_from(directory), NULL, why);
    }
    vt_buffer_done(&text);
    return status;
}

vitals_status vitals_configuration_add_checks(vitals_configuration *configuration,
                                              const char *directory,
                                              vitals_diagnostics *diagnostics) {
    if (!configuration) return VITALS_EINVAL;
    size_t root = strlen(directory);
    while (root > 1 && directory[root - 1] == '/') root--;
    tree_walk tree = { configuration, diagnostics, root + 1, 0 };
    vt_file_walk walk = { .allocator = configuration->allocator,
                          .interrupt = configuration->interrupt,
                          .most_depth = TREE_MOST_DEPTH,
                          .user = &tree,
                          .enters = enters,
                          .wants = wants,
                          .file = add_script,
                          .skipped = skip };
    configuration->layers++;
    configuration->has_prelude = false;
    vitals_status status = read_prelude(&tree, directory);
    if (!status) status = vt_walk_files(&walk, directory, "");
    configuration->has_prelude = false;
    if (!status && tree.found == 0) {
        vt_diagnose(diagnostics, VITALS_SEVERITY_WARNING, "checks-empty",
                    (vt_place){ directory, 0, 0, 0 }, NULL,
                    VT_TEXT("no <group>/<Kind>/health.lua below this directory"));
    }
    return status;
}
