/* Growing text, and text from a cluster made safe for a terminal. */
#ifndef CLI_BASE_TEXT_H
#define CLI_BASE_TEXT_H

#include <vitals/vitals.h>

/* Growing text. Start from TEXT_INIT; running out of memory ends the program. */
typedef struct cli_text {
    char *bytes; /* NULL while nothing was added */
    size_t size;
    size_t capacity;
} cli_text;

#define TEXT_INIT                                                                                  \
    { NULL, 0, 0 }

void text_done(cli_text *text);
void text_clear(cli_text *text); /* keeps the memory */
void text_add(cli_text *text, const char *bytes, size_t size);
void text_add_string(cli_text *text, const char *string);
void text_add_spaces(cli_text *text, size_t count);
void text_printf(cli_text *text, const char *format, ...) VITALS_PRINTF(2, 3);
/* The content, terminated; owned by `text`. */
const char *text_string(cli_text *text);
/* The content, terminated, for the caller to free; `text` is empty afterwards. Never NULL. */
char *text_take(cli_text *text);

/* `from` with control characters, bidirectional controls and bytes that are not UTF-8 as escapes
** such as \n, \x1b and \u202e, so that text from a cluster cannot steer a terminal. */
void text_add_visible(cli_text *text, vitals_text from);
/* The same as a string of its own, for the caller to free. */
char *text_visible(vitals_text from);
/* `from` as a string in which no two texts are the same: with backslashes, NUL bytes and line breaks as escapes. */
void text_add_exact(cli_text *text, vitals_text from);
/* An object as messages name it: "Deployment/web in shop". */
void text_add_object(cli_text *text, vitals_text kind, vitals_text namespace_, vitals_text name);
/* Text with \\u in the place of DEL and of characters beyond ASCII that are hidden or that terminals obey. */
void text_add_for_terminal(cli_text *text, vitals_text from);
/* A JSON string with its quotes. */
void text_add_json(cli_text *text, vitals_text from);

/* The width of `text` on a terminal: combining marks take no column, wide characters two. `text`
** must be visible as above. */
size_t text_columns(const char *text);
/* Append at most `columns` columns of `from`, with an ellipsis as the last one if it was cut. Colours take no
** column, and end where the text is cut. */
void text_add_cut(cli_text *text, const char *from, size_t columns);

/* The same, with the ellipsis in the middle: names often differ at their end. */
void text_add_cut_middle(cli_text *text, const char *from, size_t columns);

/* Append lines of at most `columns` columns: longer ones are broken at blanks, and what follows is
** indented by `hang`. Colours take no column. 0 columns: unchanged. */
void text_add_wrapped(cli_text *text, const char *from, size_t columns, size_t hang);

/* The text up to its first line break. */
vitals_text text_first_line(vitals_text text);
vitals_text text_from(const char *string);
bool text_is(vitals_text text, const char *string);
bool text_same(vitals_text a, vitals_text b);

#endif
