/* Every issue that the checker has with an expression, for those who look for mistakes. */
#include "cel/check/check.h"
#include "cel/syntax/parse.h"

/* One run: the declarations and the expression share the arena and the meter. */
typedef struct remark_run {
    vt_arena *arena;
    const vitals_limits *limits;
    const vt_cel_rules *rules;
    vt_cel_meter *meter;
} remark_run;

static void begin(const remark_run *run, vt_cel_issues *issues, vt_text source) {
    vt_cel_issues_init(issues, run->arena, source);
    issues->meter = run->meter;
}

static bool read_declarations(const remark_run *run, vt_text text, vt_cel_declarations *out) {
    vt_cel_issues issues;
    begin(run, &issues, text);
    return vt_cel_declarations_read(out, run->rules, run->limits, &issues);
}

static vitals_status collect(const remark_run *run, const vt_cel_issues *issues,
                             vt_cel_remarks *out) {
    uint32_t kept = issues->count < VT_CEL_MOST_ISSUES ? issues->count : VT_CEL_MOST_ISSUES;
    vt_cel_remark *items = vt_arena_allocate_array(run->arena, kept, sizeof *items);
    if (!items) return VITALS_ENOMEM;
    for (const vt_cel_issue *at = issues->first; at; at = at->next) {
        items[out->count++] = (vt_cel_remark){ at->offset, at->text };
    }
    out->items = items;
    return VITALS_OK;
}

static vitals_status name_type(const remark_run *run, const vt_cel_type *type,
                               vt_cel_remarks *out) {
    vt_buffer text;
    vt_buffer_init(&text, &run->arena->allocator, 4096);
    vt_cel_type_append_full(&text, type);
    const bool no_memory = text.failed && !text.over_ceiling;
    out->type = vt_arena_copy(run->arena, vt_buffer_text(&text));
    vt_buffer_done(&text);
    return no_memory || vt_text_is_absent(out->type) ? VITALS_ENOMEM : VITALS_OK;
}

static vitals_status check(const remark_run *run, vt_text expression,
                           const vt_cel_declarations *declarations, vt_cel_remarks *out) {
    const vt_cel_settings settings = { .environment = VT_CEL_ENVIRONMENT_FLUX,
                                       .check = true,
                                       .container = VT_TEXT_INIT("") };
    vt_cel_issues issues;
    begin(run, &issues, expression);
    vt_cel_language language = { .environment = run->rules->mask,
                                 .quoted_fields = run->rules->quoted_fields,
                                 .most_depth = (uint32_t)run->limits->cel_depth,
                                 .most_code_points = run->limits->cel_expression_code_points };
    vt_cel_node *tree = vt_cel_parse(&language, &issues);
    if (!tree) return issues.out_of_memory ? VITALS_ENOMEM : VITALS_ESYNTAX;
    const vt_cel_type *type = vt_cel_check(run->rules, &settings, declarations, tree, &issues);
    if (issues.out_of_memory) return VITALS_ENOMEM;
    return type ? name_type(run, type, out) : collect(run, &issues, out);
}

vitals_status vt_cel_remarks_of(vt_arena *arena, const vitals_limits *limits,
                                const vt_cel_host *host, vt_text expression, vt_text declarations,
                                vt_cel_remarks *out) {
    vt_cel_meter meter =
        vt_cel_meter_of(limits->cel_compile_cost, VT_LIMIT_NAME(cel_compile_cost),
                        host ? host->interrupt : NULL, host ? host->interrupt_user : NULL);
    remark_run run = { arena, limits, vt_cel_rules_of(VT_CEL_ENVIRONMENT_FLUX), &meter };
    vt_cel_declarations declared;
    *out = (vt_cel_remarks){ NULL, 0, VT_TEXT_ABSENT };
    vitals_status status = VITALS_ESYNTAX;
    if (read_declarations(&run, declarations, &declared))
        status = check(&run, expression, &declared, out);
    vt_cel_declarations_done(&declared);
    return meter.stopped == VITALS_OK ? status : meter.stopped;
}
