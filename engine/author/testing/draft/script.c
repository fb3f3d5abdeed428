/* Scripts of drafts, with the helpers that the bundled checks have: resource_customizations/README.md. */
#include "author/testing/draft/draft.h"
#include "base/text/ascii.h"

static const char map_helper[] = "local function map(value)\n"
                                 "  return type(value) == \"table\" and value or {}\n"
                                 "end\n\n";

static const char text_helper[] = "local function text(value, otherwise)\n"
                                  "  if type(value) == \"string\" and value ~= \"\" then\n"
                                  "    return value\n"
                                  "  end\n"
                                  "  return otherwise\n"
                                  "end\n\n";

static const char stale_helper[] =
    "local generation = tonumber(map(obj.metadata).generation)\n\n"
    "-- Whether what was observed is older than the object.\n"
    "local function is_stale(observed)\n"
    "  return generation ~= nil and (tonumber(observed) or generation) < generation\n"
    "end\n\n";

static const char explain_helper[] = "-- What a condition says: its message, or else its reason.\n"
                                     "local function explain(of, otherwise)\n"
                                     "  return text(of.message, text(of.reason, otherwise))\n"
                                     "end\n\n";

static const char condition_loop[] = "local answer\n"
                                     "for _, rule in ipairs(rules) do\n"
                                     "  local found = condition(rule[1])\n"
                                     "  local value = text(found.status, \"\")\n"
                                     "  local health = rule[value]\n";

static const char waits_test[] =
    "  if health == \"Degraded\" and waits[text(found.reason, \"\")] then\n"
    "    health = \"Progressing\"\n"
    "  end\n";

static const char condition_end[] =
    "  if health then\n"
    "    answer = { status = health, message = explain(found, rule[1] .. \" is \" .. value) }\n"
    "    if health ~= \"Healthy\" then\n"
    "      return answer\n"
    "    end\n"
    "  end\n"
    "end\n"
    "if answer then\n"
    "  return answer\n"
    "end\n";

/* A key of a table: an identifier, or a quoted string between [ and ]. */
static void write_key(vt_buffer *script, vt_text word) {
    bool name = word.size > 0 && word.bytes[0] >= 'A' && word.bytes[0] <= 'Z';
    for (size_t i = 0; i < word.size && name; i++) {
        const unsigned char byte = (unsigned char)word.bytes[i];
        name = vt_is_letter(byte) || vt_is_digit(byte);
    }
    vt_buffer_printf(script, name ? "%.*s" : "[\"%.*s\"]", VT_TEXT_ARG(word));
}

static void write_condition_helper(vt_buffer *script, const vt_draft_facts *facts) {
    vt_buffer_printf(script,
                     "-- The condition of a type, or an empty one.\n"
                     "local function condition(name)\n"
                     "  for _, candidate in ipairs(map(status.conditions)) do\n"
                     "    if map(candidate).type == name%s then\n"
                     "      return candidate\n"
                     "    end\n"
                     "  end\n"
                     "  return {}\n"
                     "end\n\n",
                     facts->dates ? " and not is_stale(candidate.observedGeneration)" : "");
}

static void write_helpers(vt_buffer *script, const vt_draft_facts *facts) {
    const bool conditions = facts->condition_count > 0;
    vt_buffer_add_terminated(script, map_helper);
    if (conditions || facts->field.bytes || facts->failure.bytes || facts->parts.bytes) {
        vt_buffer_add_terminated(script, text_helper);
    }
    vt_buffer_add_terminated(script, "local status = map(obj.status)\n");
    vt_buffer_add_terminated(script, facts->observes || facts->dates ? stale_helper : "\n");
    if (!conditions) return;
    write_condition_helper(script, facts);
    vt_buffer_add_terminated(script, explain_helper);
}

/* -------------------------------------------------------------------- tables */

static void write_meaning(vt_buffer *script, const char *status, vitals_health health) {
    if (health == VITALS_HEALTH_UNASSESSED) return;
    vt_buffer_printf(script, ", %s = \"%s\"", status, vitals_health_name(health));
}

static bool has_waits(const vt_draft_facts *facts) {
    const char *status = NULL;
    return vt_draft_condition_that_is(facts, VITALS_HEALTH_DEGRADED, &status) != NULL;
}

static void write_rules(vt_buffer *script, const vt_draft_facts *facts) {
    vt_buffer_add_terminated(script,
                             "-- What conditions mean. The first that is not Healthy decides.\n"
                             "local rules = {\n");
    for (size_t i = 0; i < facts->condition_count; i++) {
        const vt_draft_condition *at = &facts->conditions[i];
        vt_buffer_printf(script, "  { \"%.*s\"", VT_TEXT_ARG(at->type));
        write_meaning(script, "True", at->when_true);
        write_meaning(script, "False", at->when_false);
        write_meaning(script, "Unknown", VITALS_HEALTH_PROGRESSING);
        vt_buffer_add_terminated(script, " },\n");
    }
    vt_buffer_add_terminated(script, "}\n\n");
    if (!has_waits(facts)) return;
    vt_buffer_add_terminated(script, "-- Reasons of a condition that is bad for a while.\n"
                                     "local waits = {\n");
    for (size_t i = 0; i < facts->waits.count; i++) {
        vt_buffer_add_terminated(script, "  ");
        write_key(script, facts->waits.items[i].word);
        vt_buffer_add_terminated(script, " = true,\n");
    }
    vt_buffer_add_terminated(script, "}\n\n");
}

/* Progressing is what every other phase is. */
static void write_phases(vt_buffer *script, const vt_draft_facts *facts) {
    vt_buffer_printf(script,
                     "-- What the %.*s means; every other one is Progressing.\n"
                     "local phases = {\n",
                     VT_TEXT_ARG(facts->field.bytes ? facts->field : facts->part_field));
    for (size_t i = 0; i < facts->phases.count; i++) {
        vt_buffer_add_terminated(script, "  ");
        write_key(script, facts->phases.items[i].word);
        vt_buffer_printf(script, " = \"%s\",\n", vitals_health_name(facts->phases.items[i].health));
    }
    vt_buffer_add_terminated(script, "}\n\n");
}

/* ------------------------------------------------------------------- answers */

static void write_waiting(vt_buffer *script, const vt_draft_facts *facts, const char *missing) {
    vt_buffer_printf(script,
                     "if %s then\n"
                     "  return { status = \"Progressing\", message = \"Waiting for %.*s\" }\n"
                     "end\n",
                     missing, VT_TEXT_ARG(facts->kind));
}

static void write_failure(vt_buffer *script, const vt_draft_facts *facts) {
    vt_buffer_printf(script,
                     "local failure = text(status.%.*s, \"\")\n"
                     "if failure ~= \"\" then\n"
                     "  return { status = \"Degraded\", message = failure }\n"
                     "end\n",
                     VT_TEXT_ARG(facts->failure));
}

static void write_phase(vt_buffer *script, const vt_draft_facts *facts) {
    const char *place = "status";
    if (facts->within.bytes) {
        place = "place";
        vt_buffer_printf(script, "local place = map(status.%.*s)\n", VT_TEXT_ARG(facts->within));
    }
    vt_buffer_printf(script, "local phase = text(%s.%.*s, \"\")\n", place,
                     VT_TEXT_ARG(facts->field));
    if (facts->condition_count == 0) write_waiting(script, facts, "phase == \"\"");
    vt_buffer_printf(script,
                     "local by_phase = phases[phase] or \"Progressing\"\n"
                     "local words = text(%s.message, \"%.*s is \" .. phase)\n",
                     place, VT_TEXT_ARG(facts->kind));
    vt_buffer_add_terminated(script,
                             facts->condition_count == 0
                                 ? "return { status = by_phase, message = words }\n"
                                 : "if by_phase == \"Degraded\" or by_phase == \"Suspended\" then\n"
                                   "  return { status = by_phase, message = words }\n"
                                   "end\n");
}

static void write_conditions(vt_buffer *script, const vt_draft_facts *facts) {
    vt_buffer_add_terminated(script, condition_loop);
    if (has_waits(facts)) vt_buffer_add_terminated(script, waits_test);
    vt_buffer_add_terminated(script, condition_end);
    if (facts->field.bytes) {
        vt_buffer_add_terminated(script, "if phase ~= \"\" then\n"
                                         "  return { status = by_phase, message = words }\n"
                                         "end\n");
    }
    vt_buffer_printf(script,
                     "return { status = \"Progressing\", message = \"Waiting for %.*s\" }\n",
                     VT_TEXT_ARG(facts->kind));
}

static void write_replicas(vt_buffer *script, const vt_draft_facts *facts) {
    vt_buffer_printf(script,
                     "local wanted = tonumber(map(obj.spec).replicas) or 1\n"
                     "local ready = tonumber(status.%.*s) or 0\n"
                     "local message = ready .. \" of \" .. wanted .. \" replicas are ready\"\n"
                     "if ready < wanted then\n"
                     "  return { status = \"Progressing\", message = message }\n"
                     "end\n"
                     "return { status = \"Healthy\", message = message }\n",
                     VT_TEXT_ARG(facts->replicas));
}

static void write_flag(vt_buffer *script, const vt_draft_facts *facts) {
    vt_buffer_printf(script,
                     "if status.%.*s == true then\n"
                     "  return { status = \"Healthy\", message = \"%.*s is %.*s\" }\n"
                     "end\n"
                     "return { status = \"Progressing\", message = \"%.*s is not %.*s\" }\n",
                     VT_TEXT_ARG(facts->flag), VT_TEXT_ARG(facts->kind), VT_TEXT_ARG(facts->flag),
                     VT_TEXT_ARG(facts->kind), VT_TEXT_ARG(facts->flag));
}

/* Whether an object is Healthy because of its parts. */
static bool parts_decide(const vt_draft_facts *facts) {
    return facts->parts.bytes && !facts->field.bytes && facts->condition_count == 0;
}

static void write_parts(vt_buffer *script, const vt_draft_facts *facts) {
    vt_buffer_printf(
        script,
        "local found = {}\n"
        "for _, part in pairs(map(status.%.*s)) do\n"
        "  found[phases[text(map(part).%.*s, \"\")] or \"Progressing\"] = true\n"
        "end\n"
        "for _, health in ipairs({ \"Degraded\", \"Progressing\"%s }) do\n"
        "  if found[health] then\n"
        "    return { status = health, message = \"%.*s with parts that are \" .. health }\n"
        "  end\n"
        "end\n",
        VT_TEXT_ARG(facts->parts), VT_TEXT_ARG(facts->part_field),
        parts_decide(facts) ? ", \"Suspended\", \"Healthy\"" : "", VT_TEXT_ARG(facts->kind));
}

static void write_answers(vt_buffer *script, const vt_draft_facts *facts) {
    write_waiting(script, facts,
                  facts->observes ? "is_stale(status.observedGeneration) or next(status) == nil"
                                  : "next(status) == nil");
    if (facts->failure.bytes) write_failure(script, facts);
    if (facts->parts.bytes) write_parts(script, facts);
    if (facts->field.bytes) write_phase(script, facts);
    if (facts->condition_count > 0) {
        write_conditions(script, facts);
    } else if (facts->replicas.bytes) {
        write_replicas(script, facts);
    } else if (facts->flag.bytes) {
        write_flag(script, facts);
    } else if (!facts->field.bytes) {
        vt_buffer_printf(script,
                         "return { status = \"Progressing\", message = \"%.*s has a status\" }\n",
                         VT_TEXT_ARG(facts->kind));
    }
}

void vt_draft_write_script(vt_buffer *script, const vt_draft_facts *facts) {
    vt_buffer_printf(script, "-- The health of %.*s, as drafted. It assumes:\n",
                     VT_TEXT_ARG(facts->kind));
    for (size_t i = 0; i < facts->assumption_count; i++) {
        vt_buffer_printf(script, "-- - %.*s\n", VT_TEXT_ARG(facts->assumptions[i]));
    }
    vt_buffer_add_terminated(script, "\n");
    write_helpers(script, facts);
    if (facts->condition_count > 0) write_rules(script, facts);
    if (facts->field.bytes || facts->parts.bytes) write_phases(script, facts);
    write_answers(script, facts);
}
