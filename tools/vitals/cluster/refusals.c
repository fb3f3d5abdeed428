/* What of a cluster could not be read. */
#include "cluster/refusals.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Kinds named in one line for each reason. */
enum { NAMES_SHOWN = 5 };

char *refusals_name(const vitals_cluster_scope *scope) {
    vitals_cluster_scope_about about;
    cli_text out = TEXT_INIT;
    vitals_cluster_scope_about_of(scope, &about, sizeof about);
    text_add_visible(&out, about.resource.resource);
    if (about.resource.group.size) {
        text_add_string(&out, ".");
        text_add_visible(&out, about.resource.group);
    }
    if (about.namespace_.size) {
        text_add_string(&out, " in namespace ");
        text_add_visible(&out, about.namespace_);
    }
    return text_take(&out);
}

static void done(cli_refusal *refusal) {
    free(refusal->name);
    free(refusal->text);
    free(refusal->group);
    free(refusal->resource);
    free(refusal->namespace);
}

void refusals_clear(cli_refusals *refusals, const vitals_cluster_scope *scope) {
    const uint64_t tag = vitals_cluster_scope_tag(scope);
    for (size_t i = 0; i < refusals->count; i++) {
        if (refusals->items[i].scope != tag) continue;
        done(&refusals->items[i]);
        refusals->items[i] = refusals->items[--refusals->count];
        return;
    }
}

void refusals_add(cli_refusals *refusals, const vitals_cluster_scope *scope,
                  const vitals_cluster_problem *problem) {
    vitals_cluster_scope_about about;
    vitals_cluster_scope_about_of(scope, &about, sizeof about);
    refusals_clear(refusals, scope);
    refusals->items = memory_grow(refusals->items, refusals->count, sizeof *refusals->items);
    refusals->items[refusals->count++] = (cli_refusal){
        .scope = vitals_cluster_scope_tag(scope),
        .name = refusals_name(scope),
        .text = text_visible(problem->text),
        .group = text_visible(about.resource.group),
        .resource = text_visible(about.resource.resource),
        .namespace = text_visible(about.namespace_),
        .failure = problem->failure,
        .asked_for = about.asked_for,
    };
}

static void add_member(cli_text *out, const char *name, const char *value) {
    text_printf(out, "\"%s\":", name);
    text_add_json(out, text_from(value));
}

void refusals_add_json(const cli_refusals *refusals, const char *cluster, cli_text *out) {
    for (size_t i = 0; i < refusals->count; i++) {
        const cli_refusal *refusal = &refusals->items[i];
        const char *const members[][2] = {
            { "cluster", cluster },
            { "group", refusal->group },
            { "resource", refusal->resource },
            { "namespace", refusal->namespace },
            { "reason", vitals_cluster_failure_name(refusal->failure) },
            { "message", refusal->text },
        };
        for (size_t k = 0; k < COUNT_OF(members); k++) {
            text_add_string(out, k ? "," : out->size ? ",{" : "{");
            add_member(out, members[k][0], members[k][1]);
        }
        text_add_string(out, "}");
    }
}

void refusals_done(cli_refusals *refusals) {
    for (size_t i = 0; i < refusals->count; i++) done(&refusals->items[i]);
    free(refusals->items);
}

/* "; forbidden: roles.rbac.authorization.k8s.io, …". */
static void add_reason(cli_text *line, const cli_refusals *refusals,
                       vitals_cluster_failure failure) {
    size_t found = 0;
    for (size_t i = 0; i < refusals->count; i++) {
        const cli_refusal *refusal = &refusals->items[i];
        if (refusal->failure != failure || refusal->asked_for) continue;
        if (++found > NAMES_SHOWN) break;
        if (found == 1) {
            text_printf(line, "%s%s: ", line->size ? "; " : "",
                        vitals_cluster_failure_name(failure));
        } else {
            text_add_string(line, ", ");
        }
        text_add_string(line, refusal->name);
    }
    if (found > NAMES_SHOWN) text_add_string(line, ", …");
}

/* "context prod: ", or nothing. The caller frees it. */
static char *beginning(const char *context) {
    cli_text text = TEXT_INIT;
    if (context) text_printf(&text, "context %s: ", context);
    return text_take(&text);
}

static void print_line(const cli_refusals *refusals, const char *begin, size_t count) {
    cli_text line = TEXT_INIT;
    for (int i = 0; i < VITALS_CLUSTER_FAILURE_COUNT; i++) {
        add_reason(&line, refusals, (vitals_cluster_failure)i);
    }
    fprintf(stderr, "%s%zu kind%s could not be read (%s); see --show-access\n", begin, count,
            count == 1 ? "" : "s", text_string(&line));
    text_done(&line);
}

bool refusals_report(const cli_refusals *refusals, const char *context, bool in_full,
                     bool all_are_errors, cli_problems *problems) {
    size_t others = 0;
    char *begin = beginning(context);
    for (size_t i = 0; i < refusals->count; i++) {
        const cli_refusal *refusal = &refusals->items[i];
        if (refusal->asked_for || all_are_errors) {
            problems_add_error(problems, NULL, "%s%s: %s", begin, refusal->name, refusal->text);
        } else if (in_full) {
            fprintf(stderr, "vitals: %s%s: %s\n", begin, refusal->name, refusal->text);
        } else {
            others++;
        }
    }
    if (others) print_line(refusals, begin, others);
    free(begin);
    return refusals->count > 0;
}
