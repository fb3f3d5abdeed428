/* Reads all objects of a command into one set. */
#include "assess/objects.h"

#include <stdint.h>

#include "base/memory.h"

void objects_read(cli_run *run, const option_list *files) {
    sources_find(&run->sources, files, &run->problems);
    problems_print_unread(&run->problems, &run->errors, &run->coverage, SIZE_MAX);
    const pool_work work = work_of(run);
    entries_start(run);
    run->pool = pool_new(&work, 1);
    feed_sources(run);
    pool_free(run->pool);
    run->pool = NULL;
    entries_fill_set(run);
}

const vitals_document *objects_next(const cli_run *run, size_t *next) {
    while (*next < run->entry_count) {
        const vitals_document *live = entry_at(run, (*next)++)->live;
        if (live) return live;
    }
    return NULL;
}

size_t objects_count(const cli_run *run) {
    size_t count = 0, next = 0;
    while (objects_next(run, &next)) count++;
    return count;
}

void objects_check(cli_run *run) {
    if (sources_count_objects(&run->sources)) selection_check(run->selection, &run->problems);
    if (objects_count(run) == 0 && run->problems.errors + run->errors == 0) {
        source_report_none(&run->problems, "no object in the input");
    }
    problems_print_unread(&run->problems, &run->errors, &run->coverage, SIZE_MAX);
}

void objects_done(cli_run *run) {
    entries_done(run);
    selection_done(run->selection);
    sources_done(&run->sources);
    problems_done(&run->problems);
    coverage_done(&run->coverage);
    rules_done(&run->rules);
}
