/* Gives a lint the .vitals.yaml that applies to a path. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "input/files.h"
#include "input/settings.h"
#include "lint/lint.h"

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
            vitals_lint_configure(lint, settings_shown(settings), vt_buffer_string(&content),
                                  content.size, path, relative, diagnostics);
        if (status == VITALS_ENOMEM) memory_exhausted();
        problems_add_all(problems, settings_shown(settings), status, diagnostics);
    }
    vitals_diagnostics_free(diagnostics);
    vt_buffer_done(&content);
}

void lint_find_settings(vitals_lint *lint, const char *path, cli_problems *problems) {
    vt_buffer found = BUFFER_INIT;
    char *whole = realpath(path, NULL);
    char *directory = memory_copy_string(whole);
    if (whole && settings_find(directory, &found)) {
        const char *relative = whole + strlen(directory);
        configure(lint, directory, vt_buffer_string(&found), path, relative, problems);
    } else if (vitals_lint_configure(lint, "", "", 0, path, "", NULL) == VITALS_ENOMEM) {
        memory_exhausted();
    }
    vt_buffer_done(&found);
    free(directory);
    free(whole);
}
