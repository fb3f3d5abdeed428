/* Issues, with the source line they are on. */
#include "cel/syntax/issue.h"

#include <stdarg.h>

#include "base/text/utf8.h"

/* Each issue shows its line, so issues of long lines are long; no more are written past this. */
#define MOST_TEXT_BYTES ((size_t)1 << 20)

void vt_cel_issues_init(vt_cel_issues *issues, vt_arena *arena, vt_text source) {
    *issues = (vt_cel_issues){ .arena = arena, .source = source, .name = "<input>" };
}

static bool is_after(const vt_cel_issue *issue, const vt_cel_issue *other) {
    return issue->offset + 1 >= other->offset + 1; /* VT_CEL_NO_POSITION comes first */
}

/* After every issue at the same position or before it, so that the list stays sorted. */
static void insert(vt_cel_issues *issues, vt_cel_issue *issue) {
    bool is_last = issues->last && is_after(issue, issues->last);
    vt_cel_issue **at = is_last ? &issues->last->next : &issues->first;
    while (*at && is_after(issue, *at)) at = &(*at)->next;
    issue->next = *at;
    *at = issue;
    if (!issue->next) issues->last = issue;
}

void vt_cel_issue_add(vt_cel_issues *issues, uint32_t offset, const char *format, ...) {
    if (++issues->count > VT_CEL_MOST_ISSUES) return;
    vt_buffer text;
    vt_buffer_init(&text, &issues->arena->allocator, SIZE_MAX / 2);
    va_list arguments;
    va_start(arguments, format);
    bool written = vt_buffer_vprintf(&text, format, arguments);
    va_end(arguments);
    vt_cel_issue *issue = vt_arena_allocate(issues->arena, sizeof *issue);
    vt_text copy = written ? vt_arena_copy(issues->arena, vt_buffer_text(&text)) : VT_TEXT_ABSENT;
    vt_buffer_done(&text);
    if (!issue || vt_text_is_absent(copy)) {
        issues->out_of_memory = true;
        return;
    }
    *issue = (vt_cel_issue){ NULL, offset, copy };
    insert(issues, issue);
}

void vt_cel_issues_merge(vt_cel_issues *issues, vt_cel_issues *from) {
    issues->out_of_memory |= from->out_of_memory;
    issues->count += from->count;
    for (vt_cel_issue *issue = from->first, *next; issue; issue = next) {
        next = issue->next;
        insert(issues, issue);
    }
    from->first = from->last = NULL;
    from->count = 0;
}

/* A line of the source. Only LF ends one. */
typedef struct line {
    vt_text text;
    uint32_t number, start;
} line;

static line line_from(vt_text source, uint32_t start, uint32_t number) {
    size_t end = vt_text_find_byte(source, '\n', start);
    return (line){ vt_text_between(source, start, end), number, start };
}

/* The line that holds `offset`: `at` or a later one. */
static line find_line(vt_text source, line at, uint32_t offset) {
    for (;;) {
        size_t end = at.start + at.text.size;
        if (end >= offset || end >= source.size) return at;
        at = line_from(source, (uint32_t)end + 1, at.number + 1);
    }
}

/* The line, its tabs as spaces. */
static void append_line(vt_buffer *buffer, vt_text text) {
    size_t from = buffer->size;
    if (!vt_buffer_add(buffer, text)) return;
    for (size_t i = from; i < buffer->size; i++) {
        if (buffer->bytes[i] == '\t') buffer->bytes[i] = ' ';
    }
}

static bool is_wide(vt_text text, size_t at) {
    return at < text.size && (unsigned char)text.bytes[at] >= 0x80;
}

/* Dots up to `to` and a caret there, full-width ones for non-ASCII characters. */
static void append_pointer(vt_buffer *buffer, vt_text text, size_t to) {
    if (to > text.size) to = text.size;
    size_t at = 0;
    while (at < to) {
        size_t from = at;
        while (at < to && !is_wide(text, at)) at++;
        vt_buffer_add_repeated(buffer, '.', at - from);
        if (at >= to) break;
        (void)vt_utf8_next(text, &at);
        vt_buffer_add(buffer, VT_TEXT("\xEF\xBC\x8E"));
    }
    vt_buffer_add(buffer, is_wide(text, at) ? VT_TEXT("\xEF\xBC\xBE") : VT_TEXT("^"));
}

/* CEL-GO: in an empty source there is no line to show, and columns count from 0. */
static bool append_without_line(const vt_cel_issue *issue, vt_text source, vt_buffer *buffer) {
    const bool has_position = issue->offset != VT_CEL_NO_POSITION;
    if (has_position && source.size > 0) return false;
    vt_buffer_add(buffer, has_position ? VT_TEXT("1:0: ") : VT_TEXT("-1:0: "));
    vt_buffer_add(buffer, issue->text);
    return true;
}

static void append_issue(const vt_cel_issue *issue, const line *at, vt_buffer *buffer) {
    size_t inside = issue->offset - at->start;
    size_t column = vt_utf8_count(vt_text_between(at->text, 0, inside)) + 1;
    vt_buffer_printf(buffer, "%u:%zu: ", at->number, column);
    vt_buffer_add(buffer, issue->text);
    vt_buffer_add(buffer, VT_TEXT("\n | "));
    append_line(buffer, at->text);
    vt_buffer_add(buffer, VT_TEXT("\n | "));
    append_pointer(buffer, at->text, inside);
}

bool vt_cel_issues_append(vt_cel_issues *issues, vt_buffer *buffer) {
    line at = line_from(issues->source, 0, 1);
    size_t before = buffer->size;
    for (const vt_cel_issue *issue = issues->first; issue; issue = issue->next) {
        if (buffer->size - before > MOST_TEXT_BYTES) break;
        if (issue != issues->first) vt_buffer_add_byte(buffer, '\n');
        if (issue->offset != VT_CEL_NO_POSITION) at = find_line(issues->source, at, issue->offset);
        vt_buffer_printf(buffer, "ERROR: %s:", issues->name);
        if (append_without_line(issue, issues->source, buffer)) continue;
        append_issue(issue, &at, buffer);
    }
    return !buffer->failed && !issues->out_of_memory;
}

uint32_t vt_cel_issues_offset(const vt_cel_issues *issues) {
    for (const vt_cel_issue *issue = issues->first; issue; issue = issue->next) {
        if (issue->offset != VT_CEL_NO_POSITION) return issue->offset;
    }
    return VT_CEL_NO_POSITION;
}
