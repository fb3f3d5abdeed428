/* -o partial: what `vitals merge` needs of a part of the objects. */
#include <stdlib.h>
#include <string.h>

#include "assess/assess.h"
#include "assess/partial.h"
#include "base/memory.h"

static void add_name(vt_buffer *out, const char *name) {
    vt_buffer_printf(out, "%s\"%s\":", out->bytes[out->size - 1] == '{' ? "" : ",", name);
}

static void add_number(vt_buffer *out, const char *name, long long number) {
    if (!number) return;
    add_name(out, name);
    vt_buffer_printf(out, "%lld", number);
}

static void add_map(vt_buffer *out, const char *name) {
    add_name(out, name);
    vt_buffer_add_terminated(out, "{");
}

static void add_names(vt_buffer *out, const char *name, const cli_names *names) {
    if (!names->count) return;
    add_name(out, name);
    for (size_t i = 0; i < names->count; i++) {
        vt_buffer_add_terminated(out, i ? "," : "[");
        vt_quote_append_json(out, vt_text_from(names->items[i]));
    }
    vt_buffer_add_terminated(out, "]");
}

/* Counts by status; an Empty one has no name. */
static void add_counts(vt_buffer *out, const cli_tally *tally) {
    add_map(out, "health");
    for (int i = 0; i < VITALS_HEALTH_COUNT; i++) {
        add_number(out, vitals_health_name((vitals_health)i), (long long)tally->by_health[i]);
    }
    vt_buffer_add_terminated(out, "}");
    add_map(out, "kstatus");
    for (int i = VITALS_KSTATUS_NONE + 1; i < VITALS_KSTATUS_COUNT; i++) {
        add_number(out, vitals_kstatus_name((vitals_kstatus)i), (long long)tally->by_kstatus[i]);
    }
    vt_buffer_add_terminated(out, "}");
}

static void add_kinds(vt_buffer *out, const cli_tally *tally) {
    add_map(out, "withoutHealth");
    for (size_t i = 0; i < tally->kind_count; i++) {
        vt_buffer_add_terminated(out, i ? "," : "");
        vt_quote_append_json(out, vt_text_from(tally->kinds[i].kind));
        vt_buffer_printf(out, ":%zu", tally->kinds[i].count);
    }
    vt_buffer_add_terminated(out, "}");
}

void partial_add_summary(vt_buffer *out, const cli_group *group) {
    const cli_tally *tally = &group->tally;
    vt_buffer_add_terminated(out, "\"summary\":{");
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
    vt_buffer_add_terminated(out, "}");
}

static void add_cluster(vt_buffer *out, const char *cluster) {
    vt_buffer_add_terminated(out, "{");
    if (!cluster) return;
    vt_buffer_add_terminated(out, "\"cluster\":");
    vt_quote_append_json(out, vt_text_from(cluster));
    vt_buffer_add_terminated(out, ",");
}

static void write_line(vt_buffer *line) {
    vt_buffer_add_terminated(line, "\n");
    terminal_write(line->bytes, line->size);
    vt_buffer_clear(line);
}

/* Of a part without any application: nothing but what it covers. */
static void write_coverage(const char *cluster, const char *coverage) {
    vt_buffer line = BUFFER_INIT;
    add_cluster(&line, cluster);
    vt_buffer_printf(&line, "%s,\"schema\":\"" PARTIAL_SCHEMA "\"}", coverage);
    write_line(&line);
    vt_buffer_done(&line);
}

void partial_write_group(const cli_group *group, const char *cluster, const char *coverage) {
    vt_buffer line = BUFFER_INIT;
    vitals_text partial;
    if (vitals_application_partial(group->application, &partial) != VITALS_OK) memory_exhausted();
    add_cluster(&line, cluster);
    if (coverage) vt_buffer_printf(&line, "%s,", coverage);
    partial_add_summary(&line, group);
    vt_buffer_add_terminated(&line, ",");
    vt_buffer_add_bytes(&line, partial.bytes + 1, partial.size - 1); /* without its brace */
    write_line(&line);
    vt_buffer_done(&line);
}

void partial_write_object(const vitals_document *object, const char *cluster) {
    vt_buffer line = BUFFER_INIT;
    char *json = NULL;
    size_t size = 0;
    if (vitals_document_write_json(object, 0, NULL, &json, &size) != VITALS_OK) memory_exhausted();
    add_cluster(&line, cluster);
    vt_buffer_add_terminated(&line, "\"schema\":\"" PARTIAL_SCHEMA "\",\"object\":");
    vt_buffer_add_bytes(&line, json, size);
    vt_buffer_add_terminated(&line, "}");
    write_line(&line);
    vitals_text_free(NULL, json, size);
    vt_buffer_done(&line);
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
static void add_coverage(cli_run *run, vt_buffer *out) {
    size_t lines = run->group_count;
    part_objects_each(run, count_object, &lines);
    coverage_set_cluster(&run->coverage, cluster_of(run, NULL));
    vt_buffer_printf(out, "\"lines\":%zu", lines);
    vt_buffer_add_terminated(out, ",\"coverage\":");
    coverage_add_json(out, &run->coverage);
}

void show_partials(cli_run *run) {
    size_t *order = show_groups_in_order(run);
    vt_buffer coverage = BUFFER_INIT;
    add_coverage(run, &coverage);
    if (!run->group_count) write_coverage(cluster_of(run, NULL), vt_buffer_string(&coverage));
    for (size_t i = 0; i < run->group_count; i++) {
        const cli_group *group = &run->groups[order[i]];
        partial_write_group(group, cluster_of(run, group->cluster),
                            i == 0 ? vt_buffer_string(&coverage) : NULL);
    }
    vt_buffer_done(&coverage);
    part_objects_each(run, write_object, run);
    free(order);
}
