/* Watches the files of checks: compares their times ten times a second. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/memory.h"
#include "output/show_tests.h"

enum { MAX_DEPTH = 16, PAUSE_NANOSECONDS = 100000000 };

/* One file at the time of a snapshot. */
typedef struct seen_file {
    char *path;
    struct timespec modified;
    off_t size;
} seen_file;

typedef struct snapshot {
    seen_file *files;
    size_t count;
} snapshot;

static void snapshot_done(snapshot *shot) {
    for (size_t i = 0; i < shot->count; i++) free(shot->files[i].path);
    free(shot->files);
    *shot = (snapshot){ NULL, 0 };
}

static void scan(snapshot *shot, const char *path, unsigned depth);

static void scan_directory(snapshot *shot, const char *path, unsigned depth) {
    DIR *directory = opendir(path);
    if (!directory) return;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        if (entry->d_name[0] == '.') continue;
        vt_buffer inner = BUFFER_INIT;
        vt_buffer_printf(&inner, "%s/%s", path, entry->d_name);
        scan(shot, vt_buffer_string(&inner), depth + 1);
        vt_buffer_done(&inner);
    }
    closedir(directory);
}

/* Recursion is bounded by MAX_DEPTH. */
static void scan(snapshot *shot, const char *path, unsigned depth) {
    struct stat about, link;
    if (depth > MAX_DEPTH || stat(path, &about) != 0) return;
    if (S_ISDIR(about.st_mode)) {
        /* As in tests, links to directories are not followed unless they are named. */
        if (depth && (lstat(path, &link) != 0 || S_ISLNK(link.st_mode))) return;
        scan_directory(shot, path, depth);
        return;
    }
    shot->files = memory_grow(shot->files, shot->count, sizeof *shot->files);
    shot->files[shot->count++] =
        (seen_file){ memory_copy_string(path), about.st_mtim, about.st_size };
}

static int by_path(const void *a, const void *b) {
    const seen_file *left = a, *right = b;
    return strcmp(left->path, right->path);
}

static snapshot take_snapshot(const option_list *paths) {
    snapshot shot = { NULL, 0 };
    for (size_t i = 0; i < paths->count; i++) scan(&shot, paths->items[i], 0);
    if (shot.count) qsort(shot.files, shot.count, sizeof *shot.files, by_path);
    return shot;
}

/* ------------------------------------------------------------------ changes */

static bool is_same(const seen_file *a, const seen_file *b) {
    return a->size == b->size && a->modified.tv_sec == b->modified.tv_sec &&
           a->modified.tv_nsec == b->modified.tv_nsec;
}

/* Remove the last component of a path. */
static void remove_component(char *path) {
    char *slash = strrchr(path, '/');
    if (!slash) path[0] = '.';
    if (slash && slash != path) {
        *slash = '\0';
    } else {
        path[1] = '\0';
    }
}

static bool exists_in(const char *directory, const char *name) {
    vt_buffer path = BUFFER_INIT;
    struct stat about;
    vt_buffer_printf(&path, "%s/%s", directory, name);
    const bool there = stat(vt_buffer_string(&path), &about) == 0;
    vt_buffer_done(&path);
    return there;
}

/* The directory of the check that a file belongs to: its own, or one above it. */
static void add_check_of(option_list *changed, const char *file) {
    char *path = memory_copy_string(file);
    for (unsigned up = 0; up < 4; up++) {
        remove_component(path);
        if (!exists_in(path, "health_test.yaml") && !exists_in(path, "health.lua")) continue;
        for (size_t i = 0; i < changed->count; i++) {
            if (strcmp(changed->items[i], path) != 0) continue;
            free(path);
            return;
        }
        option_list_add(changed, path);
        return;
    }
    free(path);
}

/* Both lists are sorted. */
static void compare(const snapshot *before, const snapshot *after, option_list *changed) {
    for (size_t i = 0, j = 0; j < after->count; j++) {
        while (i < before->count && strcmp(before->files[i].path, after->files[j].path) < 0) i++;
        const bool known =
            i < before->count && strcmp(before->files[i].path, after->files[j].path) == 0;
        if (!known || !is_same(&before->files[i], &after->files[j])) {
            add_check_of(changed, after->files[j].path);
        }
    }
}

/* -------------------------------------------------------------------- watch */

struct file_watch {
    const option_list *paths;
    snapshot noted;
};

file_watch *watch_begin(const option_list *paths) {
    file_watch *watch = memory_new(1, sizeof *watch);
    *watch = (file_watch){ paths, take_snapshot(paths) };
    return watch;
}

void watch_note(file_watch *watch) {
    snapshot_done(&watch->noted);
    watch->noted = take_snapshot(watch->paths);
}

void watch_wait(file_watch *watch, option_list *changed) {
    const struct timespec pause = { 0, PAUSE_NANOSECONDS };
    for (;;) {
        snapshot now = take_snapshot(watch->paths);
        compare(&watch->noted, &now, changed);
        snapshot_done(&watch->noted);
        watch->noted = now;
        if (changed->count > 0) return;
        nanosleep(&pause, NULL);
    }
}
