/* Reading the lines of -o partial. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "assess/partial.h"
#include "base/fields.h"
#include "base/memory.h"

#define COUNT(name, field)                                                                         \
    { name, offsetof(cli_tally, field) }
const partial_count_row partial_counts[PARTIAL_COUNTS] = {
    COUNT("resources", resources),     COUNT("owned", owned),
    COUNT("skipped", skipped),         COUNT("noHealth", without_health),
    COUNT("noRule", without_rule),     COUNT("ownScripts", own_scripts),
    COUNT("undelivered", undelivered),
};
#undef COUNT

static vitals_text text_at(const vitals_document *document, const char *path) {
    return vitals_value_string(field_at(document, NULL, path));
}

/* ---------------------------------------------------------------- summaries */

static size_t count_of(const vitals_value *value) {
    const int64_t count = vitals_value_integer(value);
    return count > 0 ? (size_t)count : 0;
}

/* One member of a map in the summary. */
typedef void (*take_member_fn)(cli_tally *tally, vitals_text key, const vitals_value *value);

static void each_member(cli_tally *tally, const vitals_value *map, take_member_fn take) {
    uint64_t cursor = 0;
    vitals_text key;
    const vitals_value *value = NULL;
    while (vitals_value_next(map, &cursor, &key, &value) == VITALS_OK) take(tally, key, value);
}

static void take_health(cli_tally *tally, vitals_text key, const vitals_value *value) {
    for (int i = 0; i < VITALS_HEALTH_COUNT; i++) {
        if (vt_text_is(key, vitals_health_name((vitals_health)i))) {
            tally->by_health[i] += count_of(value);
        }
    }
}

static void take_kstatus(cli_tally *tally, vitals_text key, const vitals_value *value) {
    for (int i = VITALS_KSTATUS_NONE + 1; i < VITALS_KSTATUS_COUNT; i++) {
        if (vt_text_is(key, vitals_kstatus_name((vitals_kstatus)i))) {
            tally->by_kstatus[i] += count_of(value);
        }
    }
}

static void take_kind(cli_tally *tally, vitals_text key, const vitals_value *value) {
    char *kind = text_visible(key);
    tally_add_kind(tally, kind, count_of(value));
    free(kind);
}

static void take_without_rule(cli_tally *tally, vitals_text key, const vitals_value *value) {
    (void)key;
    char *kind = text_visible(vitals_value_string(value));
    names_keep(&tally->without_rule_kinds, kind);
    free(kind);
}

static void take_argocd_kind(cli_tally *tally, vitals_text key, const vitals_value *value) {
    (void)key;
    char *kind = text_visible(vitals_value_string(value));
    names_keep(&tally->argocd_kinds, kind);
    free(kind);
}

static const struct {
    const char *path;
    take_member_fn take;
} summary_maps[] = {
    { ".summary.health", take_health },
    { ".summary.kstatus", take_kstatus },
    { ".summary.withoutHealth", take_kind },
    { ".summary.withoutRule", take_without_rule },
    { ".summary.withoutRuleOfArgocd", take_argocd_kind },
};

static void read_counts(const vitals_document *line, cli_tally *tally) {
    for (size_t i = 0; i < PARTIAL_COUNTS; i++) {
        char path[64];
        snprintf(path, sizeof path, ".summary.%s", partial_counts[i].name);
        *partial_count(&partial_counts[i], tally) += count_of(field_at(line, NULL, path));
    }
    for (size_t i = 0; i < COUNT_OF(summary_maps); i++) {
        each_member(tally, field_at(line, NULL, summary_maps[i].path), summary_maps[i].take);
    }
}

/* A group has its status since the latest of its worst members has. */
static void read_since(const vitals_document *line, cli_group *group) {
    const int64_t worst = vitals_value_integer(field_at(line, NULL, ".summary.worst")) - 1;
    const int64_t since = vitals_value_integer(field_at(line, NULL, ".summary.since")) - 1;
    if (worst > group->worst || (worst == group->worst && since > group->since)) {
        group->since = since;
    }
    if (worst > group->worst && worst < INT32_MAX) group->worst = (int)worst;
}

/* The counts of a line without a summary, as bindings write it: by health alone. */
static void count_resources(const cli_group *group, cli_tally *tally) {
    tally->resources = vitals_application_size(group->application);
    for (int i = 0; i < VITALS_HEALTH_COUNT; i++) {
        tally->by_health[i] = vitals_application_count(group->application, (vitals_health)i);
    }
}

/* -------------------------------------------------------------------- lines */

/* Where a line is. */
typedef struct line_place {
    const char *path;
    size_t number;
} line_place;

static void refuse(cli_run *run, line_place place, const char *text) {
    const vitals_diagnostic diagnostic = { .severity = VITALS_SEVERITY_ERROR,
                                           .file = place.path,
                                           .line = (uint32_t)place.number,
                                           .text = vt_text_from(text) };
    problems_add(&run->problems, &diagnostic);
}

/* With the first thing that is wrong with it. */
static void refuse_line(cli_run *run, line_place place, vitals_status status,
                        const vitals_diagnostics *diagnostics) {
    const bool known = vitals_diagnostics_count(diagnostics) > 0;
    refuse(run, place,
           known ? vitals_diagnostics_at(diagnostics, 0)->text.bytes : vitals_status_text(status));
}

/* The name of the group of a line, as `assess --by` names it: "prod/shop". */
static void name_group(const cli_run *run, const char *cluster, vitals_text application,
                       vt_buffer *name) {
    if (run->options->by == GROUP_BY_CLUSTER) {
        vt_buffer_add_terminated(name, *cluster ? cluster : "(files)");
        return;
    }
    if (*cluster) vt_buffer_printf(name, "%s/", cluster);
    vt_quote_append_visible(name,
                            application.size ? application : vt_text_from("(no application)"));
}

/* The aggregate of the first line is that of all. */
static bool check_aggregate(cli_run *run, const vitals_document *line) {
    const vitals_text name = text_at(line, ".aggregate");
    vitals_aggregate aggregate;
    if (run->group_count || !name.bytes) return true;
    if (vitals_aggregate_from_name(name.bytes, &aggregate) != VITALS_OK) return false;
    run->aggregate = aggregate;
    return true;
}

/* Members of a line that an application does not take: read_coverage takes them, for all of the cluster. */
static const char *const left_out[] = { ".coverage" };

static void read_group(cli_run *run, const vitals_document *line, vitals_text bytes,
                       line_place place, const char *cluster, vitals_diagnostics *diagnostics) {
    vt_buffer name = BUFFER_INIT;
    vitals_read_options reading = VITALS_READ_OPTIONS_INIT;
    const vitals_text tracking = text_at(line, ".application");
    reading.limits = run->rules.limits;
    reading.drop = left_out;
    reading.drop_count = 1;
    name_group(run, cluster, tracking, &name);
    char *application = memory_copy(tracking.bytes ? tracking.bytes : "", tracking.size);
    const uint32_t index = groups_named(run, vt_buffer_string(&name), application);
    cli_group *group = &run->groups[index];
    if (!group->cluster) group->cluster = memory_copy_string(cluster);
    const vitals_status status = vitals_application_merge_partial(
        group->application, bytes.bytes, bytes.size, &reading, diagnostics);
    if (status == VITALS_ENOMEM) memory_exhausted();
    if (status != VITALS_OK) {
        refuse_line(run, place, status, diagnostics);
    } else {
        read_counts(line, &group->tally);
        read_since(line, group);
        if (!field_at(line, NULL, ".summary")) count_resources(group, &group->tally);
    }
    vt_buffer_done(&name);
    free(application);
}

static void read_object(cli_run *run, const vitals_document *line, const vitals_value *object,
                        const char *cluster) {
    char *json = NULL;
    size_t size = 0;
    vitals_document *document = NULL;
    vitals_read_options reading = VITALS_READ_OPTIONS_INIT;
    reading.limits = run->rules.limits;
    if (vitals_value_write_json(line, object, 0, NULL, &json, &size) != VITALS_OK ||
        vitals_document_parse(json, size, &reading, &document, NULL) != VITALS_OK) {
        memory_exhausted();
    }
    vitals_text_free(NULL, json, size);
    part_objects_take(run, cluster, document);
}

/* ----------------------------------------------------------------- coverage */

/* What was not read where the line was written: only applications of its cluster may lack it. */
static void read_coverage(cli_run *run, partial_file *file, const vitals_document *line,
                          line_place place) {
    vitals_coverage_list *parts = NULL;
    vitals_coverage_part part;
    const vitals_value *value = field_at(line, NULL, ".coverage");
    file->says_coverage = true;
    file->promised += count_of(field_at(line, NULL, ".lines"));
    if (vitals_coverage_new(NULL, &parts) != VITALS_OK ||
        vitals_coverage_add_json(parts, line, value) == VITALS_ENOMEM) {
        memory_exhausted();
    }
    for (size_t i = 0; vitals_coverage_at(parts, i, &part, sizeof part); i++) {
        const size_t before = vitals_coverage_count(run->coverage.list);
        coverage_add(&run->coverage, &part);
        if (vitals_coverage_count(run->coverage.list) == before) continue; /* it is known */
        if (!vitals_coverage_state_loses(part.state)) continue;
        refuse(run, place, "this part is not complete");
        coverage_clear(&run->problems.unread); /* it is the part itself */
        problems_print_unread(&run->problems, &run->errors, &run->coverage, 0);
    }
    coverage_add_more(&run->coverage, vitals_coverage_more(parts));
    vitals_coverage_free(parts);
}

void partial_end_file(cli_run *run, const partial_file *file) {
    if (file->lines < file->promised) {
        problems_add_error(&run->problems, file->path, "%zu of %zu lines of parts are missing",
                           file->promised - file->lines, file->promised);
        problems_print_unread(&run->problems, &run->errors, &run->coverage, 1);
    }
    if (file->says_coverage || !file->lines) return;
    vitals_coverage_part unknown = VITALS_COVERAGE_PART_INIT;
    unknown.state = VITALS_COVERAGE_UNKNOWN;
    unknown.what = vt_text_from(file->path);
    unknown.reason = vt_text_from("written without coverage");
    coverage_add(&run->coverage, &unknown);
}

/* -------------------------------------------------------------------- lines */

/* One that is a line of a part. */
static void read_kind_of_line(cli_run *run, partial_file *file, const vitals_document *document,
                              vitals_text line, line_place place, const char *cluster,
                              vitals_diagnostics *diagnostics) {
    const vitals_value *object = field_at(document, NULL, ".object");
    if (field_at(document, NULL, ".coverage")) {
        read_coverage(run, file, document, place);
    }
    file->lines += object || field_at(document, NULL, ".resources");
    if (object) {
        read_object(run, document, object, cluster);
    } else if (field_at(document, NULL, ".resources") || !file->says_coverage) {
        read_group(run, document, line, place, cluster, diagnostics);
    }
}

void partial_read_line(cli_run *run, partial_file *file, vitals_text line, size_t number) {
    const line_place place = { file->path, number };
    vitals_document *document = NULL;
    vitals_diagnostics *diagnostics = NULL;
    vitals_read_options reading = VITALS_READ_OPTIONS_INIT;
    if (vitals_diagnostics_new(NULL, &diagnostics) != VITALS_OK) memory_exhausted();
    reading.limits = run->rules.limits;
    reading.format = VITALS_FORMAT_JSON;
    const vitals_status status =
        vitals_document_parse(line.bytes, line.size, &reading, &document, diagnostics);
    if (status == VITALS_ENOMEM) memory_exhausted();
    char *cluster = text_visible(text_at(document, ".cluster"));
    if (status != VITALS_OK) {
        refuse_line(run, place, status, diagnostics);
    } else if (!vt_text_is(text_at(document, ".schema"), PARTIAL_SCHEMA)) {
        refuse(
            run, place,
            "this is not a line of `vitals assess -o partial`: its schema is not " PARTIAL_SCHEMA);
    } else if (!check_aggregate(run, document)) {
        refuse(run, place, "this aggregate is not known");
    } else {
        read_kind_of_line(run, file, document, line, place, cluster, diagnostics);
    }
    free(cluster);
    vitals_document_free(document);
    vitals_diagnostics_free(diagnostics);
}
