/* What the readers of inputs share while an engine is built. */
#include "rules/build_context.h"
#include "rules/dialects/dialects.h"

#include "base/run/limits.h"
#include "rules/argocd_data.h"
#include "stream/piece.h"

void vt_context_no_memory(vt_build_context *context) {
    if (!context->status) context->status = VITALS_ENOMEM;
}

bool vt_context_continue(vt_build_context *context) {
    if (context->status) return false;
    if (vt_interrupt_asked(context->interrupt)) context->status = VITALS_ESTOPPED;
    return !context->status;
}

bool vt_context_charge(vt_build_context *context, vt_rule *rule, vt_text text) {
    uint64_t most = context->engine->limits.rule_bytes;
    if (text.size <= most - context->rule_bytes) {
        context->rule_bytes += text.size;
        return true;
    }
    rule->broken_limit = VT_LIMIT_NAME(rule_bytes);
    rule->broken =
        vt_arena_printf(&context->engine->arena, "limit rule_bytes of %llu reached: %s",
                        (unsigned long long)most, vt_limit_row(rule->broken_limit)->text);
    if (vt_text_is_absent(rule->broken)) {
        vt_context_no_memory(context);
        return false;
    }
    vt_diagnose(context->diagnostics, VITALS_SEVERITY_WARNING, "limit", rule->place,
                rule->broken_limit, rule->broken);
    return false;
}

void vt_context_report(vt_build_context *context, const char *rule, vt_place place, vt_text text) {
    context->broken = true;
    vt_diagnose(context->diagnostics, VITALS_SEVERITY_ERROR, rule, place, NULL, text);
}

void vt_context_report_glob(vt_build_context *context, vt_place place, vt_text pattern,
                            const char *error) {
    if (!error) {
        vt_context_no_memory(context);
        return;
    }
    vt_diagnose_format(context->diagnostics, VITALS_SEVERITY_WARNING, "glob-syntax", place, NULL,
                       "failed to compile pattern %.*s due to error %s", VT_TEXT_ARG(pattern),
                       error);
}

/* "file:line" of a place; absent without a file. */
static vt_text place_text(vt_build_context *context, vt_place place) {
    if (!place.file || !*place.file) return VT_TEXT_ABSENT;
    vt_text text =
        vt_arena_printf(context->arena, "%s:%u", place.file, place.line ? place.line : 1);
    if (vt_text_is_absent(text)) vt_context_no_memory(context);
    return text;
}

vt_rule *vt_context_new_rule(vt_build_context *context, vitals_source source, vt_place place) {
    if (context->status) return NULL;
    vt_rule *rule = vt_arena_allocate_zeroed(context->arena, sizeof *rule);
    if (!rule) {
        vt_context_no_memory(context);
        return NULL;
    }
    rule->source = source;
    rule->place = place;
    rule->at = place_text(context, place);
    return rule;
}

void vt_rule_done(vt_rule *rule) {
    for (int i = 0; i < VT_LUA_DIALECT_COUNT; i++) {
        vt_lua_script_free(rule->checked[i].script);
        if (rule->lazy) vt_lua_script_free(atomic_load(&rule->lazy[i]));
    }
    for (int i = 0; rule->expressions && i < VT_EXPRESSION_PART_COUNT; i++) {
        vt_cel_program_free(rule->expressions[i].program);
    }
    vt_dialect_rule_done(rule->dialect);
}

void vt_context_append_rule(vt_build_context *context, vt_rule *rule) {
    vitals_engine *engine = context->engine;
    if (context->status) return;
    if (engine->rule_count >= engine->limits.rules) {
        vt_diagnose(context->diagnostics, VITALS_SEVERITY_ERROR, "rules", rule->place,
                    VT_LIMIT_NAME(rules), VT_TEXT("more rules than the limit rules allows"));
        context->status = VITALS_ELIMIT;
        return;
    }
    void *items = engine->rules;
    bool room = vt_grow(&engine->allocator, &items, &engine->rule_capacity, engine->rule_count,
                        sizeof *engine->rules);
    engine->rules = items;
    if (room) {
        if (!rule->built_in) rule->number = engine->rule_count;
        engine->rules[engine->rule_count++] = rule;
    } else {
        vt_context_no_memory(context);
    }
}

vt_rule *vt_context_add_rule(vt_build_context *context, vitals_source source, vt_place place) {
    vt_rule *rule = vt_context_new_rule(context, source, place);
    if (rule) vt_context_append_rule(context, rule);
    return context->status ? NULL : rule;
}

bool vt_context_keep_document(vt_build_context *context, vitals_document *document) {
    vitals_engine *engine = context->engine;
    void *items = engine->documents;
    bool room = vt_document_index_lines(document) &&
                vt_grow(&engine->allocator, &items, &engine->document_capacity,
                        engine->document_count, sizeof(vitals_document *));
    engine->documents = items;
    if (room) {
        engine->documents[engine->document_count++] = document;
    } else {
        vitals_document_free(document);
        vt_context_no_memory(context);
    }
    return room;
}

bool vt_context_charge_text(vt_build_context *context, vt_text text, vt_place place) {
    const uint64_t most = context->engine->limits.configuration_bytes;
    if (text.size <= most - context->text_bytes) {
        context->text_bytes += text.size;
        return true;
    }
    context->broken = true;
    vt_diagnose_format(context->diagnostics, VITALS_SEVERITY_ERROR, "argocd-cm", place,
                       VT_LIMIT_NAME(configuration_bytes),
                       "texts with YAML inside and files that are named have more than %llu bytes: "
                       "limit configuration_bytes",
                       (unsigned long long)most);
    return false;
}

vitals_read_options vt_context_read_options(const vt_build_context *context, const char *file,
                                            vitals_limits *limits) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    *limits = context->engine->limits;
    limits->document_bytes = limits->configuration_bytes;
    options.allocator = &context->engine->allocator;
    options.limits = limits;
    options.file = file;
    return options;
}

vitals_document *vt_context_parse(vt_build_context *context, vt_text text, const char *file,
                                  const vt_source_map *map, vitals_diagnostics *diagnostics) {
    vitals_limits limits;
    vitals_read_options options = vt_context_read_options(context, file, &limits);
    /* Text inside of a ConfigMap is YAML, even where it looks like JSON. */
    options.format = map ? VITALS_FORMAT_YAML : VITALS_FORMAT_AUTO;
    vitals_document *document = NULL;
    vt_source source = { .text = text, .map = map, .interrupt = context->interrupt };
    vitals_status status = vt_document_parse_source(&source, &options, &document, diagnostics);
    if (status == VITALS_ENOMEM) vt_context_no_memory(context);
    if (status == VITALS_ESTOPPED && !context->status) context->status = VITALS_ESTOPPED;
    if (status) {
        vitals_document_free(document);
        return NULL;
    }
    return vt_context_keep_document(context, document) ? document : NULL;
}

/* -------------------------------------------------------------------- pieces */

/* A vitals_read_fn over a text. */
static ptrdiff_t read_bytes(void *user, char *buffer, size_t capacity) {
    vt_text *rest = user;
    size_t size = rest->size < capacity ? rest->size : capacity;
    if (size) memcpy(buffer, rest->bytes, size);
    *rest = vt_text_between(*rest, size, rest->size);
    return (ptrdiff_t)size;
}

/* Without memory, or when the host stops reading, building ends. */
static void note_stop(vt_build_context *context, vitals_status status) {
    if (status == VITALS_ENOMEM) vt_context_no_memory(context);
    if (status == VITALS_ESTOPPED && !context->status) context->status = status;
}

void vt_context_note_template(vt_build_context *context, vt_text text, vt_place start) {
    uint32_t line = 0;
    const vt_text found = vt_argocd_template(text, &line);
    if (vt_text_is_absent(found)) return;
    start.line += line - 1;
    start.column = 1;
    vt_diagnose_format(context->diagnostics, VITALS_SEVERITY_WARNING, "template", start, NULL,
                       "%.*s is a template of Helm: render it first", VT_TEXT_ARG(found));
}

/* Parse one piece of a stream into a document that the engine keeps. */
static void read_piece(vt_build_context *context, const vitals_piece *piece,
                       const vt_piece_reader *reader) {
    if (reader->wants && !reader->wants(reader->user, piece->text)) return;
    vitals_document *document = NULL;
    vitals_status status = vitals_piece_parse(piece, &document, NULL, context->diagnostics);
    if (status == VITALS_OK && vt_context_keep_document(context, document)) {
        reader->take(context, reader->user, document);
        return;
    }
    note_stop(context, status);
    if (status && status != VITALS_ENOTFOUND) context->broken = true;
    if (status == VITALS_ESYNTAX) vt_context_note_template(context, piece->text, piece->start);
    if (status) vitals_document_free(document);
}

void vt_context_read_pieces(vt_build_context *context, vt_text text, const char *file,
                            const vt_piece_reader *reader) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &context->engine->allocator;
    options.limits = &context->engine->limits;
    options.file = file;
    options.interrupt = context->interrupt.ask;
    options.interrupt_user = context->interrupt.user;
    vitals_stream *stream = NULL;
    vitals_status status = vitals_stream_new(&options, read_bytes, &text, &stream);
    note_stop(context, status);
    while (status != VITALS_ENOTFOUND && status != VITALS_ENOMEM && vt_context_continue(context)) {
        vitals_piece *piece = NULL;
        status = vitals_stream_next(stream, &piece, context->diagnostics);
        note_stop(context, status);
        if (piece) {
            read_piece(context, piece, reader);
        } else if (status != VITALS_ENOTFOUND) {
            context->broken = true;
        }
        vitals_piece_free(piece);
    }
    vitals_stream_free(stream);
}
