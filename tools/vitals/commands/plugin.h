/* vitals as a plugin of kubectl: `kubectl vitals`. */
#ifndef CLI_COMMANDS_PLUGIN_H
#define CLI_COMMANDS_PLUGIN_H

#include <stdbool.h>

/*
** Whether the program was called as kubectl_complete-vitals. kubectl runs that for what is typed after `kubectl
** vitals`, the last word being unfinished.
*/
bool plugin_completes(const char *program);
/* Print what the last of `words` may become, one on a line, and then kubectl's directive: ":4" no files, ":0"
** files too. Returns the exit status. */
int plugin_complete(int count, char **words);

#endif
