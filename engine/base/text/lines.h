/*
** Lines and columns of a text, and back. Readers record byte offsets only; a position is computed
** when it is needed. Of a text that many positions are needed of, an index keeps the cost of each
** independent of the size of the text and of its lines.
*/
#ifndef VITALS_BASE_LINES_H
#define VITALS_BASE_LINES_H

#include "base/memory/arena.h"

/* A known position: byte `offset` is at `line` and `column`. */
typedef struct vt_line_mark {
    uint32_t offset, line, column;
} vt_line_mark;

/* A text with one mark for about every thousand bytes. Without marks everything below is correct,
** but linear in the offset. The text is borrowed. */
typedef struct vt_lines {
    vt_text text;
    const vt_line_mark *marks; /* in the order of their offsets */
    size_t mark_count;
} vt_lines;

/* Index a text; linear in its size. The marks live in `arena`. false: no memory, and `out` has the
** text without marks. */
bool vt_lines_index(vt_arena *arena, vt_text text, vt_lines *out);

/* Line and column of byte `offset`, counted from 1; columns are code points. */
void vt_lines_locate(const vt_lines *lines, size_t offset, uint32_t *line, uint32_t *column);

/* The same for one position of a text without an index. */
static inline void vt_place_locate(vt_text text, size_t offset, uint32_t *line, uint32_t *column) {
    vt_lines lines = { text, NULL, 0 };
    vt_lines_locate(&lines, offset, line, column);
}

/* The offset of a line and column; the end of the line when the column is past it, and of the text
** when the line is. */
size_t vt_lines_offset(const vt_lines *lines, uint32_t line, uint32_t column);

#endif
