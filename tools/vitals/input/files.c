/* Finds the files with objects, and reads files. */
#include "input/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "input/below.h"
#include "input/check.h"

static const char *const extensions[] = { ".yaml", ".yml", ".json", ".jsonl", ".ndjson" };

bool file_has_extension(const char *name) {
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < COUNT_OF(extensions); i++) {
        if (strcmp(dot, extensions[i]) == 0) return true;
    }
    return false;
}

static void add_source(source_list *sources, const char *path, bool named) {
    sources->items = memory_grow(sources->items, sources->count, sizeof *sources->items);
    sources->items[sources->count++] = (cli_source){ memory_copy_string(path), named, 0, 0 };
}

/* ------------------------------------------------------------- directories */

typedef struct name_list {
    char **items;
    size_t count;
} name_list;

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names in a directory except hidden ones, sorted. */
static bool read_names(const char *path, name_list *names, cli_problems *problems) {
    DIR *directory = opendir(path);
    if (!directory) {
        problems_add_error(problems, path, "%s", strerror(errno));
        return false;
    }
    for (const struct dirent *entry; (entry = readdir(directory));) {
        if (entry->d_name[0] == '.') continue;
        names->items = memory_grow(names->items, names->count, sizeof *names->items);
        names->items[names->count++] = memory_copy_string(entry->d_name);
    }
    closedir(directory);
    if (names->count) qsort(names->items, names->count, sizeof *names->items, compare_names);
    return true;
}

/* A walk through a directory. */
typedef struct file_walk {
    source_list *sources;
    const char *root;
    cli_problems *problems;
} file_walk;

static void walk(const file_walk *at, const char *path, int depth);

/* Links to files below the root are followed, as mounted ConfigMaps need; links to directories are
** not, so that the walk ends. */
static void walk_entry(const file_walk *at, const char *path, int depth) {
    struct stat info;
    const bool known = lstat(path, &info) == 0, link = known && S_ISLNK(info.st_mode);
    if (known && S_ISDIR(info.st_mode)) {
        walk(at, path, depth + 1);
    } else if (file_has_extension(path) && (stat(path, &info) != 0 || S_ISREG(info.st_mode))) {
        const char *why = link ? below_problem(at->root, path) : NULL;
        if (why) problems_add_error(at->problems, path, "%s", why);
        if (!why) add_source(at->sources, path, false);
    }
}

static void walk(const file_walk *at, const char *path, int depth) {
    name_list names = { NULL, 0 };
    vt_buffer entry = BUFFER_INIT;
    if (depth > DIRECTORY_DEPTH) {
        problems_add_error(at->problems, path, "directories nest deeper than %d", DIRECTORY_DEPTH);
        return;
    }
    read_names(path, &names, at->problems);
    for (size_t i = 0; i < names.count; i++) {
        vt_buffer_clear(&entry);
        vt_buffer_add_terminated(&entry, path);
        if (path[strlen(path) - 1] != '/') vt_buffer_add_terminated(&entry, "/");
        vt_buffer_add_terminated(&entry, names.items[i]);
        walk_entry(at, vt_buffer_string(&entry), depth);
        free(names.items[i]);
    }
    free(names.items);
    vt_buffer_done(&entry);
}

static void find_in_directory(source_list *sources, const char *path, cli_problems *problems) {
    const size_t before = sources->count, errors = problems->errors;
    walk(&(file_walk){ sources, path, problems }, path, 0);
    if (sources->count == before && problems->errors == errors) {
        problems_add_error(problems, path,
                           "no .yaml, .yml, .json, .jsonl or .ndjson file in this directory");
    }
}

bool sources_default_to_stdin(option_list *words) {
    if (words->count) return true;
    if (isatty(STDIN_FILENO)) return false;
    option_list_add(words, "-");
    return true;
}

void sources_find(source_list *sources, const option_list *words, cli_problems *problems) {
    for (size_t i = 0; i < words->count; i++) {
        const char *path = words->items[i];
        struct stat info;
        if (strcmp(path, "-") == 0) {
            add_source(sources, path, true);
        } else if (stat(path, &info) != 0) {
            problems_add_error(problems, path, "%s",
                               strstr(path, "://") ? "vitals reads no addresses: type "
                                                     "`curl -sSfL ADDRESS | vitals … -f -`"
                                                   : strerror(errno));
        } else if (S_ISDIR(info.st_mode)) {
            find_in_directory(sources, path, problems);
        } else {
            add_source(sources, path, true);
        }
    }
}

size_t sources_count_objects(const source_list *sources) {
    size_t objects = 0;
    for (size_t i = 0; i < sources->count; i++) objects += sources->items[i].objects;
    return objects;
}

void sources_done(source_list *sources) {
    for (size_t i = 0; i < sources->count; i++) free(sources->items[i].path);
    free(sources->items);
    *sources = (source_list){ NULL, 0 };
}

/* ----------------------------------------------------------------- reading */

int source_open(const cli_source *source, cli_problems *problems) {
    if (strcmp(source->path, "-") == 0) return STDIN_FILENO;
    const int descriptor =
        open(source->path, O_RDONLY | O_CLOEXEC | (source->named ? 0 : O_NONBLOCK));
    if (descriptor < 0) problems_add_error(problems, source->path, "%s", strerror(errno));
    return descriptor;
}

void source_close(int descriptor) {
    if (descriptor > STDERR_FILENO) close(descriptor);
}

/* stdin is read once in a run. */
static enum { STDIN_UNREAD, STDIN_EMPTY, STDIN_FILLED } stdin_state;

ptrdiff_t source_read(void *descriptor, char *buffer, size_t capacity) {
    const int from = *(const int *)descriptor;
    ssize_t got;
    do {
        got = read(from, buffer, capacity);
    } while (got < 0 && errno == EINTR);
    if (from == STDIN_FILENO && got > 0) stdin_state = STDIN_FILLED;
    if (from == STDIN_FILENO && stdin_state == STDIN_UNREAD) stdin_state = STDIN_EMPTY;
    return got;
}

void source_report_none(cli_problems *problems, const char *text) {
    const bool empty = stdin_state == STDIN_EMPTY;
    problems_add_error(problems, NULL, "%s", empty ? "standard input is empty" : text);
}

static bool read_all(int descriptor, const char *path, uint64_t max_bytes, vt_buffer *content,
                     cli_problems *problems) {
    char buffer[65536];
    for (;;) {
        const ptrdiff_t got = source_read(&descriptor, buffer, sizeof buffer);
        if (got == 0) return true;
        if (got < 0) {
            problems_add_error(problems, path, "%s", strerror(errno));
            return false;
        }
        vt_buffer_add_bytes(content, buffer, (size_t)got);
        if (content->size > max_bytes) {
            problems_add_error(problems, path, "longer than %llu bytes (limit configuration_bytes)",
                               (unsigned long long)max_bytes);
            return false;
        }
    }
}

bool file_read_below(const char *root, const char *path, uint64_t max_bytes, vt_buffer *content,
                     cli_problems *problems) {
    const char *why;
    const int descriptor = below_open(root, path, &why);
    if (descriptor < 0) problems_add_error(problems, path, "%s", why);
    const bool ok = descriptor >= 0 && read_all(descriptor, path, max_bytes, content, problems);
    source_close(descriptor);
    return ok;
}

bool file_read(const char *path, uint64_t max_bytes, vt_buffer *content, cli_problems *problems) {
    const cli_source source = { memory_copy_string(path), true, 0, 0 };
    const int descriptor = source_open(&source, problems);
    const bool ok = descriptor >= 0 && read_all(descriptor, path, max_bytes, content, problems);
    source_close(descriptor);
    free(source.path);
    return ok;
}

static void read_lines(FILE *input, take_line_fn take, void *user) {
    char *line = NULL;
    size_t capacity = 0, number = 0;
    for (ssize_t size; (size = getline(&line, &capacity, input)) > 0;) {
        number++;
        if (strspn(line, " \t\r\n") < (size_t)size) {
            take(user, (vitals_text){ line, (size_t)size }, number);
        }
    }
    free(line);
}

void file_read_lines(const char *path, take_line_fn take, void *user, cli_problems *problems) {
    const bool from_stdin = strcmp(path, "-") == 0;
    FILE *input = from_stdin ? stdin : fopen(path, "r");
    if (input) read_lines(input, take, user);
    if (!input || ferror(input)) problems_add_error(problems, path, "%s", strerror(errno));
    if (input && !from_stdin) fclose(input);
}

/* --------------------------------------------------------------- documents */

/* With `checks` only what is an object is taken. */
static void parse_piece(const cli_source *source, const vitals_piece *piece, take_document_fn take,
                        void *user, bool checks, cli_problems *problems,
                        vitals_diagnostics *diagnostics) {
    vitals_document *document = NULL;
    vitals_event event = VITALS_EVENT_NONE;
    const vitals_status status = vitals_piece_parse(piece, &document, &event, diagnostics);
    if (status == VITALS_ENOMEM) memory_exhausted();
    if (status == VITALS_OK &&
        (!checks || check_object(source, document, event, problems) == OBJECT_THERE)) {
        take(user, document);
    } else {
        vitals_document_free(document);
    }
    if (status != VITALS_ENOTFOUND) problems_add_all(problems, source->path, status, diagnostics);
}

static vitals_stream *open_stream(const cli_source *source, const vitals_limits *limits,
                                  int *descriptor) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    vitals_stream *stream = NULL;
    options.limits = limits;
    options.file = source->path;
    if (vitals_stream_new(&options, source_read, descriptor, &stream) != VITALS_OK) {
        memory_exhausted();
    }
    return stream;
}

void source_read_documents(const cli_source *source, const vitals_limits *limits,
                           take_document_fn take, void *user, cli_problems *problems,
                           size_t *errors, cli_coverage *coverage) {
    int descriptor = source_open(source, problems);
    if (descriptor < 0) {
        problems_print_unread(problems, errors, coverage, SIZE_MAX);
        return;
    }
    vitals_stream *stream = open_stream(source, limits, &descriptor);
    vitals_diagnostics *diagnostics = NULL;
    if (vitals_diagnostics_new(NULL, &diagnostics) != VITALS_OK) memory_exhausted();
    vitals_status status = VITALS_OK;
    while (status != VITALS_ENOTFOUND && status != VITALS_EREAD) {
        vitals_piece *piece = NULL;
        status = vitals_stream_next(stream, &piece, diagnostics);
        if (status == VITALS_ENOMEM) memory_exhausted();
        if (status == VITALS_OK) {
            parse_piece(source, piece, take, user, coverage != NULL, problems, diagnostics);
        } else if (status != VITALS_ENOTFOUND) {
            problems_add_all(problems, source->path, status, diagnostics);
        }
        vitals_piece_free(piece);
        vitals_diagnostics_clear(diagnostics);
        problems_print_unread(problems, errors, coverage, 1);
    }
    vitals_diagnostics_free(diagnostics);
    vitals_stream_free(stream);
    source_close(descriptor);
}
