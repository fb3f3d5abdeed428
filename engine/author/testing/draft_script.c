/* Scripts of drafts, with the helpers that the bundled checks have: resource_customizations/README.md. */
#include "author/testing/draft.h"

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
    vt_buffer_add_terminated(script, map_helper);
    if (facts->subject != VT_DRAFT_STATUS) vt_buffer_add_terminated(script, text_helper);
    vt_buffer_add_terminated(script, "local status = map(obj.status)\n");
    vt_buffer_add_terminated(script, facts->observes || facts->dates ? stale_helper : "\n");
    if (facts->subject != VT_DRAFT_CONDITION) return;
    write_condition_helper(script, facts);
    vt_buffer_add_terminated(script, explain_helper);
}

/* The test for an object that its controller has not dealt with. */
static void write_waiting(vt_buffer *script, const vt_draft_facts *facts, const char *missing) {
    vt_buffer_printf(script,
                     "if %s%s then\n"
                     "  return { status = \"Progressing\", message = \"Waiting for %.*s\" }\n"
                     "end\n",
                     facts->observes ? "is_stale(status.observedGeneration) or " : "", missing,
                     VT_TEXT_ARG(facts->kind));
}

static void write_condition(vt_buffer *script, const vt_draft_facts *facts) {
    vt_buffer_printf(script, "local found = condition(\"%.*s\")\n", VT_TEXT_ARG(facts->word));
    write_waiting(script, facts, "found.status == nil");
    vt_buffer_printf(
        script,
        "if found.status == \"True\" then\n"
        "  return { status = \"Healthy\", message = text(found.message, \"%.*s is True\") }\n"
        "end\n"
        "if found.status == \"False\" then\n"
        "  return { status = \"Degraded\", message = explain(found, \"%.*s is False\") }\n"
        "end\n"
        "return { status = \"Progressing\", message = explain(found, \"Waiting for %.*s\") }\n",
        VT_TEXT_ARG(facts->word), VT_TEXT_ARG(facts->word), VT_TEXT_ARG(facts->kind));
}

static void write_phase(vt_buffer *script, const vt_draft_facts *facts) {
    vt_buffer_add_terminated(script, "local phase = text(status.phase, \"\")\n");
    write_waiting(script, facts, "phase == \"\"");
    vt_buffer_printf(script,
                     "local message = text(status.message, \"%.*s is \" .. phase)\n"
                     "if phase == \"%.*s\" then\n"
                     "  return { status = \"Healthy\", message = message }\n"
                     "end\n"
                     "return { status = \"Progressing\", message = message }\n",
                     VT_TEXT_ARG(facts->kind), VT_TEXT_ARG(facts->word));
}

static void write_status(vt_buffer *script, const vt_draft_facts *facts) {
    write_waiting(script, facts, "next(status) == nil");
    vt_buffer_printf(script, "return { status = \"Healthy\", message = \"%.*s has a status\" }\n",
                     VT_TEXT_ARG(facts->kind));
}

static void (*const writers[])(vt_buffer *script, const vt_draft_facts *facts) = {
    [VT_DRAFT_CONDITION] = write_condition,
    [VT_DRAFT_PHASE] = write_phase,
    [VT_DRAFT_STATUS] = write_status,
};

void vt_draft_write_script(vt_buffer *script, const vt_draft_facts *facts) {
    static const char *const decides[] = {
        [VT_DRAFT_CONDITION] = "The condition ",
        [VT_DRAFT_PHASE] = "Its phase",
        [VT_DRAFT_STATUS] = "That it has a status",
    };
    vt_text word = facts->subject == VT_DRAFT_CONDITION ? facts->word : VT_TEXT("");
    vt_buffer_printf(script, "-- The health of %.*s. %s%.*s decides.\n\n", VT_TEXT_ARG(facts->kind),
                     decides[facts->subject], VT_TEXT_ARG(word));
    write_helpers(script, facts);
    writers[facts->subject](script, facts);
}
