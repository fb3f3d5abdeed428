/* Trees of checks, <group>/<Kind>/health.lua: read from a directory, or built into the library. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

#include "base/limits.h"
#include "health/bundled.h"
#include "health/engine.h"

enum { TREE_MOST_DEPTH = 8, PATH_MOST_BYTES = 4096 };

static const char SCRIPT_NAME[] = "health.lua";

/* A walk through one tree. `path` is extended and cut back as it goes. */
typedef struct tree_walk {
    vitals_configuration *configuration;
    vitals_diagnostics *diagnostics;
    vt_buffer path;
    size_t root_bytes; /* of `path`, the slash behind it included */
    size_t found;
} tree_walk;

static vitals_status unreadable(tree_walk *walk, const char *why) {
    vt_diagnose_format(walk->diagnostics, VITALS_SEVERITY_ERROR, "checks-read",
                       (vt_place){ walk->path.bytes, 0, 0, 0 }, NULL, "%s", why);
    return VITALS_EREAD;
}

/* The whole of an open file into `text`, up to limit script_bytes and one. */
static vitals_status read_all(tree_walk *walk, FILE *file, vt_buffer *text) {
    char chunk[4096];
    for (size_t size; (size = fread(chunk, 1, sizeof chunk, file)) > 0;) {
        if (!vt_buffer_add_bytes(text, chunk, size)) break;
    }
    if (text->over_ceiling) {
        vt_diagnose(walk->diagnostics, VITALS_SEVERITY_ERROR, "checks-read",
                    (vt_place){ walk->path.bytes, 0, 0, 0 }, VT_LIMIT_NAME(script_bytes),
                    VT_TEXT("script is longer than the limit script_bytes"));
        return VITALS_ELIMIT;
    }
    if (text->failed) return VITALS_ENOMEM;
    return ferror(file) ? unreadable(walk, "reading failed") : VITALS_OK;
}

/* Keep the script at `path`; its directory below the root is its name. */
static vitals_status keep_script(tree_walk *walk) {
    size_t end = walk->path.size - sizeof SCRIPT_NAME; /* without the slash in front */
    if (end <= walk->root_bytes) return VITALS_OK;     /* a script of no kind */
    vt_text name = vt_text_between(vt_buffer_text(&walk->path), walk->root_bytes, end);
    FILE *file = fopen(walk->path.bytes, "rb");
    if (!file) return unreadable(walk, strerror(errno));
    vt_buffer text;
    vt_buffer_init(&text, &walk->configuration->allocator,
                   (size_t)walk->configuration->limits.script_bytes);
    vitals_status status = read_all(walk, file, &text);
    fclose(file);
    if (!status) {
        status = vt_configuration_keep(walk->configuration, VT_INPUT_CHECK, name,
                                       vt_buffer_text(&walk->path), vt_buffer_text(&text));
        walk->found++;
    }
    vt_buffer_done(&text);
    return status;
}

static vitals_status walk_directory(tree_walk *walk, unsigned depth);

/* One entry of a directory, its name already at the end of `path`. */
static vitals_status walk_entry(tree_walk *walk, const char *name, unsigned depth) {
    struct stat about;
    if (stat(walk->path.bytes, &about) != 0) return VITALS_OK; /* a dangling link is no check */
    if (S_ISDIR(about.st_mode)) {
        return depth < TREE_MOST_DEPTH ? walk_directory(walk, depth + 1) : VITALS_OK;
    }
    return strcmp(name, SCRIPT_NAME) == 0 ? keep_script(walk) : VITALS_OK;
}

/* Recursion is bounded by TREE_MOST_DEPTH. */
static vitals_status walk_directory(tree_walk *walk, unsigned depth) {
    DIR *directory = opendir(walk->path.bytes);
    if (!directory) return unreadable(walk, strerror(errno));
    vitals_status status = VITALS_OK;
    size_t size = walk->path.size;
    for (struct dirent *entry; !status && (entry = readdir(directory));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        vt_buffer_add_byte(&walk->path, '/');
        vt_buffer_add_terminated(&walk->path, entry->d_name);
        if (walk->path.failed) {
            status = walk->path.over_ceiling ? unreadable(walk, "path is too long") : VITALS_ENOMEM;
        } else {
            status = walk_entry(walk, entry->d_name, depth);
        }
        walk->path.size = size;
        walk->path.bytes[size] = '\0';
    }
    closedir(directory);
    return status;
}

vitals_status vt_checks_read_directory(vitals_configuration *configuration, const char *directory,
                                       vitals_diagnostics *diagnostics) {
    tree_walk walk = { .configuration = configuration, .diagnostics = diagnostics };
    vt_buffer_init(&walk.path, &configuration->allocator, PATH_MOST_BYTES);
    vt_text root = vt_text_from(directory);
    while (root.size > 1 && root.bytes[root.size - 1] == '/') root.size--;
    vitals_status status = VITALS_ENOMEM;
    if (vt_buffer_add(&walk.path, root)) {
        walk.root_bytes = walk.path.size + 1;
        status = walk_directory(&walk, 0);
    }
    if (!status && walk.found == 0) {
        vt_diagnose(diagnostics, VITALS_SEVERITY_WARNING, "checks-empty",
                    (vt_place){ directory, 0, 0, 0 }, NULL,
                    VT_TEXT("no <group>/<Kind>/health.lua below this directory"));
    }
    vt_buffer_done(&walk.path);
    return status;
}

/* ------------------------------------------------------------ into an engine */

/* The profiles that ask checks at all. */
#define CHECK_PROFILES                                                                             \
    (VT_PROFILE_BIT(VITALS_PROFILE_COMBINED) | VT_PROFILE_BIT(VITALS_PROFILE_ARGOCD))

/* The profiles that a check names in its first line, `-- vitals:profiles combined`; all that ask
** checks without such a line. */
static unsigned profiles_of(vt_text script) {
    vt_text rest = script, line, word;
    if (!vt_text_split(&rest, '\n', &line)) return CHECK_PROFILES;
    vt_text head = VT_TEXT("-- vitals:profiles ");
    if (!vt_text_starts(line, head)) return CHECK_PROFILES;
    unsigned profiles = 0;
    line = vt_text_trim(vt_text_between(line, head.size, line.size));
    while (vt_text_split(&line, ' ', &word)) {
        for (int i = 0; i < VITALS_PROFILE_COUNT; i++) {
            if (vt_text_is(word, vitals_profile_name((vitals_profile)i))) {
                profiles |= VT_PROFILE_BIT(i);
            }
        }
    }
    return profiles & CHECK_PROFILES;
}

/* A rule for one script. `file` "" is one that is built in. */
static void add_check(vt_making *making, vt_text directory, const char *file, vt_text script,
                      uint32_t layer) {
    vt_place place = { file, 0, *file ? 1 : 0, *file ? 1 : 0 };
    vt_rule *rule = vt_making_rule(making, VITALS_SOURCE_BUNDLED, place);
    if (!rule) return;
    rule->id = rule->key = directory;
    rule->script = script;
    rule->layer = layer;
    rule->open_libraries = true; /* ARGO: bundled scripts always get the open libraries */
    rule->profiles = profiles_of(script);
    rule->wildcard = vt_text_find_byte(directory, '_', 0) != SIZE_MAX;
    if (rule->wildcard) {
        const char *error = NULL;
        rule->glob = vt_directory_glob_compile(&making->engine->arena, directory, &error);
        if (!rule->glob && !error) vt_making_no_memory(making);
        if (error) {
            vt_diagnose_format(making->diagnostics, VITALS_SEVERITY_WARNING, "glob-syntax", place,
                               NULL, "failed to compile pattern %.*s due to error %s",
                               VT_TEXT_ARG(directory), error);
        }
    }
    vt_script_check(making, rule);
}

void vt_checks_add(vt_making *making, const vt_input *input) {
    vt_arena *arena = &making->engine->arena;
    vt_text directory = vt_arena_copy(arena, input->name);
    vt_text file = vt_arena_copy(arena, input->file);
    vt_text script = vt_arena_copy(arena, input->bytes);
    if (!directory.bytes || !file.bytes || !script.bytes) {
        vt_making_no_memory(making);
        return;
    }
    add_check(making, directory, file.bytes, script, input->layer);
}

/* Whether a check was left out. */
static bool is_disabled(const vitals_configuration *configuration, vt_text directory) {
    for (size_t i = 0; configuration && i < configuration->input_count; i++) {
        const vt_input *input = &configuration->inputs[i];
        if (input->kind == VT_INPUT_DISABLED_CHECK && vt_text_equal(input->name, directory)) {
            return true;
        }
    }
    return false;
}

void vt_bundled_add(vt_making *making, const vitals_configuration *configuration) {
    for (size_t i = 0; i < vt_bundled_check_count; i++) {
        const vt_bundled_check *check = &vt_bundled_checks[i];
        vt_text directory = vt_text_from(check->directory);
        if (is_disabled(configuration, directory)) continue;
        add_check(making, directory, "", (vt_text){ check->script, check->size }, 0);
    }
}

void vt_bundled_disable(vt_making *making, const vt_input *input) {
    for (size_t i = 0; i < vt_bundled_check_count; i++) {
        if (vt_text_is(input->name, vt_bundled_checks[i].directory)) return;
    }
    vt_diagnose_format(making->diagnostics, VITALS_SEVERITY_WARNING, "bundled-disable",
                       (vt_place){ "", 0, 0, 0 }, NULL, "there is no bundled check %.*s",
                       VT_TEXT_ARG(input->name));
}
