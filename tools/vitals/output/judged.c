/* What judged: see judged.h. */
#include "output/judged.h"

#include <string.h>

#include "input/releases.h"

static const char *bundle_of_program(void) {
    const char *name, *version;
    for (size_t i = 0; vitals_version_of(i, &name, &version); i++) {
        if (strcmp(name, "bundle") == 0) return version;
    }
    return NULL;
}

cli_judged judged_of_call(const vitals_call *call, bool bundled) {
    const bool has_bundle =
        call->profile == VITALS_PROFILE_COMBINED || call->profile == VITALS_PROFILE_ARGOCD;
    return (cli_judged){ .profile = call->profile,
                         .argocd_release = call->argocd_release,
                         .flux_release = call->flux_release,
                         .bundle = bundled && has_bundle ? bundle_of_program() : NULL };
}

/* The program whose rules apply beside those of vitals, and its release. */
static bool find_program(const cli_judged *judged, release_program *program, release_row *row) {
    unsigned number = judged->argocd_release;
    *program = RELEASE_ARGOCD;
    if (judged->helm_release) {
        *program = RELEASE_HELM;
        number = judged->helm_release;
    } else if (judged->profile == VITALS_PROFILE_FLUX ||
               judged->profile == VITALS_PROFILE_KSTATUS) {
        *program = RELEASE_FLUX;
        number = judged->flux_release;
    }
    return release_at(*program, number ? number : release_newest(*program), row);
}

void judged_add_json(vt_buffer *out, const cli_judged *judged) {
    release_program program;
    release_row row;
    vt_buffer_printf(out, "{\"vitals\":\"%s\"", vitals_version());
    if (judged->bundle) {
        vt_buffer_add_terminated(out, ",\"bundle\":");
        vt_quote_append_json(out, vt_text_from(judged->bundle));
    }
    if (find_program(judged, &program, &row)) {
        vt_buffer_printf(out, ",\"%s\":\"%s\"", release_word(program), row.last);
    }
    vt_buffer_add_terminated(out, "}");
}

void judged_add_words(vt_buffer *out, const cli_judged *judged) {
    release_program program;
    release_row row;
    vt_buffer_printf(out, "vitals %s", vitals_version());
    if (judged->bundle) {
        vt_buffer_add_terminated(out, ", bundle ");
        vt_quote_append_visible(out, vt_text_from(judged->bundle));
    }
    if (find_program(judged, &program, &row)) {
        vt_buffer_printf(out, ", %s %s", release_title(program), row.last);
    }
}
