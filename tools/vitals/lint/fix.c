/* Corrections: written into the files, or shown as a unified diff. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "input/files.h"
#include "lint/lint.h"

enum { CONTEXT = 3 };

/* The corrections of one file: those from `first` to before `end` of the lint. */
typedef struct file_edits {
    const vitals_lint *lint;
    const char *file;
    size_t first, end;
    vt_buffer text;
} file_edits;

static vitals_lint_edit edit_at(const file_edits *edits, size_t index) {
    vitals_lint_edit edit = { 0 };
    vitals_lint_edit_at(edits->lint, index, &edit, sizeof edit);
    return edit;
}

/* The next file with corrections; false: there is none, or it cannot be read, which is a problem. */
static bool next_file(file_edits *edits, cli_problems *problems) {
    vitals_lint_edit edit;
    for (;;) {
        edits->first = edits->end;
        if (!vitals_lint_edit_at(edits->lint, edits->first, &edit, sizeof edit)) return false;
        edits->file = edit.file;
        while (vitals_lint_edit_at(edits->lint, edits->end, &edit, sizeof edit) &&
               strcmp(edit.file, edits->file) == 0) {
            edits->end++;
        }
        vt_buffer_clear(&edits->text);
        if (file_read(edits->file, MAX_FILE_BYTES, &edits->text, problems)) return true;
    }
}

/* Append the bytes from `from` to `to` as they are after the corrections. */
static void add_corrected(const file_edits *edits, size_t from, size_t to, vt_buffer *out) {
    for (size_t i = edits->first; i < edits->end; i++) {
        const vitals_lint_edit edit = edit_at(edits, i);
        if (edit.offset < from || edit.offset > to) continue;
        if (edit.offset == to && to < edits->text.size) continue;
        vt_buffer_add_bytes(out, edits->text.bytes + from, edit.offset - from);
        vt_buffer_add_bytes(out, edit.text.bytes, edit.text.size);
        from = edit.offset + edit.size;
    }
    if (from < to) vt_buffer_add_bytes(out, edits->text.bytes + from, to - from);
}

/* ---------------------------------------------------------------------- writing */

/* A new file takes the place of the old one, so that nobody reads half of it. */
static bool replace_file(const char *path, const vt_buffer *content, cli_problems *problems) {
    vt_buffer beside = BUFFER_INIT;
    struct stat about;
    vt_buffer_printf(&beside, "%s.vitals-XXXXXX", path);
    const int descriptor = mkstemp(beside.bytes);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "wb");
    bool ok = file && stat(path, &about) == 0 && fchmod(descriptor, about.st_mode & 07777) == 0;
    ok = ok && fwrite(content->bytes, 1, content->size, file) == content->size;
    if (file && fclose(file) != 0) ok = false;
    ok = ok && rename(vt_buffer_string(&beside), path) == 0;
    if (!ok && descriptor >= 0) unlink(vt_buffer_string(&beside));
    if (!ok) problems_add_error(problems, path, "cannot be written");
    vt_buffer_done(&beside);
    return ok;
}

size_t fix_files(const vitals_lint *lint, cli_problems *problems) {
    file_edits edits = { .lint = lint, .text = BUFFER_INIT };
    vt_buffer corrected = BUFFER_INIT;
    size_t count = 0;
    while (next_file(&edits, problems)) {
        vt_buffer_clear(&corrected);
        add_corrected(&edits, 0, edits.text.size, &corrected);
        char *target = realpath(edits.file, NULL); /* a link stays one */
        if (target && replace_file(target, &corrected, problems)) count += edits.end - edits.first;
        free(target);
    }
    vt_buffer_done(&corrected);
    vt_buffer_done(&edits.text);
    return count;
}

/* ------------------------------------------------------------------------- diff */

static size_t line_start(const vt_buffer *text, size_t at) {
    while (at > 0 && text->bytes[at - 1] != '\n') at--;
    return at;
}

static size_t line_end(const vt_buffer *text, size_t at) {
    while (at < text->size && text->bytes[at] != '\n') at++;
    return at < text->size ? at + 1 : at;
}

static size_t count_lines(const char *bytes, size_t size) {
    size_t lines = 0;
    for (size_t i = 0; i < size; i++) lines += bytes[i] == '\n';
    return size && bytes[size - 1] != '\n' ? lines + 1 : lines;
}

static void add_lines(vt_buffer *out, char sign, const char *bytes, size_t size) {
    while (size > 0) {
        const char *line_break = memchr(bytes, '\n', size);
        const size_t length = line_break ? (size_t)(line_break - bytes) : size;
        vt_buffer_printf(out, "%c", sign);
        vt_quote_append_visible(out, (vitals_text){ bytes, length });
        vt_buffer_add_terminated(out, line_break ? "\n" : "\n\\ No newline at end of file\n");
        bytes += line_break ? length + 1 : length;
        size -= line_break ? length + 1 : length;
    }
}

static size_t lines_before(const vt_buffer *text, size_t at) {
    for (int i = 0; i < CONTEXT && at > 0; i++) at = line_start(text, at - 1);
    return at;
}

static size_t lines_after(const vt_buffer *text, size_t at) {
    for (int i = 0; i < CONTEXT && at < text->size; i++) at = line_end(text, at);
    return at;
}

/* Whole lines that corrections change, and those around them. */
typedef struct hunk {
    size_t start, from, to, end; /* offsets: context, changed lines, context */
} hunk;

/* The lines of a correction; of corrections whose contexts meet, of all. */
static hunk next_hunk(const file_edits *edits, size_t *index) {
    const vt_buffer *text = &edits->text;
    vitals_lint_edit edit = edit_at(edits, (*index)++);
    hunk found = { .from = line_start(text, edit.offset) };
    const size_t last = edit.offset + (edit.size ? edit.size - 1 : 0);
    found.to = line_end(text, last);
    found.end = lines_after(text, found.to);
    while (*index < edits->end) {
        edit = edit_at(edits, *index);
        if (lines_before(text, line_start(text, edit.offset)) > found.end) break;
        found.to = line_end(text, edit.offset + (edit.size ? edit.size - 1 : 0));
        found.end = lines_after(text, found.to);
        ++*index;
    }
    found.start = lines_before(text, found.from);
    return found;
}

static void show_hunk(const file_edits *edits, const hunk *at, long *moved, vt_buffer *out) {
    const char *bytes = edits->text.bytes;
    vt_buffer corrected = BUFFER_INIT;
    add_corrected(edits, at->from, at->to, &corrected);
    const size_t line = count_lines(bytes, at->start) + 1;
    const size_t old = count_lines(bytes + at->start, at->end - at->start);
    const size_t removed = count_lines(bytes + at->from, at->to - at->from);
    const size_t added = count_lines(corrected.bytes, corrected.size);
    vt_buffer_printf(out, "@@ -%zu,%zu +%ld,%zu @@\n", line, old, (long)line + *moved,
                     old - removed + added);
    add_lines(out, ' ', bytes + at->start, at->from - at->start);
    add_lines(out, '-', bytes + at->from, at->to - at->from);
    add_lines(out, '+', corrected.bytes, corrected.size);
    add_lines(out, ' ', bytes + at->to, at->end - at->to);
    *moved += (long)added - (long)removed;
    vt_buffer_done(&corrected);
}

void fix_show(const vitals_lint *lint, vt_buffer *out, cli_problems *problems) {
    file_edits edits = { .lint = lint, .text = BUFFER_INIT };
    while (next_file(&edits, problems)) {
        long moved = 0;
        vt_buffer_add_terminated(out, "--- ");
        vt_quote_append_visible(out, vt_text_from(edits.file));
        vt_buffer_add_terminated(out, "\n+++ ");
        vt_quote_append_visible(out, vt_text_from(edits.file));
        vt_buffer_add_terminated(out, "\n");
        for (size_t i = edits.first; i < edits.end;) {
            const hunk found = next_hunk(&edits, &i);
            show_hunk(&edits, &found, &moved, out);
        }
    }
    vt_buffer_done(&edits.text);
}
