/* A script that is too large costs its own kind only: the engine is made, the kind is Unknown and the
** limit is named, and the other rules work. */
#include "support/health.h"
#include "support/table.h"

#include "base/memory/buffer.h"

/* The script is `head`, then `count` times `part`, then `tail`. */
static const struct row {
    TABLE_ROW;
    const char *head, *part;
    int count;
    const char *tail;
    const char *limit;
} rows[] = {
    { "arguments", "x(1", ",1", 300000, ")", "script_nodes" },
    { "fields", "x = {", "1;", 300000, "}", "script_nodes" },
    { "empty tables", "x = {", "{},", 300000, "}", "script_nodes" },
    { "local variables", "local a", ",a", 300000, "", "script_nodes" },
    { "parameters", "function f(a", ",a", 300000, ") end", "script_nodes" },
    { "names of a for", "for a", ",a", 300000, " in b do end", "script_nodes" },
    { "assignments", "", "a=1 ", 200000, "", "script_nodes" },
    { "operands of and", "return a", " and a", 150000, "", "script_nodes" },
    { "operands of ..", "return a", "..a", 300000, "", "script_nodes" },
    { "elseifs", "if a then ", "elseif a then ", 70000, "end", "script_nodes" },
    { "functions", "", "f=function()end ", 60000, "", "script_nodes" },
    { "sums", "return 1", "+1", 300000, "", "script_depth" },
    { "comparisons", "return 1", "<1", 300000, "", "script_depth" },
    { "calls of calls", "f", "()", 300000, "", "script_depth" },
    { "methods", "f", ":a()", 200000, "", "script_depth" },
    { "fields of fields", "f()", ".a", 300000, "", "script_depth" },
    { "gotos", "", "do goto a end ", 40000, "::a::", "script_jumps" },
    { "bytes", "", ";;;;;;;;;;", 110000, "", "script_bytes" },
};

static void check(void **state) {
    const struct row *row = *state;
    vt_buffer configmap;
    vt_buffer_init(&configmap, NULL, SIZE_MAX / 2);
    vt_buffer_printf(&configmap,
                     "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: argocd-cm}\ndata:\n"
                     "  resource.customizations.health.example.com_Bad: |\n    %s",
                     row->head);
    for (int i = 0; i < row->count; i++) vt_buffer_add_terminated(&configmap, row->part);
    vt_buffer_printf(&configmap, "%s\n", row->tail);
    vt_buffer_add_terminated(&configmap, "  resource.customizations.health.example.com_Good: |\n"
                                         "    return {status='Healthy'}\n");
    health_setup setup = { .configmap = configmap.bytes };
    health_run run;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    assert_non_null(strstr(health_reported(&run, 0), row->limit));
    health_assess(&run, VITALS_PROFILE_ARGOCD, "apiVersion: example.com/v1\nkind: Bad\n");
    assert_int_equal(vitals_verdict_health(run.verdict), VITALS_HEALTH_UNKNOWN);
    assert_string_equal(vitals_verdict_limit(run.verdict), row->limit);
    health_assess(&run, VITALS_PROFILE_ARGOCD, "apiVersion: example.com/v1\nkind: Good\n");
    assert_int_equal(vitals_verdict_health(run.verdict), VITALS_HEALTH_HEALTHY);
    health_close(&run);
    vt_buffer_done(&configmap);
}

int main(void) {
    return TABLE_RUN("script limits", check, rows);
}
