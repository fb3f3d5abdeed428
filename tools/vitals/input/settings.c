/* Finds and reads .vitals.yaml: see settings.h. */
#include "input/settings.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "input/files.h"

#define SETTINGS_NAME ".vitals.yaml"

/* ------------------------------------------------------------------- finding */

/* Whether there is anything of that name, also a link that leads nowhere. */
static bool exists(const char *directory, const char *name, vt_buffer *path) {
    struct stat about;
    vt_buffer_clear(path);
    vt_buffer_printf(path, "%s/%s", strcmp(directory, "/") == 0 ? "" : directory, name);
    return lstat(vt_buffer_string(path), &about) == 0;
}

/* Cut the last part off an absolute path; false: there is none. */
static bool go_up(char *path) {
    char *slash = strrchr(path, '/');
    if (!slash || !path[1]) return false;
    slash[slash == path] = '\0';
    return true;
}

bool settings_find(char *directory, vt_buffer *found) {
    struct stat about;
    vt_buffer repository = BUFFER_INIT;
    if (stat(directory, &about) == 0 && !S_ISDIR(about.st_mode)) go_up(directory);
    bool ok = exists(directory, SETTINGS_NAME, found);
    while (!ok && !exists(directory, ".git", &repository) && go_up(directory)) {
        ok = exists(directory, SETTINGS_NAME, found);
    }
    vt_buffer_done(&repository);
    return ok;
}

const char *settings_shown(const char *path) {
    char *here = getcwd(NULL, 0);
    size_t size = here ? strlen(here) : 0;
    if (size > 1 && strncmp(path, here, size) == 0 && path[size] == '/') path += size + 1;
    free(here);
    return path;
}

/* ------------------------------------------------------------------ releases */

/* The member of a map; NULL: it is not there. */
static const vitals_value *member(const vitals_value *map, const char *name) {
    uint64_t cursor = 0;
    vitals_text key;
    const vitals_value *value;
    if (!map || vitals_value_type_of(map) != VITALS_VALUE_MAP) return NULL;
    while (vitals_value_next(map, &cursor, &key, &value) == VITALS_OK) {
        if (vt_text_is(key, name)) return value;
    }
    return NULL;
}

/* The text of releases.PROGRAM, for the caller to free; NULL: there is none. */
static char *release_in(const vt_buffer *content, const char *program) {
    vitals_document *document = NULL;
    char *name = NULL;
    if (vitals_document_parse(content->bytes, content->size, NULL, &document, NULL) == VITALS_OK) {
        const vitals_value *value =
            member(member(vitals_document_root(document), "releases"), program);
        if (value && vitals_value_type_of(value) == VITALS_VALUE_STRING) {
            name = text_visible(vitals_value_string(value));
        } else if (value) {
            name = memory_copy_string("not a string"); /* and no release */
        }
    }
    vitals_document_free(document);
    return name;
}

/* false: the file is there and cannot be read. */
static bool read_settings(vt_buffer *content, vt_buffer *path, char *problem, size_t size) {
    cli_problems problems = PROBLEMS_INIT;
    char *directory = getcwd(NULL, 0);
    bool ok = true;
    if (directory && settings_find(directory, path)) {
        ok = file_read_below(directory, vt_buffer_string(path), MAX_FILE_BYTES, content, &problems);
        if (!ok)
            snprintf(problem, size, "%s cannot be read", settings_shown(vt_buffer_string(path)));
    }
    problems_done(&problems);
    free(directory);
    return ok;
}

bool settings_release(release_program program, uint16_t *number, char *problem, size_t size) {
    vt_buffer content = BUFFER_INIT, path = BUFFER_INIT;
    char why[256];
    *number = 0;
    bool ok = read_settings(&content, &path, problem, size);
    char *name = ok && content.size ? release_in(&content, release_word(program)) : NULL;
    if (name && !release_read(program, name, number, why, sizeof why)) {
        snprintf(problem, size, "%s: %s", settings_shown(vt_buffer_string(&path)), why);
        ok = false;
    }
    free(name);
    vt_buffer_done(&content);
    vt_buffer_done(&path);
    return ok;
}
