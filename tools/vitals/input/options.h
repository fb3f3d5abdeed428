/*
** Options as tables. One row is one option: it drives parsing, the help, the completions and the
** manual page. The grammar is kubectl's: --name=value, --name value,
** -nVALUE, bundles of short flags, `--` ends the options, options and arguments mix.
*/
#ifndef CLI_INPUT_OPTIONS_H
#define CLI_INPUT_OPTIONS_H

#include <stdio.h>

#include <vitals/vitals.h>

#include "base/text/text.h"

typedef enum option_kind {
    OPTION_FLAG,   /* bool: true */
    OPTION_TEXT,   /* const char *: the last value given */
    OPTION_JOINED, /* the same; several are joined with commas: "a,b" */
    OPTION_ONCE,   /* the same, where a second value would be ignored in silence: it is an error */
    OPTION_LIST,   /* option_list: all values given; where there are choices, also with commas */
    OPTION_CHOICE, /* unsigned: index into `choices` */
    OPTION_MAYBE, /* unsigned: as CHOICE plus 1; the value may be left out, and is then the first */
    OPTION_COUNT  /* unsigned: a number above 0 */
} option_kind;

/* Values of a repeatable option, borrowed from argv. */
typedef struct option_list {
    const char **items;
    size_t count;
} option_list;

typedef struct option_row {
    char letter; /* 0: none */
    const char *name;
    const char *alias; /* a second long name, or NULL */
    option_kind kind;
    size_t at;                  /* offsetof the field in the group's settings */
    const char *value;          /* the name of the value in the help; NULL for flags */
    const char *const *choices; /* ends with NULL; NULL: any text */
    const char *about;
} option_row;

/* Options that belong together and fill one struct. Several commands may share a group. */
typedef struct option_group {
    const char *title;
    const option_row *rows;
    size_t count;
} option_group;

/* The result of options_parse. `arguments` are the positional ones, in order. */
typedef struct option_result {
    option_list arguments;
    option_list joined; /* values of OPTION_JOINED, which the settings borrow */
    bool help;          /* -h or --help was given */
} option_result;

/*
** Parse argv[0 .. argc). `settings[i]` is the struct that `groups[i]` fills. false: one sentence
** is in `problem`.
*/
bool options_parse(const option_group *const *groups, void *const *settings, int argc, char **argv,
                   option_result *result, char *problem, size_t problem_bytes);
void options_done(const option_group *const *groups, void *const *settings, option_result *result);

/* The option that a word such as "--output" or "-o" is. NULL: none. */
const option_row *option_of(const option_group *const *groups, const char *word);
/* Whether the word behind the option is its value; `equals`: there is a "=" between them. */
bool option_takes_word(const option_row *row, bool equals);

void options_print_help(const option_group *const *groups, FILE *out);

void option_list_add(option_list *list, const char *item);
/* The items stay. */
void option_list_done(option_list *list);
/* With the items, which belong to the list. */
void option_list_free_items(option_list *list);

/* "a,b" has the items a and b. */
static inline bool option_has_item(const char *list, vitals_text item) {
    vt_text rest = vt_text_from(list), at;
    while (vt_text_split(&rest, ',', &at)) {
        if (vt_text_equal(at, item)) return true;
    }
    return false;
}
/* The items of a list, to be freed with option_list_free_items. `list` may be NULL. */
option_list option_items(const char *list);

/* The index of `name` among `choices` (ends with NULL), ignoring case; -1: none. */
int choice_find(const char *const *choices, const char *name);
/* Whether both are the same, ignoring case. */
bool choice_is(const char *name, const char *choice);

/*
** The name nearest to what was typed: offer each, then read `best`. NULL when none is near enough
** to be a typing mistake.
*/
typedef struct cli_suggestion {
    const char *wanted;
    const char *best;
    size_t distance;
} cli_suggestion;

void suggestion_offer(cli_suggestion *suggestion, const char *name);

#endif
