/* What of a cluster could not be read. */
#include "cluster/refusals.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Forbidden kinds named in one line. */
enum { NAMES_SHOWN = 5 };

/* "deployments.apps". */
static void add_kind(vt_buffer *out, const vitals_cluster_scope_about *about) {
    vt_quote_append_visible(out, about->resource.resource);
    if (!about->resource.group.size) return;
    vt_buffer_add_terminated(out, ".");
    vt_quote_append_visible(out, about->resource.group);
}

char *refusals_name(const vitals_cluster_scope *scope) {
    vitals_cluster_scope_about about;
    vt_buffer out = BUFFER_INIT;
    vitals_cluster_scope_about_of(scope, &about, sizeof about);
    add_kind(&out, &about);
    if (about.namespace_.size) {
        vt_buffer_add_terminated(&out, " in namespace ");
        vt_quote_append_visible(&out, about.namespace_);
    }
    return vt_buffer_take(&out, NULL);
}

static void done(cli_refusal *refusal) {
    free(refusal->name);
    free(refusal->text);
    free(refusal->group);
    free(refusal->resource);
    free(refusal->kind);
    free(refusal->namespace);
}

/* The item at `i` goes. */
static void take_out(cli_refusals *refusals, size_t i) {
    cli_refusal *at = &refusals->items[i];
    done(at);
    memmove(at, at + 1, (--refusals->count - i) * sizeof *at);
}

static void forget(cli_refusals *refusals, const vitals_cluster_scope *scope, bool broken) {
    const uint64_t tag = vitals_cluster_scope_tag(scope);
    for (size_t i = 0; i < refusals->count; i++) {
        const cli_refusal *at = &refusals->items[i];
        if (at->of_group || at->scope != tag || at->broken != broken) continue;
        take_out(refusals, i);
        return;
    }
}

void refusals_clear(cli_refusals *refusals, const vitals_cluster_scope *scope) {
    forget(refusals, scope, false);
}

void refusals_forget_broken(cli_refusals *refusals, const vitals_cluster_scope *scope) {
    forget(refusals, scope, true);
}

/* At its place by name. */
static void insert(cli_refusals *refusals, const cli_refusal *added) {
    refusals->items = memory_grow(refusals->items, refusals->count, sizeof *refusals->items);
    size_t i = refusals->count++;
    for (; i > 0 && strcmp(refusals->items[i - 1].name, added->name) > 0; i--) {
        refusals->items[i] = refusals->items[i - 1];
    }
    refusals->items[i] = *added;
}

/* With the name and the text, which it owns. */
static cli_refusal refusal_of(const vitals_cluster_scope *scope, char *name, char *text,
                              vitals_cluster_failure failure) {
    vitals_cluster_scope_about about;
    vitals_cluster_scope_about_of(scope, &about, sizeof about);
    return (cli_refusal){
        .scope = vitals_cluster_scope_tag(scope),
        .name = name,
        .text = text,
        .group = text_visible(about.resource.group),
        .resource = text_visible(about.resource.resource),
        .kind = text_visible(about.resource.kind),
        .namespace = text_visible(about.namespace_),
        .outside = !about.resource.namespaced,
        .failure = failure,
        .asked_for = about.asked_for,
    };
}

void refusals_add(cli_refusals *refusals, const vitals_cluster_scope *scope,
                  const vitals_cluster_problem *problem) {
    const cli_refusal added =
        refusal_of(scope, refusals_name(scope), text_visible(problem->text), problem->failure);
    refusals_clear(refusals, scope);
    insert(refusals, &added);
}

void refusals_add_broken(cli_refusals *refusals, const vitals_cluster_scope *scope,
                         const vitals_cluster_problem *problem) {
    const uint64_t tag = vitals_cluster_scope_tag(scope);
    for (size_t i = 0; i < refusals->count; i++) {
        if (refusals->items[i].broken && refusals->items[i].scope == tag) return;
    }
    cli_refusal added =
        refusal_of(scope, refusals_name(scope), text_visible(problem->text), problem->failure);
    added.broken = true;
    insert(refusals, &added);
}

void refusals_take_read(cli_refusals *refusals, const vitals_cluster_scope *scope) {
    vitals_cluster_scope_about about;
    vt_buffer name = BUFFER_INIT, text = BUFFER_INIT;
    refusals_clear(refusals, scope);
    vitals_cluster_scope_about_of(scope, &about, sizeof about);
    /* The name of an application is looked for where its user may look. */
    if (!about.narrowed || !about.synced || about.application) return;
    add_kind(&name, &about);
    vt_buffer_add_terminated(&text, "only namespace ");
    vt_quote_append_visible(&text, about.namespace_);
    vt_buffer_add_terminated(&text, "; the others are forbidden");
    cli_refusal added = refusal_of(scope, vt_buffer_take(&name, NULL), vt_buffer_take(&text, NULL),
                                   VITALS_CLUSTER_FAILURE_FORBIDDEN);
    added.narrowed = true;
    insert(refusals, &added);
}

void refusals_set_groups(cli_refusals *refusals, const vitals_cluster_resource *groups,
                         size_t count) {
    for (size_t i = refusals->count; i-- > 0;) {
        if (refusals->items[i].of_group) take_out(refusals, i);
    }
    for (size_t i = 0; i < count; i++) {
        vt_buffer name = BUFFER_INIT;
        vt_buffer_add_terminated(&name, "kinds of ");
        vt_quote_append_visible(&name, groups[i].group);
        insert(refusals,
               &(cli_refusal){
                   .name = vt_buffer_take(&name, NULL),
                   .text = memory_copy_string("the server behind this group does not answer"),
                   .group = text_visible(groups[i].group),
                   .resource = memory_copy_string("*"),
                   .kind = memory_copy_string("*"),
                   .namespace = memory_copy_string(""),
                   .failure = VITALS_CLUSTER_FAILURE_STALE,
                   .of_group = true,
               });
    }
}

static vitals_coverage_state state_of(const cli_refusal *refusal) {
    if (refusal->narrowed) return VITALS_COVERAGE_NARROWED;
    if (refusal->broken) return VITALS_COVERAGE_UNREADABLE;
    return refusal->failure == VITALS_CLUSTER_FAILURE_FORBIDDEN ? VITALS_COVERAGE_FORBIDDEN
                                                                : VITALS_COVERAGE_LOST;
}

static bool is_error(const cli_refusal *refusal, bool all_are_errors) {
    return all_are_errors || refusal->asked_for || refusal->narrowed || refusal->broken ||
           refusal->failure != VITALS_CLUSTER_FAILURE_FORBIDDEN;
}

static void add_member(vt_buffer *out, const char *name, const char *value) {
    vt_buffer_printf(out, "\"%s\":", name);
    vt_quote_append_json(out, vt_text_from(value));
}

void refusals_add_json(const cli_refusals *refusals, const char *cluster, vt_buffer *out) {
    for (size_t i = 0; i < refusals->count; i++) {
        const cli_refusal *refusal = &refusals->items[i];
        const char *const members[][2] = {
            { "cluster", cluster },
            { "state", vitals_coverage_state_name(state_of(refusal)) },
            { "group", refusal->group },
            { "resource", refusal->resource },
            { "namespace", refusal->namespace },
            { "reason", vitals_cluster_failure_name(refusal->failure) },
            { "message", refusal->text },
        };
        for (size_t k = 0; k < COUNT_OF(members); k++) {
            vt_buffer_add_terminated(out, k ? "," : out->size ? ",{" : "{");
            add_member(out, members[k][0], members[k][1]);
        }
        vt_buffer_add_terminated(out, "}");
    }
}

void refusals_done(cli_refusals *refusals) {
    for (size_t i = 0; i < refusals->count; i++) done(&refusals->items[i]);
    free(refusals->items);
}

/* "context prod: ", or nothing. The caller frees it. */
static char *beginning(const char *context) {
    vt_buffer text = BUFFER_INIT;
    if (context) vt_buffer_printf(&text, "context %s: ", context);
    return vt_buffer_take(&text, NULL);
}

/* The names of the errors with the text of item `i`; none when an item before had it. */
static void add_names(const cli_refusals *refusals, size_t i, bool all_are_errors, vt_buffer *out) {
    const char *text = refusals->items[i].text, *between = "";
    for (size_t k = 0; k < refusals->count; k++) {
        const cli_refusal *refusal = &refusals->items[k];
        if (!is_error(refusal, all_are_errors) || strcmp(refusal->text, text) != 0) continue;
        if (k < i) return;
        vt_buffer_printf(out, "%s%s", between, refusal->name);
        between = ", ";
    }
}

/* Those of the same text, in one line, as an error. */
static void report_errors(const cli_refusals *refusals, size_t i, const char *begin,
                          bool all_are_errors, cli_problems *problems) {
    vt_buffer names = BUFFER_INIT;
    add_names(refusals, i, all_are_errors, &names);
    if (names.size) {
        problems_add_known(problems, "%s%s: %s", begin, vt_buffer_string(&names),
                           refusals->items[i].text);
    }
    vt_buffer_done(&names);
}

char *refusals_errors(const cli_refusals *refusals) {
    vt_buffer all = BUFFER_INIT, names = BUFFER_INIT;
    for (size_t i = 0; i < refusals->count; i++) {
        vt_buffer_clear(&names);
        if (is_error(&refusals->items[i], false)) add_names(refusals, i, false, &names);
        if (!names.size) continue;
        vt_buffer_printf(&all, "%s%s: %s", all.size ? "; " : "", vt_buffer_string(&names),
                         refusals->items[i].text);
    }
    vt_buffer_done(&names);
    return vt_buffer_take(&all, NULL);
}

/* Only forbidden ones are left. */
static void print_line(const cli_refusals *refusals, const char *begin, size_t count) {
    vt_buffer names = BUFFER_INIT;
    size_t shown = 0;
    for (size_t i = 0; i < refusals->count && shown < NAMES_SHOWN; i++) {
        if (is_error(&refusals->items[i], false)) continue;
        vt_buffer_printf(&names, "%s%s", shown++ ? ", " : "", refusals->items[i].name);
    }
    fprintf(stderr, "%s%zu kind%s could not be read (forbidden: %s%s); see --show-access\n", begin,
            count, count == 1 ? "" : "s", vt_buffer_string(&names), count > shown ? ", …" : "");
    vt_buffer_done(&names);
}

/* "deployments.apps". The caller frees it. */
static char *join(const char *left, const char *between, const char *right) {
    vt_buffer text = BUFFER_INIT;
    vt_buffer_printf(&text, "%s%s%s", left, *left && *right ? between : "", right);
    return vt_buffer_take(&text, NULL);
}

static void add_part(const cli_refusal *refusal, vitals_coverage_state state, const char *context,
                     cli_coverage *coverage) {
    char *what = join(refusal->resource, ".", refusal->group);
    vitals_coverage_part part = VITALS_COVERAGE_PART_INIT;
    part.state = state;
    part.cluster = vt_text_from(context);
    part.what = vt_text_from(what);
    part.namespace_ = vt_text_from(refusal->namespace);
    part.group = vt_text_from(refusal->group);
    part.kind = vt_text_from(refusal->kind);
    part.outside = refusal->outside;
    part.healthless = vitals_kind_has_no_health(part.group, part.kind);
    part.reason = vt_text_from(refusal->text);
    coverage_add(coverage, &part);
    free(what);
}

bool refusals_report(const cli_refusals *refusals, const char *context, bool in_full,
                     bool all_are_errors, cli_problems *problems) {
    size_t others = 0;
    char *begin = beginning(context);
    for (size_t i = 0; i < refusals->count; i++) {
        const cli_refusal *refusal = &refusals->items[i];
        add_part(refusal, state_of(refusal), context, &problems->unread);
        if (is_error(refusal, all_are_errors)) {
            problems->unread.needs_forbidden |= state_of(refusal) == VITALS_COVERAGE_FORBIDDEN;
            report_errors(refusals, i, begin, all_are_errors, problems);
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

void refusals_report_broken(const vitals_cluster_scope *scope,
                            const vitals_cluster_problem *problem, const char *context,
                            cli_problems *problems) {
    char *begin = beginning(context);
    cli_refusal broken =
        refusal_of(scope, refusals_name(scope), text_visible(problem->text), problem->failure);
    problems_add_known(problems, "%s%s: %s", begin, broken.name, broken.text);
    add_part(&broken, VITALS_COVERAGE_UNREADABLE, context, &problems->unread);
    done(&broken);
    free(begin);
}
