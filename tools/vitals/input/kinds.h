/* Names of kinds as kubectl accepts them: the kind, its plural, its short name. */
#ifndef CLI_INPUT_KINDS_H
#define CLI_INPUT_KINDS_H

#include "input/options.h"

/* Whether `word` (Deployment, deployments, deploy, in any case) names `kind`. */
bool kind_is_named(const char *word, vitals_text kind);
/* Whether the first `size` bytes of `word` name a kind that kubectl knows in every cluster, or a custom
** kind with a usual short name. */
bool kind_is_usual(const char *word, size_t size);
/* Whether they name a kind of the core group, which kubectl then means: Service, not that of Knative. */
bool kind_is_core(const char *word, size_t size);
/* Every usual kind and short name. */
void kinds_each(void (*take)(void *user, const char *name), void *user);
/* Offer each of them. */
void kind_suggest(cli_suggestion *suggestion);

#endif
