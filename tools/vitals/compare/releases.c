/* Two releases of Argo CD: what an upgrade changes, and why. The releases of Helm 4. */
#include <stdlib.h>
#include <string.h>

#include <vitals/kstatus.h>

#include "base/memory.h"
#include "compare/compare.h"

static const char prefix[] = "argocd@";

const char *compare_release_of(const char *word) {
    return strncmp(word, prefix, sizeof prefix - 1) == 0 ? word + sizeof prefix - 1 : NULL;
}

/* Take the release out of a list of RULES. false: one sentence is in `problem`. */
static bool take_release(option_list *words, uint16_t *release, char *problem, size_t size) {
    size_t kept = 0;
    for (size_t i = 0; i < words->count; i++) {
        const char *name = compare_release_of(words->items[i]);
        if (!name) {
            words->items[kept++] = words->items[i];
        } else if (*release) {
            snprintf(problem, size, "one release a side: %s is the second", words->items[i]);
            return false;
        } else if (!rules_read_release(name, release, problem, size)) {
            return false;
        }
    }
    words->count = kept;
    return true;
}

bool compare_read_releases(compare_run *run, compare_options *options, char *problem, size_t size) {
    if (!take_release(&options->from, &run->releases[0], problem, size) ||
        !take_release(&options->to, &run->releases[1], problem, size)) {
        return false;
    }
    run->by_releases = run->releases[0] || run->releases[1];
    if (run->by_releases && !(run->releases[0] && run->releases[1])) {
        snprintf(problem, size,
                 "a release of Argo CD is compared with another one: give both as "
                 "--from argocd@VERSION --to argocd@VERSION");
        return false;
    }
    return true;
}

static const char *name_of(unsigned release) {
    vitals_argocd_release found;
    return vitals_argocd_release_at(release - 1, &found, sizeof found) ? found.name : "";
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
    vt_buffer_printf(note, "Argo CD %s ", name_of(at));
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
    const unsigned changed = is_by_user(&result->answers[1]) ? 0 : find_check_change(run, document);
    vitals_argocd_release release;
    if (changed) {
        add_check_note(run, document, changed, &note);
        result->other_check = !result->disagree;
    } else if (result->disagree && result->changed_at &&
               vitals_argocd_release_at(result->changed_at - 1U, &release, sizeof release)) {
        vt_buffer_printf(&note, "Argo CD %s: %s", release.name, release.about);
    }
    if (note.size) result->note = vt_buffer_take(&note, NULL);
}

void compare_add_releases(const compare_run *run, vt_buffer *out) {
    const bool up = run->releases[0] < run->releases[1];
    const unsigned low = run->releases[!up], high = run->releases[up];
    vitals_argocd_release release;
    for (unsigned i = low; i < high; i++) {
        if (!vitals_argocd_release_at(i, &release, sizeof release) || !*release.about) continue;
        vt_buffer_printf(out, "%s%s: %s\n", up ? "" : "not yet ", release.name, release.about);
    }
}

/* ------------------------------------------------------------------------- Helm */

/* HELM: go.mod names fluxcd/cli-utils v0.36.0-flux.14 in 4.0, v0.37.0-flux.1 in 4.1.0 and 4.1.1, v0.37.2-flux.1
** from 4.1.2 on, v1.2 in 4.2 and v1.2.2 in 4.3. */
static const struct helm_release {
    const char *name;
    unsigned first, last; /* patch releases */
    vitals_kstatus_reader wait, wait_for_jobs;
} helm_releases[] = {
    { "4.0", 0, 5, VITALS_KSTATUS_READER_HELM_4_0, VITALS_KSTATUS_READER_HELM_4_0_JOBS },
    { "4.1", 0, 1, VITALS_KSTATUS_READER_HELM_4_0, VITALS_KSTATUS_READER_HELM_4_0_JOBS },
    { "4.1", 2, 4, VITALS_KSTATUS_READER_HELM, VITALS_KSTATUS_READER_HELM_JOBS },
    { "4.2", 0, 4, VITALS_KSTATUS_READER_HELM, VITALS_KSTATUS_READER_HELM_JOBS },
    { "4.3", 0, 1, VITALS_KSTATUS_READER_HELM, VITALS_KSTATUS_READER_HELM_JOBS },
};

/* "4.1" is its last patch release. */
static bool is_helm(const struct helm_release *release, const char *name, bool last_row) {
    const size_t head = strlen(release->name);
    if (*name == 'v') name++;
    if (strncmp(name, release->name, head) != 0) return false;
    if (!name[head]) return last_row;
    char *end;
    if (name[head] != '.' || name[head + 1] < '0' || name[head + 1] > '9') return false;
    const unsigned long patch = strtoul(name + head + 1, &end, 10);
    return !*end && patch >= release->first && patch <= release->last;
}

static const struct helm_release *find_helm(const char *name) {
    const size_t count = COUNT_OF(helm_releases);
    if (!name) return &helm_releases[count - 1];
    for (size_t i = 0; i < count; i++) {
        const struct helm_release *release = &helm_releases[i];
        const bool last = i + 1 == count || strcmp(release->name, release[1].name) != 0;
        if (is_helm(release, name, last)) return release;
    }
    return NULL;
}

bool compare_read_helm(compare_run *run, const compare_options *options, char *problem,
                       size_t size) {
    const struct helm_release *found = find_helm(options->helm_version);
    if (found) {
        run->helm_reader = options->wait_for_jobs ? found->wait_for_jobs : found->wait;
        return true;
    }
    snprintf(problem, size,
             "no release '%s' of Helm 4 is known; there are 4.0 to 4.0.5, 4.1 to 4.1.4, 4.2 to "
             "4.2.4, 4.3 to 4.3.1",
             options->helm_version);
    return false;
}
