/* The settings of a repository, .vitals.yaml: finding them, and the releases that they pin. */
#ifndef CLI_INPUT_SETTINGS_H
#define CLI_INPUT_SETTINGS_H

#include "base/problems.h"
#include "input/releases.h"

/* Find the .vitals.yaml that applies to an absolute path: in its directory or in the nearest one above it, as far as
** the root of the git repository. `directory` is cut to where it is, and `found` becomes its path. */
bool settings_find(char *directory, vt_buffer *found);
/* How messages name a path below the working directory. */
const char *settings_shown(const char *path);
/* The release of a program that the settings of the working directory pin; 0: none. false: they cannot be read, or name
** no release that is known: one sentence is in `problem`. */
bool settings_release(release_program program, uint16_t *number, char *problem, size_t size);

#endif
