/* What judged: the version of vitals, its bundle, and the releases whose rules apply. */
#ifndef CLI_OUTPUT_JUDGED_H
#define CLI_OUTPUT_JUDGED_H

#include "base/text.h"

/* What gave the verdicts of a run. */
typedef struct cli_judged {
    vitals_profile profile;
    uint16_t argocd_release, flux_release; /* as in vitals_call */
    uint16_t helm_release;                 /* instead of a profile; 0: not Helm */
    const char *bundle;                    /* NULL: no bundled checks apply */
} cli_judged;

/* Of a call, with the bundle of this program or without. */
cli_judged judged_of_call(const vitals_call *call, bool bundled);
/* {"vitals":"0.2.0","bundle":"854 checks, 1f2e3d4c","argocd":"3.6.1"} */
void judged_add_json(vt_buffer *out, const cli_judged *judged);
/* "vitals 0.2.0, bundle 854 checks, 1f2e3d4c, Argo CD 3.6.1" */
void judged_add_words(vt_buffer *out, const cli_judged *judged);

#endif
