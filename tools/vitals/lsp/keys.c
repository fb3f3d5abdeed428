/* Completion of the keys of an argocd-cm. */
#include <string.h>

#include "lsp/lsp.h"

/* The key that is being written before the cursor, from the start of its line; absent: it is something else. */
static vt_text key_before(vt_text bytes, size_t at) {
    size_t from = at;
    while (from > 0 && bytes.bytes[from - 1] != '\n') from--;
    const vt_text key = vt_text_trim(vt_text_between(bytes, from, at));
    const bool begins = vt_text_starts(key, VT_TEXT("resource."));
    return begins && vt_text_find_byte(key, ':', 0) == SIZE_MAX ? key : VT_TEXT_ABSENT;
}

static void add_key(vt_json_writer *items, const lsp_server *server, const lsp_text *text,
                    size_t from, size_t at, vt_text key) {
    vt_json_writer item = vt_json_add_object(items, NULL);
    vt_json_add_text(&item, "label", key);
    vt_json_add_unsigned(&item, "kind", LSP_COMPLETION_FIELD);
    vt_json_writer edit = vt_json_add_object(&item, "textEdit");
    range_write(&edit, server, text, from, at);
    vt_json_add_text(&edit, "newText", key);
    vt_json_close(&edit);
    vt_json_close(&item);
}

/* Keys that name a kind, by the kinds of the bundled checks. */
static void add_kinds(vt_json_writer *items, const lsp_server *server, const lsp_text *text,
                      size_t from, size_t at, const char *form) {
    vitals_engine *engine = NULL;
    vitals_rule rule;
    vt_buffer key = BUFFER_INIT;
    if (vitals_engine_new(NULL, &engine, NULL) == VITALS_ENOMEM) memory_exhausted();
    for (size_t i = 0; vitals_engine_rule_at(engine, i, &rule, sizeof rule); i++) {
        if (rule.source != VITALS_SOURCE_BUNDLED || rule.wildcard) continue;
        vt_buffer_clear(&key);
        vt_buffer_printf(&key, "%s%s", form, rule.id);
        char *slash = strchr(vt_buffer_string(&key), '/');
        if (slash) *slash = '_';
        add_key(items, server, text, from, at, vt_buffer_text(&key));
    }
    vt_buffer_done(&key);
    vitals_engine_release(engine);
}

bool keys_complete(vt_json_writer *items, const lsp_server *server, const lsp_text *text,
                   size_t at) {
    static const struct {
        const char *form;
        bool names_kind;
    } rows[] = {
        { "resource.customizations", false },
        { "resource.customizations.health.", true },
        { "resource.customizations.useOpenLibs.", true },
        { "resource.exclusions", false },
        { "resource.inclusions", false },
    };
    const vt_text key = key_before(vt_buffer_text(&text->bytes), at);
    const size_t from = at - key.size;
    if (vt_text_is_absent(key)) return false;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const vt_text form = vt_text_from(rows[i].form);
        if (rows[i].names_kind && vt_text_starts(key, form)) {
            add_kinds(items, server, text, from, at, rows[i].form);
        } else if (vt_text_starts(form, key)) {
            add_key(items, server, text, from, at, form);
        }
    }
    return true;
}
