/* Problems of an expression, framed with the line they are on. */
#include "cel/issue.h"

#include <stdarg.h>

#include "base/utf8.h"

struct vt_cel_issue {
    vt_cel_issue *next;
    uint32_t offset;
    vt_text text;
};

void vt_cel_issues_init(vt_cel_issues *issues, vt_arena *arena, vt_text source) {
    *issues = (vt_cel_issues){ .arena = arena, .source = source };
}

/* Behind every issue at the same place or before it, so that the list stays sorted. */
static void insert(vt_cel_issues *issues, vt_cel_issue *issue) {
    vt_cel_issue **at = &issues->first;
    while (*at && (*at)->offset + 1 <= issue->offset + 1) at = &(*at)->next;
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

/* The line that holds `offset`, its number and where it starts. Only LF ends a line. */
static vt_text line_at(vt_text source, uint32_t offset, uint32_t *number, uint32_t *start) {
    *number = 1;
    *start = 0;
    for (uint32_t i = 0; i < offset && i < source.size; i++) {
        if (source.bytes[i] != '\n') continue;
        ++*number;
        *start = i + 1;
    }
    size_t end = vt_text_find_byte(source, '\n', *start);
    return vt_text_between(source, *start, end == SIZE_MAX ? source.size : end);
}

/* The source line and the pointer below it; wide characters get wide dots, tabs become spaces. */
static void append_snippet(vt_buffer *buffer, vt_text line, uint32_t to) {
    vt_buffer_add(buffer, VT_TEXT("\n | "));
    for (size_t i = 0; i < line.size; i++) {
        vt_buffer_add_byte(buffer, line.bytes[i] == '\t' ? ' ' : line.bytes[i]);
    }
    vt_buffer_add(buffer, VT_TEXT("\n | "));
    size_t at = 0;
    while (at < to && at < line.size) {
        bool wide = (unsigned char)line.bytes[at] >= 0x80;
        (void)vt_utf8_next(line, &at);
        vt_buffer_add(buffer, wide ? VT_TEXT("\xEF\xBC\x8E") : VT_TEXT("."));
    }
    bool wide = at < line.size && (unsigned char)line.bytes[at] >= 0x80;
    vt_buffer_add(buffer, wide ? VT_TEXT("\xEF\xBC\xBE") : VT_TEXT("^"));
}

static void append_issue(vt_cel_issues *issues, const vt_cel_issue *issue, vt_buffer *buffer) {
    if (issue->offset == VT_CEL_NOWHERE) {
        vt_buffer_add(buffer, VT_TEXT("ERROR: <input>:-1:0: "));
        vt_buffer_add(buffer, issue->text);
        return;
    }
    uint32_t number, start;
    vt_text line = line_at(issues->source, issue->offset, &number, &start);
    size_t column = vt_utf8_count(vt_text_between(issues->source, start, issue->offset)) + 1;
    vt_buffer_printf(buffer, "ERROR: <input>:%u:%zu: ", number, column);
    vt_buffer_add(buffer, issue->text);
    append_snippet(buffer, line, issue->offset - start);
}

bool vt_cel_issues_append(vt_cel_issues *issues, vt_buffer *buffer) {
    for (const vt_cel_issue *issue = issues->first; issue; issue = issue->next) {
        if (issue != issues->first) vt_buffer_add_byte(buffer, '\n');
        append_issue(issues, issue, buffer);
    }
    return !buffer->failed && !issues->out_of_memory;
}

uint32_t vt_cel_issues_offset(const vt_cel_issues *issues) {
    for (const vt_cel_issue *issue = issues->first; issue; issue = issue->next) {
        if (issue->offset != VT_CEL_NOWHERE) return issue->offset;
    }
    return VT_CEL_NOWHERE;
}
