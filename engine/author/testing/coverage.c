/*
** Coverage: which statements of a script the fixtures reach, and whether each condition, and each
** operand of `and` and `or` except the last, was both true and false. Scripts are run a second time
** for it, instrumented to report every node that is executed.
*/
#include "author/testing/testing.h"
#include "base/memory/memory.h"
#include "base/memory/sort.h"

static void visited(void *user, uint32_t node, vt_lua_visited what) {
    vt_covered *covered = user;
    if (node < covered->node_count) covered->visits[node][what]++;
}

/* ---------------------------------------------------------------------- scripts */

static vitals_status parse(vt_test_run *run, vt_covered *covered, vt_text script,
                           vt_buffer *error) {
    bool skip_hash_line = vt_runner_dialect(&run->runner, covered->rule) != VT_LUA_ARGOCD;
    vt_lua_problem problem;
    return vt_lua_parse_asking(&run->covered_arena, &run->report->limits, script, skip_hash_line,
                               vt_report_interrupt(run->report), &covered->tree, error, &problem);
}

static vitals_status watch(vt_test_run *run, vt_covered *covered, vt_buffer *error) {
    const vitals_report *report = run->report;
    vt_lua_problem problem;
    const vt_text script = vt_rule_text(covered->rule, &run->covered_arena);
    if (vt_text_is_absent(script)) return VITALS_ENOMEM;
    vitals_status status = parse(run, covered, script, error);
    if (status) return status;
    covered->node_count = covered->tree->node_count;
    covered->visits = vt_arena_allocate_zeroed(
        &run->covered_arena, (covered->node_count + (size_t)1) * sizeof *covered->visits);
    if (!covered->visits) return VITALS_ENOMEM;
    status = vt_lua_script_new_asking(
        &report->allocator, &report->limits, script, vt_runner_dialect(&run->runner, covered->rule),
        vt_report_interrupt(report), &covered->script, error, &problem);
    if (!status) {
        status = vt_lua_script_instrument(covered->script, &report->limits, visited, covered);
    }
    return status;
}

/* A script that does not compile is registered too: the report says so. */
static vt_covered *add_script(vt_test_run *run, const vt_rule *rule) {
    vt_covered *covered = vt_arena_allocate_zeroed(&run->covered_arena, sizeof *covered);
    if (!covered) return NULL;
    vt_buffer error;
    vt_buffer_init(&error, &run->report->allocator, (size_t)run->report->limits.message_bytes);
    covered->rule = rule;
    covered->next = run->covered;
    run->covered = covered;
    vitals_status status = watch(run, covered, &error);
    if (status) {
        vt_lua_script_free(covered->script);
        covered->script = NULL;
    }
    vt_buffer_done(&error);
    return status == VITALS_ENOMEM ? NULL : covered;
}

vitals_status vt_coverage_measure(vt_test_run *run, const vt_rule *rule,
                                  const vitals_document *object) {
    vt_covered *covered = run->covered;
    while (covered && covered->rule != rule) covered = covered->next;
    if (!covered) covered = add_script(run, rule);
    if (!covered) return VITALS_ENOMEM;
    if (!covered->script || !object) return VITALS_OK;
    vt_arena_empty(&run->arena);
    vt_evaluation evaluation = { .reader = { object, NULL },
                                 .arena = &run->arena,
                                 .limits = &run->report->limits,
                                 .now_seconds = run->report->options.now_seconds,
                                 .interrupt = run->report->options.interrupt,
                                 .interrupt_user = run->report->options.interrupt_user };
    vt_opinion opinion = vt_lua_run(run->runner.lua, covered->script,
                                    vt_runner_opens_libraries(&run->runner, rule), &evaluation);
    if (opinion.kind == VT_OPINION_STATUS) covered->statuses |= 1u << opinion.health;
    return VITALS_OK;
}

/* ----------------------------------------------------------------------- points */

/* One script that is being added to the report. */
typedef struct coverage_summary {
    vitals_report *report;
    const vt_covered *covered;
    vt_coverage_entry *entry;
    unsigned possible;       /* statuses that are constants in the script, as bits */
    const vt_lua_node *last; /* statement whose line was counted last */
    uint32_t helper_line;    /* which holds the helpers of the tree, not of the check; 0: none */
    bool no_memory;
} coverage_summary;

static void add_point(coverage_summary *summary, const vt_lua_node *node, bool is_branch,
                      const char *what, uint64_t count) {
    vt_coverage_entry *entry = summary->entry;
    void *items = entry->points;
    vt_text file, text;
    uint32_t line;
    bool room = vt_grow(&summary->report->allocator, &items, &entry->point_capacity,
                        entry->point_count, sizeof *entry->points);
    entry->points = items;
    if (!room) {
        summary->no_memory = true;
        return;
    }
    vt_rule_place(summary->covered->rule, node->line, &file, &line, &text);
    entry->points[entry->point_count++] =
        (vitals_coverage_point){ line, is_branch ? node->column : 0, vt_text_from(what), count };
    if (is_branch) {
        entry->coverage.branches++;
        entry->coverage.branches_taken += count > 0;
    } else {
        entry->coverage.lines++;
        entry->coverage.lines_run += count > 0;
    }
}

/* A constant condition has only one arm. */
static bool is_constant(const vt_lua_node *node) {
    switch ((int)node->kind) {
    case VT_LUA_NIL:
    case VT_LUA_TRUE:
    case VT_LUA_FALSE:
    case VT_LUA_NUMBER:
    case VT_LUA_STRING:
    case VT_LUA_FUNCTION:
    case VT_LUA_TABLE:
        return true;
    default:
        return false;
    }
}

static void add_branches(coverage_summary *summary, const vt_lua_node *node, const char *when_true,
                         const char *when_false) {
    if (is_constant(node)) return;
    const uint64_t *visits = summary->covered->visits[node->index];
    add_point(summary, node, true, when_true, visits[VT_LUA_VISITED_TRUE]);
    add_point(summary, node, true, when_false, visits[VT_LUA_VISITED_FALSE]);
}

static void add_condition(coverage_summary *summary, const vt_lua_node *node) {
    add_branches(summary, node, "condition is true", "condition is false");
}

/* All operands except the last decide whether the next one is evaluated. */
static void add_operands(coverage_summary *summary, const vt_lua_node *node) {
    bool both = node->kind == VT_LUA_AND;
    for (const vt_lua_node *arm = node->list.first; arm && arm->next; arm = arm->next) {
        add_branches(summary, arm, both ? "operand of and is true" : "operand of or is true",
                     both ? "operand of and is false" : "operand of or is false");
    }
}

/* ---------------------------------------------------------------------- statuses */

/* The statuses among the values of an expression. Operands of comparisons and keys do not count. */
static void note_values(coverage_summary *summary, const vt_lua_node *node) {
    for (const vt_lua_node *item = node->list.first; item; item = item->next) {
        if (item->kind != VT_LUA_STRING) continue;
        vitals_health health = vitals_health_from_name(item->text);
        if (health != VITALS_HEALTH_UNASSESSED) summary->possible |= 1u << health;
    }
}

static void note_field(coverage_summary *summary, const vt_lua_node *field) {
    if (!field->right || field->right->kind != VT_LUA_STRING) return;
    bool named = field->left && field->left->kind == VT_LUA_STRING &&
                 vt_text_equal_fold(field->left->text, VT_TEXT("status"));
    vitals_health health = vitals_health_from_name(field->right->text);
    if (named && health != VITALS_HEALTH_UNASSESSED) summary->possible |= 1u << health;
}

static bool sum_node(void *user, const vt_lua_node *node) {
    coverage_summary *summary = user;
    if (node->line == summary->helper_line) return true;
    switch ((int)node->kind) {
    case VT_LUA_ARM:
    case VT_LUA_WHILE:
    case VT_LUA_REPEAT:
        if (node->left) add_condition(summary, node->left);
        break;
    case VT_LUA_AND:
    case VT_LUA_OR:
        add_operands(summary, node);
        break;
    case VT_LUA_FIELD:
        note_field(summary, node);
        break;
    case VT_LUA_CALL:
    case VT_LUA_RETURN:
    case VT_LUA_LOCAL:
    case VT_LUA_ASSIGN:
        note_values(summary, node);
        break;
    default:
        break;
    }
    if (vt_lua_is_statement(node->kind) && node->kind != VT_LUA_LABEL &&
        (!summary->last || summary->last->line != node->line)) {
        summary->last = node;
        add_point(summary, node, false, "line",
                  summary->covered->visits[node->index][VT_LUA_VISITED_STATEMENT]);
    }
    return true;
}

/* "Degraded, Suspended": statuses in the script that no fixture produces. */
static void add_missing_statuses(coverage_summary *summary) {
    unsigned missing = summary->possible & ~summary->covered->statuses;
    vt_buffer text;
    vt_buffer_init(&text, &summary->report->allocator, SIZE_MAX / 2);
    for (int i = VITALS_HEALTH_HEALTHY; i < VITALS_HEALTH_COUNT; i++) {
        if (!(missing & 1u << i)) continue;
        if (text.size) vt_buffer_add_terminated(&text, ", ");
        vt_buffer_add_terminated(&text, vitals_health_name((vitals_health)i));
    }
    vt_text kept = vt_report_keep(summary->report, vt_buffer_text(&text));
    if (text.failed || !kept.bytes) summary->no_memory = true;
    summary->entry->coverage.missing_statuses = kept;
    vt_buffer_done(&text);
}

/* ------------------------------------------------------------------------ report */

static vt_coverage_entry *new_entry(vitals_report *report, const vt_rule *rule) {
    void *items = report->coverage;
    bool room = vt_grow(&report->allocator, &items, &report->coverage_capacity,
                        report->coverage_count, sizeof *report->coverage);
    report->coverage = items;
    if (!room) return NULL;
    vt_coverage_entry *entry = &report->coverage[report->coverage_count++];
    vt_text file, text;
    uint32_t line;
    *entry = (vt_coverage_entry){ .points = NULL };
    vt_rule_place(rule, 1, &file, &line, &text);
    entry->coverage.check = vt_report_keep(report, rule->id);
    entry->coverage.script = vt_report_keep(report, file);
    entry->coverage.missing_statuses = VT_TEXT("");
    return entry->coverage.check.bytes && entry->coverage.script.bytes ? entry : NULL;
}

static vitals_status sum_up(vitals_report *report, const vt_covered *covered) {
    coverage_summary summary = { .report = report, .covered = covered };
    summary.entry = new_entry(report, covered->rule);
    if (!summary.entry) return VITALS_ENOMEM;
    if (!covered->script) {
        summary.entry->coverage.error = VT_TEXT("the script does not compile");
        return VITALS_OK;
    }
    if (vt_prelude_is_named(vt_rule_line(covered->rule, 1))) summary.helper_line = 1;
    vt_lua_walk(covered->tree->script, sum_node, &summary);
    add_missing_statuses(&summary);
    return summary.no_memory ? VITALS_ENOMEM : VITALS_OK;
}

static int by_check(const void *a, const void *b) {
    const vt_coverage_entry *left = a, *right = b;
    int order = vt_text_compare(left->coverage.check, right->coverage.check);
    return order ? order : vt_text_compare(left->coverage.script, right->coverage.script);
}

vitals_status vt_coverage_finish(vt_test_run *run) {
    vitals_report *report = run->report;
    vitals_status status = VITALS_OK;
    for (vt_covered *covered = run->covered; covered; covered = covered->next) {
        if (!status) status = sum_up(report, covered);
        vt_lua_script_free(covered->script);
    }
    run->covered = NULL;
    vt_arena_empty(&run->covered_arena);
    bool sorted = vt_sort(report->coverage, report->coverage_count, sizeof *report->coverage,
                          by_check, vt_report_interrupt(report));
    return !status && !sorted ? VITALS_ESTOPPED : status;
}
