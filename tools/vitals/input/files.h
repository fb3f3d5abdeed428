/* Files and directories that were named with -f, and reading them. */
#ifndef CLI_INPUT_FILES_H
#define CLI_INPUT_FILES_H

#include "input/options.h"
#include "output/problems.h"

typedef struct cli_source {
    char *path;             /* "-" is stdin */
    bool named;             /* given by name, not met in a directory */
    size_t objects, errors; /* what it turned out to hold */
} cli_source;

typedef struct source_list {
    cli_source *items;
    size_t count;
} source_list;

/* Directories nest at most this deep. */
enum { DIRECTORY_DEPTH = 64 };

/* The files behind FILE, DIR and -, directories walked in the order of names. What is not there
** is a problem and left out. */
void sources_find(source_list *sources, const option_list *words, cli_problems *problems);
void sources_done(source_list *sources);

/* The file descriptor of a source, or -1 and a problem. Close with source_close. */
int source_open(const cli_source *source, cli_problems *problems);
void source_close(int descriptor);

/* A whole file, "-" for stdin. */
bool file_read(const char *path, uint64_t max_bytes, cli_text *content, cli_problems *problems);

#endif
