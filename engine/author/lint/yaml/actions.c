/* The actions of a ConfigMap: a YAML text with discovery.lua and definitions with action.lua. */
#include "author/lint/lint.h"

typedef struct action_list {
    vitals_lint *lint;
    const char *file;
    const vitals_document *document;
} action_list;

static void check_script(const action_list *list, const vt_value *value) {
    if (!vt_value_is_string(value)) return;
    vt_lint_script script = { .lint = list->lint,
                              .source = vt_value_text(value),
                              .file = list->file,
                              .open_libraries = true };
    script.map = vt_source_map_of(&list->lint->arena, list->document, value);
    if (script.map) {
        vt_lint_action_rules(&script);
    } else {
        list->lint->no_memory = true;
    }
}

static void check_actions(const action_list *list) {
    const vt_value *root = vt_document_root(list->document);
    if (!vt_value_is_object(root)) return;
    check_script(list, vt_document_get(list->document, root, VT_TEXT("discovery.lua")));
    const vt_value *all = vt_document_get(list->document, root, VT_TEXT("definitions"));
    const vt_value *at = vt_array_first(all);
    for (; at && vt_lint_goes_on(list->lint); at = vt_array_next(all, at)) {
        if (!vt_value_is_object(at)) continue;
        check_script(list, vt_document_get(list->document, at, VT_TEXT("action.lua")));
    }
}

/* What is not YAML, Argo CD finds when a user opens the menu of actions. */
static void report_syntax(const action_list *list, const vitals_diagnostics *diagnostics) {
    const vitals_diagnostic *first = vitals_diagnostics_at(diagnostics, 0);
    if (!first || list->lint->no_memory || list->lint->stopped) return;
    vt_lint_add(list->lint, VT_LINT_UNREADABLE,
                (vt_place){ list->file, 0, first->line, first->column }, VT_TEXT_ABSENT, "%.*s",
                VT_TEXT_ARG(first->text));
}

void vt_lint_actions(vitals_lint *lint, const vt_lint_document *source,
                     const vitals_document *document, const vt_value *value) {
    vt_text text = vt_value_text(value);
    if (vt_text_trim(text).size == 0) return;
    const vt_source_map *inside = vt_source_map_of(&lint->arena, document, value);
    vitals_diagnostics *diagnostics = vt_lint_diagnostics(lint);
    if (!inside) lint->no_memory = true;
    if (!lint->no_memory) {
        vt_source part = { text, { 0 }, inside };
        vitals_document *parsed =
            vt_lint_parse(lint, &part, source->file, VITALS_FORMAT_YAML, diagnostics);
        action_list list = { lint, source->file, parsed };
        if (parsed) {
            check_actions(&list);
        } else {
            report_syntax(&list, diagnostics);
        }
        vitals_document_free(parsed);
    }
    vitals_diagnostics_free(diagnostics);
}
