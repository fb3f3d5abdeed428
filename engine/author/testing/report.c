/* Reports: the results of the tests and their getters. */
#include "author/testing/testing.h"
#include "base/memory/memory.h"
#include "base/memory/sized.h"
#include "base/run/limits.h"

vt_text vt_report_keep(vitals_report *report, vt_text text) {
    return vt_text_is_absent(text) ? text : vt_arena_copy(&report->arena, text);
}

vt_text vt_report_join(vitals_report *report, vt_text directory, vt_text name) {
    vt_buffer path;
    vt_buffer_init(&path, &report->allocator, SIZE_MAX / 2);
    vt_buffer_add(&path, directory);
    vt_buffer_add_byte(&path, '/');
    vt_buffer_add(&path, name);
    vt_text kept = path.failed ? VT_TEXT_ABSENT : vt_report_keep(report, vt_buffer_text(&path));
    vt_buffer_done(&path);
    return kept;
}

static vitals_status add_test(vitals_report *report, const vitals_test *test) {
    void *items = report->tests;
    bool room = vt_grow(&report->allocator, &items, &report->test_capacity, report->test_count,
                        sizeof *report->tests);
    report->tests = items;
    if (!room) return VITALS_ENOMEM;
    report->tests[report->test_count++] = *test;
    report->outcomes[test->outcome]++;
    return VITALS_OK;
}

vitals_status vt_run_add(vt_test_run *run, vitals_test *test) {
    const vitals_test_options *options = &run->report->options;
    vitals_status status = add_test(run->report, test);
    if (status) return status;
    if (options->done) options->done(options->user, test);
    if (options->fail_fast && test->outcome == VITALS_OUTCOME_FAILED) run->stopped = true;
    return VITALS_OK;
}

void vitals_report_free(vitals_report *report) {
    if (!report) return;
    vitals_allocator memory = report->allocator;
    for (size_t i = 0; i < report->coverage_count; i++) {
        vt_coverage_entry *entry = &report->coverage[i];
        vt_release_array(&memory, entry->points, entry->point_capacity, sizeof *entry->points);
    }
    vt_release_array(&memory, report->coverage, report->coverage_capacity,
                     sizeof *report->coverage);
    vt_release_array(&memory, report->incomplete, report->incomplete_capacity,
                     sizeof *report->incomplete);
    vt_release_array(&memory, report->tests, report->test_capacity, sizeof *report->tests);
    vt_release_array(&memory, report->files, report->file_count, sizeof *report->files);
    vt_arena_done(&report->arena);
    vt_release(&memory, report, sizeof *report);
}

size_t vitals_report_count(const vitals_report *report, vitals_outcome outcome) {
    return (unsigned)outcome <= VITALS_OUTCOME_SKIPPED ? report->outcomes[outcome] : 0;
}

bool vitals_report_test_at(const vitals_report *report, size_t index, vitals_test *out,
                           size_t out_bytes) {
    if (index >= report->test_count) return false;
    vt_sized_write(out, out_bytes, &report->tests[index], sizeof report->tests[index]);
    return true;
}

bool vitals_report_incomplete_at(const vitals_report *report, size_t index,
                                 vitals_incomplete_finding *out, size_t out_bytes) {
    if (index >= report->incomplete_count) return false;
    vt_sized_write(out, out_bytes, &report->incomplete[index], sizeof report->incomplete[index]);
    return true;
}

bool vitals_report_coverage_at(const vitals_report *report, size_t index, vitals_coverage *out,
                               size_t out_bytes) {
    if (index >= report->coverage_count) return false;
    vt_sized_write(out, out_bytes, &report->coverage[index].coverage,
                   sizeof report->coverage[index].coverage);
    return true;
}

bool vitals_report_coverage_point_at(const vitals_report *report, size_t index, size_t point,
                                     vitals_coverage_point *out, size_t out_bytes) {
    if (index >= report->coverage_count || point >= report->coverage[index].point_count) {
        return false;
    }
    vt_sized_write(out, out_bytes, &report->coverage[index].points[point],
                   sizeof report->coverage[index].points[point]);
    return true;
}
