/* Entries of healthCheckExprs. Flux asks inProgress, then failed, then current: fluxcd/pkg runtime/cel. */
#include <stdio.h>

#include "author/testing/draft/draft.h"

/* The parts of one expression, each on a line of its own. */
typedef struct expression_writer {
    vt_buffer *out;
    const vt_draft_facts *facts;
    const char *name;
    const char *operator;
    size_t parts;
} expression_writer;

static void begin_part(expression_writer *writer) {
    if (writer->parts++ == 0) {
        vt_buffer_printf(writer->out, "  %s: >-\n    ", writer->name);
    } else {
        vt_buffer_printf(writer->out, " %s\n    ", writer->operator);
    }
}

static void end_parts(const expression_writer *writer) {
    if (writer->parts > 0) vt_buffer_add_byte(writer->out, '\n');
}

static void add_list(vt_buffer *out, const vt_draft_words *words, vitals_health health) {
    const char *between = "[";
    for (size_t i = 0; i < words->count; i++) {
        if (words->items[i].health != health) continue;
        vt_buffer_printf(out, "%s'%.*s'", between, VT_TEXT_ARG(words->items[i].word));
        between = ", ";
    }
    vt_buffer_add_byte(out, ']');
}

/* Whether a condition has a status; one that is False for a reason to wait has not failed. */
static void add_condition(expression_writer *writer, const vt_draft_condition *condition,
                          const char *status, bool fails) {
    begin_part(writer);
    vt_buffer_printf(writer->out,
                     "(has(status.conditions) && status.conditions.exists(e, e.type == '%.*s' && "
                     "e.status == '%s'",
                     VT_TEXT_ARG(condition->type), status);
    if (fails) {
        vt_buffer_add_terminated(writer->out, " &&\n    !(has(e.reason) && e.reason in ");
        add_list(writer->out, &writer->facts->waits, VITALS_HEALTH_PROGRESSING);
        vt_buffer_add_byte(writer->out, ')');
    }
    vt_buffer_add_terminated(writer->out, "))");
}

static void add_conditions(expression_writer *writer, vitals_health health) {
    const vt_draft_facts *facts = writer->facts;
    const bool fails = health == VITALS_HEALTH_DEGRADED;
    for (size_t i = 0; i < facts->condition_count; i++) {
        const vt_draft_condition *at = &facts->conditions[i];
        if (at->when_true == health) add_condition(writer, at, "True", fails);
        if (at->when_false == health) add_condition(writer, at, "False", fails);
    }
}

/* Where the field is, with has() for each step. */
static void begin_field(expression_writer *writer, vt_text within, vt_text field) {
    begin_part(writer);
    vt_buffer_add_byte(writer->out, '(');
    if (within.bytes) vt_buffer_printf(writer->out, "has(status.%.*s) && ", VT_TEXT_ARG(within));
    for (int i = 0; i < 2; i++) {
        vt_buffer_printf(writer->out, i ? " && status." : "has(status.");
        if (within.bytes) vt_buffer_printf(writer->out, "%.*s.", VT_TEXT_ARG(within));
        vt_buffer_printf(writer->out, i ? "%.*s" : "%.*s)", VT_TEXT_ARG(field));
    }
}

static void add_phases(expression_writer *writer, vitals_health health) {
    const vt_draft_facts *facts = writer->facts;
    if (!vt_draft_phase_that_is(facts, health).bytes) return;
    begin_field(writer, facts->within, facts->field);
    vt_buffer_add_terminated(writer->out, " in ");
    add_list(writer->out, &facts->phases, health);
    vt_buffer_add_byte(writer->out, ')');
}

/* Whether one of the parts, or all of them, have a phase of this health. */
static void add_parts(expression_writer *writer, vitals_health health, const char *macro) {
    const vt_draft_facts *facts = writer->facts;
    char part[96] = "p";
    if (!facts->parts.bytes || !vt_draft_phase_that_is(facts, health).bytes) return;
    if (facts->parts_are_map)
        snprintf(part, sizeof part, "status.%.*s[p]", VT_TEXT_ARG(facts->parts));
    begin_part(writer);
    vt_buffer_printf(writer->out,
                     "(has(status.%.*s) && status.%.*s.%s(p, has(%s.%.*s) && %s.%.*s in ",
                     VT_TEXT_ARG(facts->parts), VT_TEXT_ARG(facts->parts), macro, part,
                     VT_TEXT_ARG(facts->part_field), part, VT_TEXT_ARG(facts->part_field));
    add_list(writer->out, &facts->phases, health);
    vt_buffer_add_terminated(writer->out, "))");
}

static void write_current(vt_buffer *out, const vt_draft_facts *facts) {
    expression_writer writer = { out, facts, "current", "&&", 0 };
    add_conditions(&writer, VITALS_HEALTH_HEALTHY);
    if (facts->condition_count == 0) add_phases(&writer, VITALS_HEALTH_HEALTHY);
    add_parts(&writer, VITALS_HEALTH_HEALTHY, "all");
    if (facts->flag.bytes) {
        begin_field(&writer, VT_TEXT_ABSENT, facts->flag);
        vt_buffer_add_byte(out, ')');
    } else if (facts->replicas.bytes) {
        begin_field(&writer, VT_TEXT_ABSENT, facts->replicas);
        vt_buffer_add_terminated(out, " >= (has(spec.replicas) ? spec.replicas : 1))");
    }
    if (writer.parts == 0) {
        begin_part(&writer);
        vt_buffer_add_terminated(out, "false");
    }
    end_parts(&writer);
}

static void write_in_progress(vt_buffer *out, const vt_draft_facts *facts) {
    expression_writer writer = { out, facts, "inProgress", "||", 0 };
    add_conditions(&writer, VITALS_HEALTH_PROGRESSING);
    add_conditions(&writer, VITALS_HEALTH_SUSPENDED);
    end_parts(&writer);
}

static void write_failed(vt_buffer *out, const vt_draft_facts *facts) {
    expression_writer writer = { out, facts, "failed", "||", 0 };
    if (facts->failure.bytes) {
        begin_field(&writer, VT_TEXT_ABSENT, facts->failure);
        vt_buffer_add_terminated(out, " != '')");
    }
    add_phases(&writer, VITALS_HEALTH_DEGRADED);
    add_parts(&writer, VITALS_HEALTH_DEGRADED, "exists");
    add_conditions(&writer, VITALS_HEALTH_DEGRADED);
    end_parts(&writer);
}

void vt_draft_write_expression(vt_buffer *out, const vt_draft_facts *facts) {
    vt_buffer_printf(out, "# The health of %.*s, as drafted. It assumes:\n",
                     VT_TEXT_ARG(facts->kind));
    for (size_t i = 0; i < facts->assumption_count; i++) {
        vt_buffer_printf(out, "# - %.*s\n", VT_TEXT_ARG(facts->assumptions[i]));
    }
    vt_buffer_printf(out, "healthCheckExprs:\n- apiVersion: %.*s%s%.*s\n  kind: %.*s\n",
                     VT_TEXT_ARG(facts->group), facts->group.size ? "/" : "",
                     VT_TEXT_ARG(facts->version), VT_TEXT_ARG(facts->kind));
    write_in_progress(out, facts);
    write_failed(out, facts);
    write_current(out, facts);
}
