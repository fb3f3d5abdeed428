/* Files that a kustomization names, read while an engine is built. */
#include "base/run/files.h"
#include "base/run/limits.h"
#include "rules/argocd_data.h"
#include "rules/build_context.h"

/* The directory of a file with its slash, or "". */
static vt_text directory_of(vt_text file) {
    size_t size = file.size;
    while (size > 0 && file.bytes[size - 1] != '/') size--;
    return vt_text_between(file, 0, size);
}

void vt_followed_file_report(vt_build_context *context, const vt_argocd_file *file,
                             const char *limit, const char *why) {
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
        vt_followed_file_report(context, file, limit, why);
    }
    return !content->failed && !why;
}

const char *vt_followed_file_read(vt_build_context *context, const vt_argocd_file *file,
                                  vt_buffer *content) {
    const vt_place place = vt_document_place(file->document, file->at);
    const vt_text directory = directory_of(vt_text_from(place.file ? place.file : ""));
    if (!vt_context_continue(context) || !read_content(context, file, directory, content)) {
        return NULL;
    }
    if (!vt_context_charge_text(context, vt_buffer_text(content), place)) return NULL;
    const vt_text name = VT_JOIN(&context->engine->arena, directory, file->path);
    if (vt_text_is_absent(name)) vt_context_no_memory(context);
    return name.bytes;
}
