/* Names of releases: argocd@3.1, flux@2.7, helm@4.0. */
#ifndef CLI_INPUT_RELEASES_H
#define CLI_INPUT_RELEASES_H

#include <vitals/kstatus.h>

#include "base/text.h"

/* The programs whose releases are followed. */
typedef enum release_program {
    RELEASE_ARGOCD,
    RELEASE_FLUX,
    RELEASE_HELM,
    RELEASE_PROGRAMS
} release_program;

typedef struct release_row {
    const char *name;  /* "3.1" */
    const char *last;  /* the last patch release that is known */
    const char *about; /* what changed in health with it; or "" */
} release_row;

/* "argocd" and "Argo CD". Static. */
const char *release_word(release_program program);
const char *release_title(release_program program);
/* Release `number`, from 1 for the oldest; false past the end. */
bool release_at(release_program program, unsigned number, release_row *out);
unsigned release_newest(release_program program);
/* The number of a release by its name or that of a patch release. false: one sentence is in `problem`. */
bool release_read(release_program program, const char *name, uint16_t *number, char *problem,
                  size_t size);
/* The part after "argocd@" and so on, and its program; NULL: the word names no release. */
const char *release_of_word(const char *word, release_program *program);

/* What `helm --wait` of a release sees. */
vitals_kstatus_reader release_helm_reader(unsigned number, bool wait_for_jobs);

#endif
