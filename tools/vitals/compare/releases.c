/* Two releases of a program: what an upgrade changes, and why. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "compare/compare.h"
#include "input/settings.h"

/* ------------------------------------------------------------------- options */

const char *compare_bundle_of(const char *word) {
    static const char prefix[] = "vitals@";
    return strncmp(word, prefix, sizeof prefix - 1) == 0 ? word + sizeof prefix - 1 : NULL;
}

/* Take the release out of a list of RULES. false: one sentence is in `problem`. */
static bool take_release(compare_run *run, option_list *words, uint16_t *release, char *problem,
                         size_t size) {
    size_t kept = 0;
    for (size_t i = 0; i < words->count; i++) {
        const release_program before = run->program;
        const char *name = release_of_word(words->items[i], &run->program);
        if (!name) {
            if (compare_bundle_of(words->items[i])) run->sides = SIDES_BUNDLES;
            words->items[kept++] = words->items[i];
        } else if (*release) {
            snprintf(problem, size, "one release a side: %s is the second", words->items[i]);
            return false;
        } else if (run->releases[0] && before != run->program) {
            snprintf(problem, size, "%s and %s are not releases of one program",
                     release_word(before), words->items[i]);
            return false;
        } else if (!release_read(run->program, name, release, problem, size)) {
            return false;
        }
    }
    words->count = kept;
    return true;
}

static bool read_helm(compare_run *run, const compare_options *options, char *problem,
                      size_t size) {
    const bool found =
        options->helm_version
            ? release_read(RELEASE_HELM, options->helm_version, &run->helm_release, problem, size)
            : settings_release(RELEASE_HELM, &run->helm_release, problem, size);
    if (!run->helm_release) run->helm_release = (uint16_t)release_newest(RELEASE_HELM);
    return found;
}

bool compare_read_releases(compare_run *run, compare_options *options, char *problem, size_t size) {
    if (!read_helm(run, options, problem, size)) return false;
    if (!options->from.count) return true;
    run->sides = SIDES_RULES;
    if (!take_release(run, &options->from, &run->releases[0], problem, size) ||
        !take_release(run, &options->to, &run->releases[1], problem, size)) {
        return false;
    }
    if (!run->releases[0] && !run->releases[1]) return true;
    run->sides = SIDES_RELEASES;
    if (run->releases[0] && run->releases[1]) return true;
    const char *word = release_word(run->program);
    snprintf(problem, size,
             "a release of %s is compared with another one: give both as --from %s@VERSION --to "
             "%s@VERSION",
             release_title(run->program), word, word);
    return false;
}

/* --------------------------------------------------------------------- notes */

static const char *name_of(const compare_run *run, unsigned release) {
    release_row row;
    return release_at(run->program, release, &row) ? row.name : "";
}

/* Whether a rule of the user decides: then Argo CD's checks do not matter. */
static bool is_by_user(const compare_answer *answer) {
    return answer->rule && strncmp(answer->rule, "customization ", 14) == 0;
}

/* The release after `release` on the way to `to`. */
static unsigned towards(unsigned release, unsigned to) {
    return release < to ? release + 1 : release - 1;
}

/* The newer of two releases one apart is the one that changed something. */
static unsigned newer(unsigned a, unsigned b) {
    return a > b ? a : b;
}

/* Argo CD's own checks: which release brought, changed or dropped that for the kind; 0: none did. */
static unsigned find_check_change(const compare_run *run, const vitals_document *document) {
    const vitals_text group = vitals_document_group(document),
                      kind = vitals_document_kind(document);
    const unsigned from = run->releases[0], to = run->releases[1];
    const unsigned first = vitals_argocd_check_revision(from, group, kind);
    /* Where the check comes or goes, changes of it in between do not matter. */
    const bool comes_or_goes = !first != !vitals_argocd_check_revision(to, group, kind);
    for (unsigned at = from; at != to; at = towards(at, to)) {
        const unsigned next = towards(at, to);
        const unsigned revision = vitals_argocd_check_revision(next, group, kind);
        if (comes_or_goes ? !revision != !first : revision != first) return newer(at, next);
    }
    return 0;
}

static void add_check_note(const compare_run *run, const vitals_document *document, unsigned at,
                           vt_buffer *note) {
    const vitals_text group = vitals_document_group(document),
                      kind = vitals_document_kind(document);
    const bool before = vitals_argocd_check_revision(run->releases[0], group, kind) != 0;
    const bool after = vitals_argocd_check_revision(run->releases[1], group, kind) != 0;
    vt_buffer_printf(note, "Argo CD %s ", name_of(run, at));
    if (before && after) {
        vt_buffer_add_terminated(
            note, "changed its check for this kind; vitals has one for all releases");
    } else {
        const bool up = run->releases[0] < run->releases[1];
        vt_buffer_add_terminated(note, after == up ? "has the first check for this kind"
                                                   : "has no check for this kind any more");
    }
}

void compare_note_releases(const compare_run *run, const vitals_document *document,
                           compare_result *result) {
    vt_buffer note = BUFFER_INIT;
    const bool own = run->program == RELEASE_ARGOCD && !is_by_user(&result->answers[1]);
    const unsigned changed = own ? find_check_change(run, document) : 0;
    release_row row;
    if (changed) {
        add_check_note(run, document, changed, &note);
        result->other_check = !result->disagree;
    } else if (result->disagree && release_at(run->program, result->changed_at, &row)) {
        vt_buffer_printf(&note, "%s %s: %s", release_title(run->program), row.name, row.about);
    }
    if (note.size) result->note = vt_buffer_take(&note, NULL);
}

void compare_add_releases(const compare_run *run, vt_buffer *out) {
    const bool up = run->releases[0] < run->releases[1];
    const unsigned low = run->releases[!up], high = run->releases[up];
    release_row row;
    for (unsigned i = low + 1; i <= high; i++) {
        if (!release_at(run->program, i, &row) || !*row.about) continue;
        vt_buffer_printf(out, "%s%s: %s\n", up ? "" : "not yet ", row.name, row.about);
    }
}
