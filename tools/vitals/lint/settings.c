/* Finds the .vitals.yaml that applies to a path. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "input/files.h"
#include "lint/lint.h"

#define SETTINGS_NAME ".vitals.yaml"

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

/* Find the settings for an absolute path; `directory` becomes theirs. */
static bool find_above(char *directory, vt_buffer *found) {
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

/* Messages name a file below the working directory as the user would. */
static const char *shown(const char *path) {
    char *here = getcwd(NULL, 0);
    size_t size = here ? strlen(here) : 0;
    if (size > 1 && strncmp(path, here, size) == 0 && path[size] == '/') path += size + 1;
    free(here);
    return path;
}

static void configure(vitals_lint *lint, const char *directory, const char *settings,
                      const char *path, const char *relative, cli_problems *problems) {
    vt_buffer content = BUFFER_INIT;
    vitals_diagnostics *diagnostics = NULL;
    uint64_t most = 0;
    if (vitals_diagnostics_new(NULL, &diagnostics) != VITALS_OK ||
        vitals_limits_get(NULL, "configuration_bytes", &most) != VITALS_OK) {
        memory_exhausted();
    }
    if (file_read_below(directory, settings, most, &content, problems)) {
        const vitals_status status =
            vitals_lint_configure(lint, shown(settings), vt_buffer_string(&content), content.size,
                                  path, relative, diagnostics);
        if (status == VITALS_ENOMEM) memory_exhausted();
        problems_add_all(problems, shown(settings), status, diagnostics);
    }
    vitals_diagnostics_free(diagnostics);
    vt_buffer_done(&content);
}

void lint_find_settings(vitals_lint *lint, const char *path, cli_problems *problems) {
    vt_buffer found = BUFFER_INIT;
    char *whole = realpath(path, NULL);
    char *directory = memory_copy_string(whole);
    if (whole && find_above(directory, &found)) {
        const char *relative = whole + strlen(directory);
        configure(lint, directory, vt_buffer_string(&found), path, relative, problems);
    } else if (vitals_lint_configure(lint, "", "", 0, path, "", NULL) == VITALS_ENOMEM) {
        memory_exhausted();
    }
    vt_buffer_done(&found);
    free(directory);
    free(whole);
}
