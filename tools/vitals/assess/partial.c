/* -o partial: what `vitals merge` needs of a part of the objects. */
#include <stdlib.h>
#include <string.h>

#include "assess/assess.h"
#include "assess/partial.h"
#include "base/memory.h"

static void add_name(cli_text *out, const char *name) {
    text_printf(out, "%s\"%s\":", out->bytes[out->size - 1] == '{' ? "" : ",", name);
}

static void add_number(cli_text *out, const char *name, long long number) {
    if (!number) return;
    add_name(out, name);
    text_printf(out, "%lld", number);
}

static void add_map(cli_text *out, const char *name) {
    add_name(out, name);
    text_add_string(out, "{");
}

static void add_names(cli_text *out, const char *name, const cli_names *names) {
    if (!names->count) return;
    add_name(out, name);
    for (size_t i = 0; i < names->count; i++) {
        text_add_string(out, i ? "," : "[");
        text_add_json(out, text_from(names->items[i]));
    }
    text_add_string(out, "]");
}

/* Counts by status; an Empty one has no name. */
static void add_counts(cli_text *out, const cli_tally *tally) {
    add_map(out, "health");
    for (int i = 0; i < VITALS_HEALTH_COUNT; i++) {
        add_number(out, vitals_health_name((vitals_health)i), (long long)tally->by_health[i]);
    }
    text_add_string(out, "}");
    add_map(out, "kstatus");
    for (int i = VITALS_KSTATUS_NONE + 1; i < VITALS_KSTATUS_COUNT; i++) {
        add_number(out, vitals_kstatus_name((vitals_kstatus)i), (long long)tally->by_kstatus[i]);
    }
    text_add_string(out, "}");
}

static void add_kinds(cli_text *out, const cli_tally *tally) {
    add_map(out, "withoutHealth");
    for (size_t i = 0; i < tally->kind_count; i++) {
        text_add_string(out, i ? "," : "");
        text_add_json(out, text_from(tally->kinds[i].kind));
        text_printf(out, ":%zu", tally->kinds[i].count);
    }
    text_add_string(out, "}");
}

void partial_add_summary(cli_text *out, const cli_group *group) {
    const cli_tally *tally = &group->tally;
    text_add_string(out, "\"summary\":{");
    for (size_t i = 0; i < PARTIAL_COUNTS; i++) {
        add_number(out, partial_counts[i].name,
                   (long long)*partial_count(&partial_counts[i], (cli_tally *)(uintptr_t)tally));
    }
    add_counts(out, tally);
    add_kinds(out, tally);
    add_names(out, "withoutRule", &tally->without_rule_kinds);
    add_names(out, "withoutRuleOfArgocd", &tally->argocd_kinds);
    add_number(out, "worst", group->worst + 1);
    add_number(out, "since", group->since + 1);
    text_add_string(out, "}");
}

static void add_cluster(cli_text *out, const char *cluster) {
    text_add_string(out, "{");
    if (!cluster) return;
    text_add_string(out, "\"cluster\":");
    text_add_json(out, text_from(cluster));
    text_add_string(out, ",");
}

static void write_line(cli_text *line) {
    text_add_string(line, "\n");
    terminal_write(line->bytes, line->size);
    text_clear(line);
}

/* Of a part without any application: nothing but what it covers. */
static void write_coverage(const char *cluster, const char *coverage) {
    cli_text line = TEXT_INIT;
    add_cluster(&line, cluster);
    text_printf(&line, "%s,\"schema\":\"" PARTIAL_SCHEMA "\"}", coverage);
    write_line(&line);
    text_done(&line);
}

void partial_write_group(const cli_group *group, const char *cluster, const char *coverage) {
    cli_text line = TEXT_INIT;
    vitals_text partial;
    if (vitals_application_partial(group->application, &partial) != VITALS_OK) memory_exhausted();
    add_cluster(&line, cluster);
    if (coverage) text_printf(&line, "%s,", coverage);
    partial_add_summary(&line, group);
    text_add_string(&line, ",");
    text_add(&line, partial.bytes + 1, partial.size - 1); /* without its brace */
    write_line(&line);
    text_done(&line);
}

void partial_write_object(const vitals_document *object, const char *cluster) {
    cli_text line = TEXT_INIT;
    char *json = NULL;
    size_t size = 0;
    if (vitals_document_write_json(object, 0, NULL, &json, &size) != VITALS_OK) memory_exhausted();
    add_cluster(&line, cluster);
    text_add_string(&line, "\"schema\":\"" PARTIAL_SCHEMA "\",\"object\":");
    text_add(&line, json, size);
    text_add_string(&line, "}");
    write_line(&line);
    vitals_text_free(NULL, json, size);
    text_done(&line);
}

/* Of one part; or as the parts that were merged name it. */
static const char *cluster_of(const cli_run *run, const char *known) {
    const char *cluster = known ? known : run->options->cluster;
    return cluster && *cluster ? cluster : NULL;
}

static void write_object(void *user, const char *cluster, const vitals_document *object) {
    partial_write_object(object, cluster_of(user, cluster));
}

static void count_object(void *user, const char *cluster, const vitals_document *object) {
    (void)cluster, (void)object;
    ++*(size_t *)user;
}

/* "lines" and "coverage" of a part. Only its own cluster may lack what was not read. */
static void add_coverage(cli_run *run, cli_text *out) {
    size_t lines = run->group_count;
    part_objects_each(run, count_object, &lines);
    coverage_set_cluster(&run->coverage, cluster_of(run, NULL));
    text_printf(out, "\"lines\":%zu", lines);
    text_add_string(out, ",\"coverage\":");
    coverage_add_json(out, &run->coverage);
}

void show_partials(cli_run *run) {
    size_t *order = show_groups_in_order(run);
    cli_text coverage = TEXT_INIT;
    add_coverage(run, &coverage);
    if (!run->group_count) write_coverage(cluster_of(run, NULL), text_string(&coverage));
    for (size_t i = 0; i < run->group_count; i++) {
        const cli_group *group = &run->groups[order[i]];
        partial_write_group(group, cluster_of(run, group->cluster),
                            i == 0 ? text_string(&coverage) : NULL);
    }
    text_done(&coverage);
    part_objects_each(run, write_object, run);
    free(order);
}
