/* Of which kind the objects are that a place of a text is about. */
#include <stdlib.h>

#include "lsp/lsp.h"

/* ----------------------------------------------------------------- check trees */

static vt_text take_last_part(vt_text *path) {
    size_t at = path->size;
    while (at > 0 && path->bytes[at - 1] != '/') at--;
    const vt_text part = vt_text_between(*path, at, path->size);
    *path = vt_text_between(*path, 0, at > 0 ? at - 1 : 0);
    return part;
}

/* group/Kind/ of a file in a tree, which stays in `text`. */
static lsp_subject subject_of_path(vt_text path, const char *directory) {
    path = vt_text_between(path, 0, vt_text_from(directory).size - 1);
    lsp_subject subject = { .kind = take_last_part(&path) };
    subject.group = take_last_part(&path);
    return subject;
}

/* ------------------------------------------------------------------------ YAML */

/* What is behind a key on a line. */
static bool take_value(vt_text line, const char *key, vt_text *out) {
    const vt_text name = vt_text_from(key);
    if (!vt_text_starts(line, name)) return false;
    vt_text value = vt_text_trim(vt_text_between(line, name.size, line.size));
    while (value.size > 1 && (value.bytes[0] == '"' || value.bytes[0] == '\'')) {
        value = vt_text_between(value, 1, value.size - 1);
    }
    *out = value;
    return true;
}

/* Group_Kind: of a key of an argocd-cm. */
static void take_key(vt_text rest, lsp_subject *out) {
    vt_text key;
    vt_text_split(&rest, ':', &key);
    const size_t bar = vt_text_find_byte(key, '_', 0);
    out->group = vt_text_between(key, 0, bar == SIZE_MAX ? 0 : bar);
    out->kind = vt_text_between(key, bar == SIZE_MAX ? 0 : bar + 1, key.size);
}

static void take_line(vt_text line, lsp_subject *out) {
    vt_text value;
    if (take_value(line, "resource.customizations.health.", &value)) {
        take_key(value, out);
    } else if (take_value(line, "apiVersion:", &value)) {
        const size_t slash = vt_text_find_byte(value, '/', 0);
        out->group = vt_text_between(value, 0, slash == SIZE_MAX ? 0 : slash);
    } else if (take_value(line, "kind:", &value)) {
        out->kind = value;
    }
}

/* The key of an argocd-cm above the place, or apiVersion and kind in the item of a list around it. */
static lsp_subject subject_in_yaml(vt_text bytes, size_t at) {
    lsp_subject subject = { VT_TEXT(""), VT_TEXT("") };
    vt_text rest = bytes, line;
    bool in_item = false;
    while (vt_text_split(&rest, '\n', &line)) {
        const bool is_behind = (size_t)(line.bytes - bytes.bytes) > at;
        vt_text words = vt_text_trim(line);
        const bool begins = vt_text_starts(words, VT_TEXT("- "));
        if (is_behind && (begins || !in_item)) break;
        if (begins) {
            in_item = true;
            subject = (lsp_subject){ VT_TEXT(""), VT_TEXT("") };
            words = vt_text_trim(vt_text_between(words, 2, words.size));
        }
        take_line(words, &subject);
    }
    return subject;
}

lsp_subject subject_at(const lsp_server *server, const lsp_text *text, size_t at) {
    char *directory = check_directory(server, text->path);
    const lsp_subject subject = directory ? subject_of_path(vt_text_from(text->path), directory)
                                          : subject_in_yaml(vt_buffer_text(&text->bytes), at);
    free(directory);
    return subject;
}
