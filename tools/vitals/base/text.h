/* Text of a terminal: how wide it is, cut and broken to fit; and how messages name objects. */
#ifndef CLI_BASE_TEXT_H
#define CLI_BASE_TEXT_H

#include "base/memory.h"
#include "base/memory/buffer.h"
#include "base/text/quote.h"

/* With what must not reach a terminal as escapes; a string of its own, for the caller to free. */
char *text_visible(vitals_text from);
/* `from` as a string in which no two texts are the same: with backslashes, NUL bytes and line breaks as escapes. */
void text_add_exact(vt_buffer *text, vitals_text from);
/* An object as messages name it: "Deployment/web in shop". */
void text_add_object(vt_buffer *text, vitals_text kind, vitals_text namespace_, vitals_text name);
/* Text with \\u in the place of DEL and of characters beyond ASCII that are hidden or that terminals obey. */
void text_add_for_terminal(vt_buffer *text, vitals_text from);

/* The width of `text` on a terminal: combining marks take no column, wide characters two. `text`
** must be visible as above. */
size_t text_columns(const char *text);
/* Append at most `columns` columns of `from`, with an ellipsis as the last one if it was cut. Colours take no
** column, and end where the text is cut. */
void text_add_cut(vt_buffer *text, const char *from, size_t columns);

/* The same, with the ellipsis in the middle: names often differ at their end. */
void text_add_cut_middle(vt_buffer *text, const char *from, size_t columns);

/* Append lines of at most `columns` columns: longer ones are broken at blanks, and what follows is
** indented by `hang`. Colours take no column. 0 columns: unchanged. */
void text_add_wrapped(vt_buffer *text, const char *from, size_t columns, size_t hang);

/* The text up to its first line break. */
vitals_text text_first_line(vitals_text text);

/* Whether `word` is in the text, ignoring case. */
bool text_contains(const char *text, const char *word);

#endif
