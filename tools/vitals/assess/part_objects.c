/* The objects of a part that may explain others: -o partial writes them, and `vitals merge` reads them. */
#include <stdlib.h>
#include <string.h>

#include "assess/partial.h"
#include "base/memory.h"

/* Those of one cluster, or of the files. */
struct cli_part_objects {
    char *cluster; /* NULL: of the files */
    vitals_set *objects;
};

static bool same_name(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

static cli_part_objects *find_cluster(const cli_run *run, const char *cluster) {
    size_t i = 0;
    while (i < run->part_count && !same_name(run->part_objects[i].cluster, cluster)) i++;
    return i < run->part_count ? &run->part_objects[i] : NULL;
}

static cli_part_objects *use_cluster(cli_run *run, const char *cluster) {
    cli_part_objects *found = find_cluster(run, cluster);
    if (found) return found;
    run->part_objects = memory_grow(run->part_objects, run->part_count, sizeof *run->part_objects);
    found = &run->part_objects[run->part_count++];
    *found = (cli_part_objects){ .cluster = memory_copy_string(cluster) };
    if (vitals_set_new(NULL, &found->objects) != VITALS_OK) memory_exhausted();
    return found;
}

void part_objects_take(cli_run *run, const char *cluster, vitals_document *document) {
    if (vitals_set_put(use_cluster(run, cluster)->objects, document) != VITALS_OK) {
        memory_exhausted();
    }
}

void part_objects_drop(cli_run *run, const char *cluster, const vitals_document *document) {
    const cli_part_objects *of = find_cluster(run, cluster);
    const vitals_status status = of ? vitals_set_remove(of->objects, document) : VITALS_OK;
    (void)status; /* most objects were never kept */
}

void part_objects_each(const cli_run *run, part_object_fn take, void *user) {
    for (size_t i = 0; i < run->part_count; i++) {
        uint64_t cursor = 0;
        const vitals_document *document;
        while ((document = vitals_set_next(run->part_objects[i].objects, &cursor))) {
            take(user, run->part_objects[i].cluster, document);
        }
    }
}

static vitals_text text_of(const char *text) {
    return vt_text_from(text ? text : "");
}

const vitals_document *part_objects_find(const cli_run *run, const cli_answer *answer) {
    const cli_part_objects *of = find_cluster(run, answer->cluster);
    if (!of) return NULL;
    return vitals_set_find(of->objects, text_of(answer->group), text_of(answer->kind),
                           text_of(answer->namespace), text_of(answer->name));
}

void part_objects_done(cli_run *run) {
    for (size_t i = 0; i < run->part_count; i++) {
        vitals_set_free(run->part_objects[i].objects);
        free(run->part_objects[i].cluster);
    }
    free(run->part_objects);
}
