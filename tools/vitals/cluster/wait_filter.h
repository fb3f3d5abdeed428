/* Which members of an application count, by --resource of `vitals wait`. */
#ifndef CLI_CLUSTER_WAIT_FILTER_H
#define CLI_CLUSTER_WAIT_FILTER_H

#include <vitals/live.h>

#include "input/options.h"

/*
** Words name members as KIND/NAME, KIND/NAMESPACE/NAME, or as `argocd app wait` takes them: GROUP:KIND:NAME and
** GROUP:KIND:NAMESPACE/NAME. A * alone is any. With ! before it the word leaves members out.
*/

/* NULL, or the first word that cannot be read. */
const char *wait_filter_wrong(const option_list *words);
/* Whether a member counts: a word without ! names it, or there is none, and no word with ! does. */
bool wait_filter_takes(const option_list *words, const vitals_live_object *object);

#endif
