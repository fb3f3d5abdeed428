/* What a word that is being typed may become, for every shell and for `kubectl vitals`. */
#ifndef CLI_COMMANDS_COMPLETE_H
#define CLI_COMMANDS_COMPLETE_H

/* The command that the scripts of `vitals completion` run: `vitals __complete WORD…`. */
#define COMPLETE_COMMAND "__complete"

/*
** Print what the last of `words` may become, one on a line, with a tab and a description where there is one, and then
** kubectl's directive: ":4" no files, ":0" files too. Reads the kubeconfig for contexts, and the files among `words`
** for names; asks no server. Returns the exit status.
*/
int complete_words(int count, char **words);

#endif
