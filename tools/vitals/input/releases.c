/* The releases of the programs that vitals follows, and those of Helm 4: see releases.h. */
#include "input/releases.h"

#include <string.h>

#include "base/memory.h"

/* ------------------------------------------------------------------------- Helm */

/* HELM: go.mod names fluxcd/cli-utils v0.36.0-flux.14 in 4.0, v0.37.0-flux.1 in 4.1.0 and 4.1.1, v0.37.2-flux.1
** from 4.1.2 on, v1.2 in 4.2 and v1.2.2 in 4.3. */
/* clang-format off */
static const struct helm_release {
    const char *minor;
    unsigned first, last; /* patch releases */
    release_row row;
    vitals_kstatus_reader wait, wait_for_jobs;
} helm_releases[] = {
    { "4.0", 0, 5, { "4.0", "4.0.5", "" },
      VITALS_KSTATUS_READER_HELM_4_0, VITALS_KSTATUS_READER_HELM_4_0_JOBS },
    { "4.1", 0, 1, { "4.1.0", "4.1.1", "" },
      VITALS_KSTATUS_READER_HELM_4_0, VITALS_KSTATUS_READER_HELM_4_0_JOBS },
    { "4.1", 2, 4, { "4.1", "4.1.4",
        "Pods that wait for a node or are being deleted no longer make their workload Failed" },
      VITALS_KSTATUS_READER_HELM, VITALS_KSTATUS_READER_HELM_JOBS },
    { "4.2", 0, 4, { "4.2", "4.2.4", "" },
      VITALS_KSTATUS_READER_HELM, VITALS_KSTATUS_READER_HELM_JOBS },
    { "4.3", 0, 1, { "4.3", "4.3.1", "" },
      VITALS_KSTATUS_READER_HELM, VITALS_KSTATUS_READER_HELM_JOBS },
};
/* clang-format on */

static bool helm_at(unsigned number, release_row *out) {
    if (number - 1 >= COUNT_OF(helm_releases)) return false;
    *out = helm_releases[number - 1].row;
    return true;
}

/* "4.1" is its last patch release. */
static bool is_helm(const struct helm_release *release, const char *name) {
    const size_t head = strlen(release->minor);
    if (*name == 'v') name++;
    if (strcmp(name, release->row.name) == 0) return true;
    if (strncmp(name, release->minor, head) != 0) return false;
    char *end;
    if (name[head] != '.' || name[head + 1] < '0' || name[head + 1] > '9') return false;
    const unsigned long patch = strtoul(name + head + 1, &end, 10);
    return !*end && patch >= release->first && patch <= release->last;
}

static vitals_status helm_from_name(const char *name, uint16_t *out) {
    for (uint16_t i = 0; i < COUNT_OF(helm_releases); i++) {
        if (!is_helm(&helm_releases[i], name)) continue;
        *out = (uint16_t)(i + 1);
        return VITALS_OK;
    }
    return VITALS_ENOTFOUND;
}

vitals_kstatus_reader release_helm_reader(unsigned number, bool wait_for_jobs) {
    const struct helm_release *release = &helm_releases[number - 1];
    return wait_for_jobs ? release->wait_for_jobs : release->wait;
}

/* -------------------------------------------------------------- Argo CD and Flux */

static bool argocd_at(unsigned number, release_row *out) {
    vitals_argocd_release found;
    if (!vitals_argocd_release_at(number - 1U, &found, sizeof found)) return false;
    *out = (release_row){ found.name, found.last, found.about };
    return true;
}

static bool flux_at(unsigned number, release_row *out) {
    vitals_flux_release found;
    if (!vitals_flux_release_at(number - 1U, &found, sizeof found)) return false;
    *out = (release_row){ found.name, found.last, found.about };
    return true;
}

/* ------------------------------------------------------------------- the programs */

static const struct program_row {
    const char *word, *title;
    bool (*at)(unsigned number, release_row *out);
    vitals_status (*from_name)(const char *name, uint16_t *out);
} programs[RELEASE_PROGRAMS] = {
    [RELEASE_ARGOCD] = { "argocd", "Argo CD", argocd_at, vitals_argocd_release_from_name },
    [RELEASE_FLUX] = { "flux", "Flux", flux_at, vitals_flux_release_from_name },
    [RELEASE_HELM] = { "helm", "Helm", helm_at, helm_from_name },
};

const char *release_word(release_program program) {
    return programs[program].word;
}

const char *release_title(release_program program) {
    return programs[program].title;
}

bool release_at(release_program program, unsigned number, release_row *out) {
    return number && programs[program].at(number, out);
}

unsigned release_newest(release_program program) {
    release_row row;
    unsigned number = 1;
    while (release_at(program, number + 1, &row)) number++;
    return number;
}

bool release_read(release_program program, const char *name, uint16_t *number, char *problem,
                  size_t size) {
    release_row row;
    vt_buffer names = BUFFER_INIT;
    if (programs[program].from_name(name, number) == VITALS_OK) return true;
    for (unsigned i = 1; release_at(program, i, &row); i++) {
        vt_buffer_printf(&names, "%s%s to %s", i > 1 ? ", " : "", row.name, row.last);
    }
    snprintf(problem, size, "no release '%s' of %s is known; there are %s", name,
             programs[program].title, vt_buffer_string(&names));
    vt_buffer_done(&names);
    return false;
}

const char *release_of_word(const char *word, release_program *program) {
    for (int i = 0; i < RELEASE_PROGRAMS; i++) {
        const size_t size = strlen(programs[i].word);
        if (strncmp(word, programs[i].word, size) != 0 || word[size] != '@') continue;
        *program = (release_program)i;
        return word + size + 1;
    }
    return NULL;
}
