/*
** Makes a live object fit to be shared: what only the cluster needs is left out, and secrets, host names,
** addresses and e-mail addresses are replaced, the same by the same everywhere.
**
** What is recognised: values of Secrets; values whose key or variable is named like a password; tokens by
** their form (PEM blocks, JSON web tokens, keys of clouds and forges, long random words), credentials in URLs; host
** names below a public suffix or a usual internal one; IPv4 addresses. Names of objects stay: rules may read
** them.
*/
#ifndef CLI_COMMANDS_SCRUB_H
#define CLI_COMMANDS_SCRUB_H

#include "base/text.h"

typedef struct cli_scrub cli_scrub;

cli_scrub *scrub_new(void);
void scrub_free(cli_scrub *scrub);

/* The object without what is to be replaced or left out, to be freed: a fixture. Every command that
** writes one makes it here. An error: it is over a limit. */
vitals_status scrub_document(cli_scrub *scrub, const vitals_document *document,
                             vitals_document **fixture);
/* Append any text with the same replacements, such as a message about the object. */
void scrub_add_text(cli_scrub *scrub, vt_buffer *out, vitals_text from);
/* One line for each change, with its path; secrets are not shown. Empty: nothing was changed. */
const vt_buffer *scrub_changes(const cli_scrub *scrub);
/* The same on stderr. */
void scrub_show_changes(const cli_scrub *scrub);

#endif
