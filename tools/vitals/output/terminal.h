/* Properties of the terminal: colours and width, or neither when the output is piped. */
#ifndef CLI_OUTPUT_TERMINAL_H
#define CLI_OUTPUT_TERMINAL_H

#include "base/text.h"
#include "base/text/json_writer.h"

typedef enum colour_choice { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER } colour_choice;
/* The values of --color, in that order; ends with NULL. */
extern const char *const colour_names[];

typedef struct cli_terminal {
    bool colour;
    size_t columns; /* 0: lines are never cut */
    size_t lines;
} cli_terminal;

/* Looks at stdout, NO_COLOR and TERM; at COLUMNS and LINES where the terminal does not know its size. */
cli_terminal terminal_of_stdout(colour_choice choice);

/* Append `word`, in the colour of `health` when colours are on. The word alone names the status; the
** colour only repeats it. */
void terminal_add_status(const cli_terminal *terminal, vt_buffer *out, vitals_health health,
                         const char *word);

/* Before anything is written: give a stdout that is not a terminal a buffer of 64 KB. That of glibc has 4 KB, that of musl
** 1 KB. */
void terminal_buffer_results(void);
/* Write to stdout. A failure ends the program: by SIGPIPE when the reader has gone away, otherwise
** with an error and EXIT_INPUT. */
void terminal_write(const char *bytes, size_t size);
void terminal_flush(void);

/* Write text in lines that fit the terminal; see text_add_wrapped. Clears the text. */
void terminal_write_wrapped(const cli_terminal *terminal, vt_buffer *text, size_t hang);

/* A report laid out over lines, in a buffer of its own; the second function closes, writes and frees it. */
vt_json_writer terminal_open_json(vt_buffer *out);
void terminal_write_json(vt_json_writer *report);

#endif
