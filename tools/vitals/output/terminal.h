/* What the terminal can show: colours and a width, or neither when the output is piped. */
#ifndef CLI_OUTPUT_TERMINAL_H
#define CLI_OUTPUT_TERMINAL_H

#include "output/text.h"

struct cJSON;

typedef enum colour_choice { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER } colour_choice;
/* The values of --color, in that order; ends with NULL. */
extern const char *const colour_names[];

typedef struct cli_terminal {
    bool colour;
    size_t columns; /* 0: lines are never cut */
} cli_terminal;

/* Looks at stdout, NO_COLOR, TERM and COLUMNS. */
cli_terminal terminal_of_stdout(colour_choice choice);

/* `word` in the colour of `health`, where colours are wanted. The word always carries the status;
** the colour repeats it. */
void terminal_add_status(const cli_terminal *terminal, cli_text *out, vitals_health health,
                         const char *word);

/* Write all of it to stdout. Ends the program when that fails: quietly, as by SIGPIPE, when
** nobody reads any more, else with a line and EXIT_INPUT. */
void terminal_write(const char *bytes, size_t size);
void terminal_flush(void);

/* The same for a report laid out over lines; frees it. */
void terminal_write_json(struct cJSON *report);

#endif
