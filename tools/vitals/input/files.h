/* The files and directories given with -f, and reading them. */
#ifndef CLI_INPUT_FILES_H
#define CLI_INPUT_FILES_H

#include "base/problems.h"
#include "input/options.h"

typedef struct cli_source {
    char *path;             /* "-" is stdin */
    bool named;             /* given by name, not found in a directory */
    size_t objects, errors; /* found in it */
} cli_source;

typedef struct source_list {
    cli_source *items;
    size_t count;
} source_list;

/* Directories nest at most this deep. */
enum { DIRECTORY_DEPTH = 64 };

/* A file with an object or with configuration is at most this long. */
enum { MAX_FILE_BYTES = 64 << 20 };

/* .yaml, .yml, .json, .jsonl or .ndjson. */
bool file_has_extension(const char *name);
/* Without any word stdin is read. false: stdin is a terminal, so there is nothing to read. */
bool sources_default_to_stdin(option_list *words);
/* The files for FILE, DIR and -; directories are walked in the order of names. What does not exist
** is a problem, and skipped. */
void sources_find(source_list *sources, const option_list *words, cli_problems *problems);
/* Objects read so far, selected or not. */
size_t sources_count_objects(const source_list *sources);
void sources_done(source_list *sources);

/* A file descriptor to close with source_close, or -1 and a problem. */
int source_open(const cli_source *source, cli_problems *problems);
void source_close(int descriptor);

/* A vitals_read_fn over an int: read(2), but for EINTR. */
ptrdiff_t source_read(void *descriptor, char *buffer, size_t capacity);

/* The error where there is no object: that stdin was empty, or else `text`. */
void source_report_none(cli_problems *problems, const char *text);

/* Parse the objects of a source in their order; `take` owns each. What cannot be read is printed
** as it comes, added to `errors`, and becomes part of the coverage. Without `coverage` documents
** that are not objects are taken, too. */
typedef void (*take_document_fn)(void *user, vitals_document *document);
void source_read_documents(const cli_source *source, const vitals_limits *limits,
                           take_document_fn take, void *user, cli_problems *problems,
                           size_t *errors, cli_coverage *coverage);

/* A whole file, "-" for stdin. */
bool file_read(const char *path, uint64_t max_bytes, vt_buffer *content, cli_problems *problems);
/* A whole regular file below the directory `root`, whose content others may have written. */
bool file_read_below(const char *root, const char *path, uint64_t max_bytes, vt_buffer *content,
                     cli_problems *problems);
/* Every line that is not blank, numbered from 1; "-" for stdin. */
typedef void (*take_line_fn)(void *user, vitals_text line, size_t number);
void file_read_lines(const char *path, take_line_fn take, void *user, cli_problems *problems);

#endif
