/* Memory and texts of a lint, in its arena, and the corrections that rules propose. */
#include "author/lint/lint.h"
#include "base/text/utf8.h"

void *vt_lint_allocate(vitals_lint *lint, size_t bytes) {
    void *block = vt_arena_allocate_zeroed(&lint->arena, bytes);
    if (!block) lint->no_memory = true;
    return block;
}

vt_text vt_lint_vprintf(vitals_lint *lint, const char *format, va_list arguments) {
    vt_buffer buffer, valid;
    vt_buffer_init(&buffer, &lint->allocator, SIZE_MAX / 2);
    vt_buffer_init(&valid, &lint->allocator, SIZE_MAX / 2);
    vt_buffer_vprintf(&buffer, format, arguments);
    /* gopher-lua quotes only the first byte of a character that it rejects. */
    bool ok = !buffer.failed && vt_utf8_append_valid(&valid, vt_buffer_text(&buffer));
    vt_text text = ok ? vt_arena_copy(&lint->arena, vt_buffer_text(&valid)) : VT_TEXT_ABSENT;
    vt_buffer_done(&valid);
    vt_buffer_done(&buffer);
    if (!vt_text_is_absent(text)) return text;
    lint->no_memory = true;
    return VT_TEXT("");
}

vt_text vt_lint_printf(vitals_lint *lint, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vt_text text = vt_lint_vprintf(lint, format, arguments);
    va_end(arguments);
    return text;
}

void vt_lint_propose(vitals_lint *lint, vt_lint_proposal proposal) {
    vt_lint_proposal *kept = vt_lint_allocate(lint, sizeof *kept);
    if (!kept) return;
    *kept = proposal;
    kept->next = lint->proposals;
    lint->proposals = kept;
}
