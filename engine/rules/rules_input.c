/* Reading a file with rules in whatever form people keep them. */
#include "rules/argocd_data.h"
#include "rules/build_context.h"
#include "rules/dialects/dialects.h"

/* What is taken from a file. */
typedef struct rules_file {
    unsigned take; /* bits of vitals_rules */
    vt_text path;  /* of the data of an argocd-cm; absent: anywhere */
    bool follow;   /* read the files that a kustomization names */
    bool all;      /* every document needs to be looked at */
} rules_file;

static bool has_word(vt_text text, const char *const *words) {
    for (; *words; words++) {
        if (vt_text_find(text, vt_text_from(*words), 0) != SIZE_MAX) return true;
    }
    return false;
}

/* A document without any of these words has no rules and need not parse. */
static bool wants(void *user, vt_text text) {
    static const char *const expression_words[] = { "healthCheckExprs", "customHealthChecksExprs",
                                                    "current", NULL };
    static const char *const interpreter_words[] = { "healthInterpretation", NULL };
    const rules_file *file = user;
    if ((file->take & VITALS_RULES_CUSTOMIZATIONS) &&
        (file->all || !vt_text_is_absent(file->path) || vt_argocd_may_hold(text))) {
        return true;
    }
    return ((file->take & VITALS_RULES_EXPRESSIONS) &&
            (has_word(text, expression_words) || vt_dialects_may_hold(text))) ||
           ((file->take & VITALS_RULES_INTERPRETERS) && has_word(text, interpreter_words));
}

/* A bare list of expressions: its first item has the field that all must have. */
static bool is_bare_list(const vitals_document *document) {
    const vt_value *first = vt_array_first(vt_document_root(document));
    return vt_document_get(document, first, VT_TEXT("current")) != NULL;
}

/* A Kustomization without expressions counts too: it owns objects. */
static bool carries_expressions(const vitals_document *document) {
    static const vt_text names[] = { VT_TEXT_INIT("healthCheckExprs"),
                                     VT_TEXT_INIT("customHealthChecksExprs") };
    const vt_value *root = vt_document_root(document);
    const vt_dialect *dialect =
        vt_dialect_of_kind(vitals_document_group(document), vitals_document_kind(document));
    if ((dialect && !dialect->read) || is_bare_list(document)) return true;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (vt_document_get(document, root, names[i])) return true;
    }
    return false;
}

static void take_file(void *user, const vt_argocd_file *named);

static void take(vt_build_context *context, void *user, const vitals_document *document) {
    const rules_file *file = user;
    if (file->take & VITALS_RULES_INTERPRETERS) vt_interpreter_add(context, document);
    if ((file->take & VITALS_RULES_EXPRESSIONS) && carries_expressions(document)) {
        vt_expressions_keep(context, document);
    }
    if (file->take & VITALS_RULES_EXPRESSIONS) vt_dialects_read(context, document);
    if (file->take & VITALS_RULES_CUSTOMIZATIONS) {
        vt_customizations_find(context, document, file->path, file->follow ? take_file : NULL);
    }
}

/* A JSON array is one document: a stream would return its items one by one. */
static void read_array(vt_build_context *context, rules_file *file, vt_text text,
                       const char *name) {
    if (!wants(file, text)) return;
    const vitals_document *document =
        vt_context_parse(context, text, name, NULL, context->diagnostics);
    if (document) {
        take(context, file, document);
    } else {
        context->broken = true;
    }
}

static void read_text(vt_build_context *context, rules_file *file, vt_text text, const char *name) {
    if (vt_text_starts(vt_text_trim(text), VT_TEXT("["))) {
        read_array(context, file, text, name);
    } else {
        vt_context_read_pieces(context, text, name, &(vt_piece_reader){ file, wants, take });
    }
}

/* ------------------------------------------------------- files that are named */

/* The file is the value of a member. */
static void take_member(vt_build_context *context, const vt_argocd_file *named, vt_text content,
                        const char *name) {
    vitals_limits limits;
    const vitals_read_options options = vt_context_read_options(context, name, &limits);
    const vt_source source = { .text = content, .start = { name, 0, 1, 1 } };
    vitals_document *document = NULL;
    const vitals_status status =
        vt_document_of_text(&source, named->key, 0, content.size, &options, &document);
    if (status == VITALS_ESYNTAX) {
        vt_followed_file_report(context, named, NULL,
                                "the file is not UTF-8, and becomes binaryData");
    } else if (status) {
        vt_context_no_memory(context);
    } else if (vt_context_keep_document(context, document)) {
        vt_customizations_find(context, document, VT_TEXT("."), NULL);
    }
}

/* Files that it names itself are not read. */
static void take_file(void *user, const vt_argocd_file *named) {
    vt_build_context *context = user;
    rules_file file = { .take = VITALS_RULES_CUSTOMIZATIONS, .path = VT_TEXT_ABSENT };
    vt_buffer content;
    vt_buffer_init(&content, &context->engine->allocator,
                   (size_t)context->engine->limits.configuration_bytes);
    const char *name = vt_followed_file_read(context, named, &content);
    if (name && vt_text_is_absent(named->key)) {
        read_text(context, &file, vt_buffer_text(&content), name);
    } else if (name) {
        take_member(context, named, vt_buffer_text(&content), name);
    }
    vt_buffer_done(&content);
}

/* ---------------------------------------------------------------- the whole */

void vt_rules_read(vt_build_context *context, const vt_input *input) {
    const vt_text name = vt_arena_copy(&context->engine->arena, input->file);
    rules_file file = { .take = input->take,
                        .path = VT_TEXT_ABSENT,
                        .follow = (input->take & VITALS_RULES_FOLLOW) != 0 };
    if (input->name.size) file.path = input->name;
    file.all = file.follow && vt_argocd_is_kustomization(name);
    if (vt_text_is_absent(name)) {
        vt_context_no_memory(context);
    } else {
        read_text(context, &file, input->bytes, name.bytes);
    }
}
