/* Colours, the width of the terminal, and writing results so that no failure goes unnoticed. */
#include "output/terminal.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/exit.h"
#include "base/memory.h"
#include "base/run/statuses.h"

const char *const colour_names[] = { "auto", "always", "never", NULL };

/* https://no-color.org: set and not empty, whatever the value. */
static bool colour_wanted(colour_choice choice, bool is_terminal) {
    if (choice != COLOUR_AUTO) return choice == COLOUR_ALWAYS;
    const char *no_color = getenv("NO_COLOR");
    const char *term = getenv("TERM");
    return is_terminal && !(no_color && *no_color) && !(term && strcmp(term, "dumb") == 0);
}

static size_t number_of(const char *variable, size_t otherwise) {
    const char *text = getenv(variable);
    const unsigned long number = text ? strtoul(text, NULL, 10) : 0;
    return number >= 20 && number <= 10000 ? number : otherwise;
}

/* The size of the terminal, where the system knows it: WASI does not. */
static void ask_size(size_t *columns, size_t *lines) {
#ifdef TIOCGWINSZ
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return;
    *columns = size.ws_col;
    *lines = size.ws_row;
#else
    (void)columns, (void)lines;
#endif
}

cli_terminal terminal_of_stdout(colour_choice choice) {
    const bool is_terminal = isatty(STDOUT_FILENO) == 1;
    cli_terminal terminal = { .colour = colour_wanted(choice, is_terminal) };
    size_t columns = 0, lines = 0;
    if (!is_terminal) return terminal;
    ask_size(&columns, &lines);
    terminal.columns = columns ? columns : number_of("COLUMNS", 80);
    terminal.lines = lines ? lines : number_of("LINES", 24);
    return terminal;
}

void terminal_add_status(const cli_terminal *terminal, vt_buffer *out, vitals_health health,
                         const char *word) {
    if (terminal->colour) {
        vt_buffer_printf(out, "\x1b[%sm%s\x1b[0m", vt_status_rows[vt_status_rank(health)].colour,
                         word);
    } else {
        vt_buffer_add_terminated(out, word);
    }
}

/* Asked once: results are written in many small pieces. */
static bool is_for_terminal(void) {
    static atomic_int known = -1;
    if (known < 0) known = isatty(STDOUT_FILENO) == 1;
    return known == 1;
}

void terminal_buffer_results(void) {
    static char buffer[64 << 10];
    if (!is_for_terminal()) setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
}

/* A reader that has gone away (`vitals … | head`) is not reported as an error. */
static _Noreturn void leave_after_write_error(int error) {
    if (error == EPIPE) {
        signal(SIGPIPE, SIG_DFL);
        raise(SIGPIPE);
    }
    fprintf(stderr, "vitals: cannot write the results: %s\n", strerror(error));
    _exit(EXIT_INPUT);
}

static void write_bytes(const char *bytes, size_t size) {
    if (size && fwrite(bytes, 1, size, stdout) != size) leave_after_write_error(errno);
}

/* A terminal may obey what is legal in JSON and YAML: DEL, the control characters beyond ASCII, and those that
** change the direction of text. They occur in strings alone, which may have \u in their place. */
static void write_to_terminal(vitals_text text) {
    vt_buffer out = BUFFER_INIT;
    text_add_for_terminal(&out, text);
    write_bytes(out.bytes, out.size);
    vt_buffer_done(&out);
}

void terminal_write(const char *bytes, size_t size) {
    if (is_for_terminal()) {
        write_to_terminal((vitals_text){ bytes, size });
    } else {
        write_bytes(bytes, size);
    }
}

void terminal_flush(void) {
    if (fflush(stdout) != 0) leave_after_write_error(errno);
}

void terminal_write_wrapped(const cli_terminal *terminal, vt_buffer *text, size_t hang) {
    vt_buffer wrapped = BUFFER_INIT;
    text_add_wrapped(&wrapped, vt_buffer_string(text), terminal->columns, hang);
    terminal_write(wrapped.bytes, wrapped.size);
    vt_buffer_done(&wrapped);
    vt_buffer_clear(text);
}

vt_json_writer terminal_open_json(vt_buffer *out) {
    *out = (vt_buffer)BUFFER_INIT;
    return vt_json_open_laid_out(out);
}

void terminal_write_json(vt_json_writer *report) {
    vt_json_close(report);
    vt_buffer_add_byte(report->out, '\n');
    terminal_write(report->out->bytes, report->out->size);
    vt_buffer_done(report->out);
}
