/*
** Health scripts of Karmada: a ResourceInterpreterCustomization with
** spec.customizations.healthInterpretation.luaScript, which defines InterpretHealth(observedObj) and
** returns a boolean. KARMADA: pkg/resourceinterpreter/customized/declarative.
*/
#include "health/assessment.h"
#include "rules/build_context.h"

/* Run behind the script: its function is a global, and its answer a boolean. */
static const char call[] =
    "\nif type(_G.InterpretHealth) ~= \"function\" then"
    " error(\"the script has no global function InterpretHealth\", 0) end"
    " local healthy = _G.InterpretHealth(obj)"
    " if healthy == true then return {status = \"Healthy\", message = \"\"} end"
    " if healthy == false then return {status = \"Degraded\","
    " message = \"InterpretHealth returned false\"} end"
    " error(\"InterpretHealth returned a \" .. type(healthy) .. \", not a boolean\", 0)";

static vt_text field(const vitals_document *document, const vt_value *object, const char *name) {
    return vt_value_text(vt_document_get(document, object, vt_text_from(name)));
}

static bool is_interpreter(const vitals_document *document) {
    return vt_text_is(vitals_document_group(document), "config.karmada.io") &&
           vt_text_is(vitals_document_kind(document), "ResourceInterpreterCustomization");
}

/* "group/Kind" of an apiVersion and a kind. */
static vt_text make_id(vt_arena *arena, vt_text api_version, vt_text kind) {
    const size_t slash = vt_text_find_byte(api_version, '/', 0);
    if (slash == SIZE_MAX) return vt_arena_copy(arena, kind);
    return VT_JOIN(arena, vt_text_between(api_version, 0, slash), VT_TEXT("/"), kind);
}

static void fill(vt_build_context *context, vt_rule *rule, const vitals_document *document,
                 const vt_value *script, vt_text api_version, vt_text kind) {
    vt_arena *arena = context->arena;
    rule->id = make_id(arena, api_version, kind);
    rule->key = VT_JOIN(arena, api_version, VT_TEXT("/"), kind);
    rule->profiles = VT_PROFILE_BIT(VITALS_PROFILE_COMBINED);
    rule->map = vt_source_map_of(arena, document, script);
    if (vt_text_is_absent(rule->id) || vt_text_is_absent(rule->key) || !rule->map) {
        vt_context_no_memory(context);
        return;
    }
    if (!vt_context_charge(context, rule, vt_value_text(script))) return;
    rule->script = VT_JOIN(arena, vt_value_text(script), vt_text_from(call));
    if (vt_text_is_absent(rule->script)) {
        vt_context_no_memory(context);
    } else {
        vt_script_check(context, rule);
    }
}

void vt_interpreter_add(vt_build_context *context, const vitals_document *document) {
    if (!is_interpreter(document)) return;
    const vt_value *target = vt_document_find(document, "spec", "target", NULL);
    const vt_value *health =
        vt_document_find(document, "spec", "customizations", "healthInterpretation", NULL);
    const vt_value *key = vt_document_find_key(document, health, VT_TEXT("luaScript"));
    if (!key || vt_value_text(vt_object_value(key)).size == 0) return;
    const vt_text api_version = field(document, target, "apiVersion");
    const vt_text kind = field(document, target, "kind");
    const vt_place place = vt_document_place(document, key);
    if (api_version.size == 0 || kind.size == 0) {
        vt_context_report(context, "interpreter", place,
                          VT_TEXT("spec.target needs an apiVersion and a kind"));
        return;
    }
    vt_rule *rule = vt_context_add_rule(context, VITALS_SOURCE_INTERPRETER, place);
    if (rule) fill(context, rule, document, vt_object_value(key), api_version, kind);
}

/* ------------------------------------------------------------------ assessing */

/* The lines behind the script are ours: an answer is not of a line of the script. */
static uint32_t own_line(const vt_rule *rule, uint32_t line) {
    uint32_t lines = 1;
    const size_t own = rule->script.size - (sizeof call - 1);
    for (size_t i = 0; i < own && lines < line; i++) lines += rule->script.bytes[i] == '\n';
    return line <= lines ? line : 0;
}

vt_opinion vt_evaluate_interpreter(vt_assessment *assessment) {
    const vt_rule *rule = vt_health_find_interpreter(
        assessment->engine,
        vt_document_parts(assessment->evaluation.reader.document)->identity.api_version,
        assessment->kind);
    if (!rule) return (vt_opinion){ 0 };
    vt_opinion opinion = vt_evaluate_script(assessment, rule);
    opinion.line = own_line(rule, opinion.line);
    return opinion;
}
