/* Check trees whose files are in memory: option `files`. */
#include "author/testing/testing.h"
#include "base/memory/memory.h"
#include "base/memory/sort.h"
#include "base/run/files.h"
#include <stddef.h>

/* The files by which a directory is recognised, and what each says of it. */
static const struct {
    const char *tail;
    size_t member; /* of vt_check_directory */
} own_files[] = {
    { "/health.lua", offsetof(vt_check_directory, has_script) },
    { "/health_test.yaml", offsetof(vt_check_directory, has_tests) },
    { "/health.cel.yaml", offsetof(vt_check_directory, has_expressions) },
    { "/actions/action_test.yaml", offsetof(vt_check_directory, has_actions) },
};

/* The last two parts of a directory are the name of the check, what is before them is the tree. */
static bool split(vitals_report *report, vt_check_directory *directory) {
    vt_text path = directory->path;
    size_t start = path.size;
    for (unsigned parts = 0; start > 0; start--) {
        if (path.bytes[start - 1] == '/' && ++parts == 2) break;
    }
    directory->name = vt_report_keep(report, vt_text_between(path, start, path.size));
    directory->tree =
        vt_report_keep(report, start ? vt_text_between(path, 0, start - 1) : VT_TEXT("."));
    return directory->tree.bytes && directory->name.bytes;
}

/* Add an entry for one file of a directory; those of the same directory are joined later. */
static vitals_status add_entry(vitals_report *report, vt_text path, size_t member,
                               vt_check_directories *directories) {
    void *items = directories->items;
    bool room = vt_grow(&report->allocator, &items, &directories->capacity, directories->count,
                        sizeof *directories->items);
    directories->items = items;
    vt_check_directory found = { .path = vt_report_keep(report, path) };
    if (!room || !found.path.bytes || !split(report, &found)) return VITALS_ENOMEM;
    *(bool *)((char *)&found + member) = true;
    directories->items[directories->count++] = found;
    return VITALS_OK;
}

void vt_join_memory_directories(vt_check_directories *directories, size_t first) {
    vt_check_directory *items = directories->items;
    size_t kept = first;
    if (directories->count == first) return;
    for (size_t i = first + 1; i < directories->count; i++) {
        if (!vt_text_equal(items[i].path, items[kept].path)) {
            items[++kept] = items[i];
            continue;
        }
        items[kept].has_script |= items[i].has_script;
        items[kept].has_tests |= items[i].has_tests;
        items[kept].has_expressions |= items[i].has_expressions;
        items[kept].has_actions |= items[i].has_actions;
    }
    directories->count = kept + 1;
}

/* Whether a directory is `path` or below it. */
static bool is_below(vt_text directory, vt_text path) {
    if (vt_text_is(path, ".")) return true;
    return vt_text_starts(directory, path) &&
           (directory.size == path.size || directory.bytes[path.size] == '/');
}

vitals_status vt_find_memory_directories(vitals_report *report, const char *path,
                                         vt_check_directories *directories) {
    vitals_status status = VITALS_OK;
    for (size_t i = 0; i < report->file_count && !status; i++) {
        const vt_text file = report->files[i]->path;
        for (size_t k = 0; k < sizeof own_files / sizeof own_files[0] && !status; k++) {
            const vt_text tail = vt_text_from(own_files[k].tail);
            if (!vt_text_ends(file, tail)) continue;
            const vt_text name = vt_text_between(file, 0, file.size - tail.size);
            if (!is_below(name, vt_text_from(path))) continue;
            status = add_entry(report, name, own_files[k].member, directories);
        }
    }
    return status;
}

/* --------------------------------------------------------------------- files */

static int by_path(const void *a, const void *b) {
    const vitals_test_file *const *left = a, *const *right = b;
    const int order = vt_text_compare((*left)->path, (*right)->path);
    if (order) return order;
    return (*left > *right) - (*left < *right); /* of two with one path the first is found */
}

vitals_status vt_index_memory_files(vitals_report *report) {
    const vitals_test_options *options = &report->options;
    if (!options->files || options->file_count == 0) return VITALS_OK;
    report->files =
        vt_allocate_array(&report->allocator, options->file_count, sizeof *report->files);
    if (!report->files) return VITALS_ENOMEM;
    report->file_count = options->file_count;
    for (size_t i = 0; i < report->file_count; i++) report->files[i] = &options->files[i];
    return vt_sort(report->files, report->file_count, sizeof *report->files, by_path,
                   vt_report_interrupt(report))
               ? VITALS_OK
               : VITALS_ESTOPPED;
}

/* The first file whose path is not before `path`. */
static size_t find_file(const vitals_report *report, vt_text path) {
    size_t low = 0, high = report->file_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (vt_text_compare(report->files[middle]->path, path) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

const char *vt_read_memory_file(const vitals_report *report, vt_text path, vt_buffer *text) {
    const size_t at = find_file(report, path);
    if (at == report->file_count || !vt_text_equal(report->files[at]->path, path)) {
        return vt_file_missing;
    }
    vt_buffer_add(text, report->files[at]->text);
    return NULL;
}

static vitals_status add_prelude(vitals_report *report, vt_text tree,
                                 vitals_configuration *configuration,
                                 vitals_diagnostics *diagnostics) {
    const vt_text name = VT_TEXT(VT_PRELUDE_NAME);
    const vt_text path = vt_text_is(tree, ".") ? name : vt_report_join(report, tree, name);
    if (vt_text_is_absent(path)) return VITALS_ENOMEM;
    const size_t at = find_file(report, path);
    if (at == report->file_count || !vt_text_equal(report->files[at]->path, path)) {
        return VITALS_OK;
    }
    const vt_text text = report->files[at]->text;
    return vitals_configuration_add_check(configuration, VT_PRELUDE_NAME, path.bytes, text.bytes,
                                          text.size, diagnostics);
}

vitals_status vt_add_memory_checks(vitals_report *report, vt_text tree,
                                   vitals_configuration *configuration,
                                   vitals_diagnostics *diagnostics) {
    const vt_text tail = vt_text_from(own_files[0].tail);
    const size_t skipped = vt_text_is(tree, ".") ? 0 : tree.size + 1;
    vitals_status status = add_prelude(report, tree, configuration, diagnostics);
    for (size_t i = 0; i < report->file_count && !status; i++) {
        const vitals_test_file *file = report->files[i];
        if (!vt_text_ends(file->path, tail) || !is_below(file->path, tree)) continue;
        const vt_text check = vt_report_keep(
            report, vt_text_between(file->path, skipped, file->path.size - tail.size));
        const vt_text path = vt_report_keep(report, file->path);
        if (!check.bytes || !path.bytes) return VITALS_ENOMEM;
        status = vitals_configuration_add_check(configuration, check.bytes, path.bytes,
                                                file->text.bytes, file->text.size, diagnostics);
    }
    return status;
}
