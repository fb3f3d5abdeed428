/* Files that a kustomization names, read while an engine is built. */
#include "base/files.h"
#include "base/limits.h"
#include "health/customization.h"

/* The directory of a file with its slash, or "". */
static vt_text directory_of(vt_text file) {
    size_t size = file.size;
    while (size > 0 && file.bytes[size - 1] != '/') size--;
    return vt_text_between(file, 0, size);
}

static void report(vt_build_context *context, const vt_argocd_file *file, const char *limit,
                   const char *why) {
    context->broken = true;
    vt_diagnose_format(context->diagnostics, VITALS_SEVERITY_ERROR, "argocd-cm",
                       vt_document_place(file->document, file->at), limit, "%.*s: %s",
                       VT_TEXT_ARG(file->path), why);
}

/* KUSTOMIZE: files are below the directory of the kustomization. false: it cannot be read, which is
** reported. */
static bool read_content(vt_build_context *context, const vt_argocd_file *file, vt_text directory,
                         vt_buffer *content) {
    const vt_text root = vt_arena_copy(context->arena, directory.size ? directory : VT_TEXT("."));
    const vt_text path = vt_arena_copy(context->arena, file->path);
    int descriptor;
    if (vt_text_is_absent(root) || vt_text_is_absent(path)) {
        vt_context_no_memory(context);
        return false;
    }
    const char *why = vt_file_open_in(root.bytes, path.bytes, &descriptor);
    if (!why) why = vt_file_read(descriptor, content);
    const char *limit = content->over_ceiling ? VT_LIMIT_NAME(configuration_bytes) : NULL;
    if (limit) why = "file is longer than the limit configuration_bytes";
    if (content->failed && !limit) {
        vt_context_no_memory(context);
    } else if (why) {
        report(context, file, limit, why);
    }
    return !content->failed && !why;
}

/* The file is the value of a member. */
static void take_member(vt_build_context *context, const vt_argocd_file *file, vt_text content,
                        const char *name) {
    vitals_limits limits;
    const vitals_read_options options = vt_context_read_options(context, name, &limits);
    const vt_source source = { .text = content, .start = { name, 0, 1, 1 } };
    vitals_document *document = NULL;
    const vitals_status status =
        vt_document_of_text(&source, file->key, 0, content.size, &options, &document);
    if (status == VITALS_ESYNTAX) {
        report(context, file, NULL, "the file is not UTF-8, and becomes binaryData");
    } else if (status) {
        vt_context_no_memory(context);
    } else if (vt_context_keep_document(context, document)) {
        vt_customizations_find(context, document, VT_TEXT("."), false);
    }
}

static void take_content(vt_build_context *context, const vt_argocd_file *file, vt_text directory,
                         vt_text content) {
    const vt_text name = VT_JOIN(&context->engine->arena, directory, file->path);
    if (vt_text_is_absent(name)) {
        vt_context_no_memory(context);
    } else if (!vt_context_charge_text(context, content,
                                       vt_document_place(file->document, file->at))) {
        return;
    } else if (vt_text_is_absent(file->key)) {
        vt_rules_read_customizations(context, content, name.bytes);
    } else {
        take_member(context, file, content, name.bytes);
    }
}

void vt_followed_file_read(vt_build_context *context, const vt_argocd_file *file) {
    const char *from = vt_document_place(file->document, NULL).file;
    const vt_text directory = directory_of(vt_text_from(from ? from : ""));
    vt_buffer content;
    vt_buffer_init(&content, &context->engine->allocator,
                   (size_t)context->engine->limits.configuration_bytes);
    if (read_content(context, file, directory, &content)) {
        take_content(context, file, directory, vt_buffer_text(&content));
    }
    vt_buffer_done(&content);
}
