/* Finds the files with objects, and reads files. */
#include "input/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output/memory.h"

static const char *const extensions[] = { ".yaml", ".yml", ".json", ".jsonl", ".ndjson" };

static bool has_extension(const char *name) {
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < COUNT_OF(extensions); i++)
        if (strcmp(dot, extensions[i]) == 0) return true;
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

/* The names in a directory but for hidden ones, sorted. */
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

static void walk(source_list *sources, const char *path, int depth, cli_problems *problems);

/* Links to files are followed, as mounted ConfigMaps need; links to directories are not, so that
** the walk ends. */
static void walk_entry(source_list *sources, const char *path, int depth, cli_problems *problems) {
    struct stat info;
    if (lstat(path, &info) == 0 && S_ISDIR(info.st_mode))
        walk(sources, path, depth + 1, problems);
    else if (has_extension(path) && (stat(path, &info) != 0 || S_ISREG(info.st_mode)))
        add_source(sources, path, false);
}

static void walk(source_list *sources, const char *path, int depth, cli_problems *problems) {
    name_list names = { NULL, 0 };
    cli_text entry = TEXT_INIT;
    if (depth > DIRECTORY_DEPTH) {
        problems_add_error(problems, path, "directories nest deeper than %d", DIRECTORY_DEPTH);
        return;
    }
    read_names(path, &names, problems);
    for (size_t i = 0; i < names.count; i++) {
        text_clear(&entry);
        text_add_string(&entry, path);
        if (path[strlen(path) - 1] != '/') text_add_string(&entry, "/");
        text_add_string(&entry, names.items[i]);
        walk_entry(sources, text_string(&entry), depth, problems);
        free(names.items[i]);
    }
    free(names.items);
    text_done(&entry);
}

static void find_in_directory(source_list *sources, const char *path, cli_problems *problems) {
    const size_t before = sources->count, errors = problems->errors;
    walk(sources, path, 0, problems);
    if (sources->count == before && problems->errors == errors)
        problems_add_error(problems, path,
                           "no .yaml, .yml, .json, .jsonl or .ndjson file in this directory");
}

void sources_find(source_list *sources, const option_list *words, cli_problems *problems) {
    for (size_t i = 0; i < words->count; i++) {
        const char *path = words->items[i];
        struct stat info;
        if (strcmp(path, "-") == 0)
            add_source(sources, path, true);
        else if (stat(path, &info) != 0)
            problems_add_error(problems, path, "%s", strerror(errno));
        else if (S_ISDIR(info.st_mode))
            find_in_directory(sources, path, problems);
        else
            add_source(sources, path, true);
    }
}

void sources_done(source_list *sources) {
    for (size_t i = 0; i < sources->count; i++) free(sources->items[i].path);
    free(sources->items);
    *sources = (source_list){ NULL, 0 };
}

/* ----------------------------------------------------------------- reading */

int source_open(const cli_source *source, cli_problems *problems) {
    if (strcmp(source->path, "-") == 0) return STDIN_FILENO;
    const int descriptor = open(source->path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) problems_add_error(problems, source->path, "%s", strerror(errno));
    return descriptor;
}

void source_close(int descriptor) {
    if (descriptor > STDERR_FILENO) close(descriptor);
}

static bool read_all(int descriptor, const char *path, uint64_t max_bytes, cli_text *content,
                     cli_problems *problems) {
    char buffer[65536];
    for (;;) {
        const ssize_t got = read(descriptor, buffer, sizeof buffer);
        if (got == 0) return true;
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) {
            problems_add_error(problems, path, "%s", strerror(errno));
            return false;
        }
        text_add(content, buffer, (size_t)got);
        if (content->size > max_bytes) {
            problems_add_error(problems, path, "longer than %llu bytes (limit configuration_bytes)",
                               (unsigned long long)max_bytes);
            return false;
        }
    }
}

bool file_read(const char *path, uint64_t max_bytes, cli_text *content, cli_problems *problems) {
    const cli_source source = { memory_copy_string(path), true, 0, 0 };
    const int descriptor = source_open(&source, problems);
    const bool ok = descriptor >= 0 && read_all(descriptor, path, max_bytes, content, problems);
    source_close(descriptor);
    free(source.path);
    return ok;
}
