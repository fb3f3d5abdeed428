/* Reading a tree of checks, <group>/<Kind>/health.lua, from a directory into a configuration. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

#include "base/buffer.h"
#include "base/diagnostic.h"
#include "base/limits.h"
#include "health/configuration.h"

enum { TREE_MOST_DEPTH = 8, PATH_MOST_BYTES = 4096 };

static const char SCRIPT_NAME[] = "health.lua";

/* A walk through one tree. `path` is extended for each entry and cut back afterwards. */
typedef struct tree_walk {
    vitals_configuration *configuration;
    vitals_diagnostics *diagnostics;
    vt_buffer path;
    size_t root_bytes; /* of `path`, with the slash after it */
    size_t found;
} tree_walk;

static vitals_status unreadable(tree_walk *walk, const char *why) {
    vt_diagnose_format(walk->diagnostics, VITALS_SEVERITY_ERROR, "checks-read",
                       (vt_place){ walk->path.bytes, 0, 0, 0 }, NULL, "%s", why);
    return VITALS_EREAD;
}

/* Read an open file into `text`, which ends at limit script_bytes. */
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

/* Add the script at `path`; its directory below the root is its name. */
static vitals_status add_script(tree_walk *walk) {
    size_t end = walk->path.size - sizeof SCRIPT_NAME; /* without the slash before the name */
    if (end <= walk->root_bytes) return VITALS_OK;     /* a script at the root has no kind */
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

/* One entry of a directory; `path` ends with its name. */
static vitals_status walk_entry(tree_walk *walk, const char *name, unsigned depth) {
    struct stat about;
    if (stat(walk->path.bytes, &about) != 0) return VITALS_OK; /* a dangling link is not a check */
    if (S_ISDIR(about.st_mode)) {
        return depth < TREE_MOST_DEPTH ? walk_directory(walk, depth + 1) : VITALS_OK;
    }
    return strcmp(name, SCRIPT_NAME) == 0 ? add_script(walk) : VITALS_OK;
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

vitals_status vitals_configuration_add_checks(vitals_configuration *configuration,
                                              const char *directory,
                                              vitals_diagnostics *diagnostics) {
    configuration->layers++;
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
