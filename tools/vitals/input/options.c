/* Parses command lines by tables of options, and prints the tables as help. */
#include "input/options.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

/* The state of a parse. */
typedef struct parser {
    const option_group *const *groups;
    void *const *settings;
    int argc, at;
    char **argv;
    option_result *result;
    char *problem;
    size_t problem_bytes;
} parser;

/* A row and the struct it fills. */
typedef struct found_option {
    const option_row *row;
    char *settings;
} found_option;

static const option_row help_row = {
    'h', "help", NULL, OPTION_FLAG, 0, NULL, NULL, "show this help"
};

void option_list_add(option_list *list, const char *item) {
    list->items = memory_grow(list->items, list->count, sizeof *list->items);
    list->items[list->count++] = item;
}

void option_list_done(option_list *list) {
    free(list->items);
    *list = (option_list){ NULL, 0 };
}

void option_list_free_items(option_list *list) {
    for (size_t i = 0; i < list->count; i++) {
        char *item;
        memcpy(&item, &list->items[i], sizeof item);
        free(item);
    }
    option_list_done(list);
}

option_list option_items(const char *list) {
    option_list items = { NULL, 0 };
    vt_text rest = vt_text_from(list), at;
    while (vt_text_split(&rest, ',', &at)) {
        if (at.size) option_list_add(&items, memory_copy(at.bytes, at.size));
    }
    return items;
}

/* ------------------------------------------------------------- suggestions */

enum { LONGEST_SUGGESTION = 48 };

void suggestion_offer(cli_suggestion *suggestion, const char *name) {
    const vt_text wanted = vt_text_from(suggestion->wanted);
    const size_t most = wanted.size / 3 + 1;
    const size_t distance = vt_text_distance(wanted, vt_text_from(name), most);
    if (distance > most || (suggestion->best && distance >= suggestion->distance)) return;
    suggestion->best = name;
    suggestion->distance = distance;
}

/* ----------------------------------------------------------------- finding */

static bool names_match(const option_row *row, const char *name, size_t size) {
    return (strlen(row->name) == size && memcmp(row->name, name, size) == 0) ||
           (row->alias && strlen(row->alias) == size && memcmp(row->alias, name, size) == 0);
}

/* By long name when `letter` is 0. The row is NULL when there is no such option. */
static found_option find_option(const parser *p, char letter, const char *name, size_t size) {
    for (size_t g = 0; p->groups[g]; g++) {
        for (size_t i = 0; i < p->groups[g]->count; i++) {
            const option_row *row = &p->groups[g]->rows[i];
            if (letter ? row->letter == letter : names_match(row, name, size)) {
                return (found_option){ row, p->settings[g] };
            }
        }
    }
    if (letter ? letter == help_row.letter : names_match(&help_row, name, size)) {
        return (found_option){ &help_row, (char *)&p->result->help };
    }
    return (found_option){ NULL, NULL };
}

static bool takes_value(const option_row *row) {
    return row->kind != OPTION_FLAG && row->kind != OPTION_MAYBE;
}

const option_row *option_of(const option_group *const *groups, const char *word) {
    for (size_t g = 0; word[0] == '-' && groups[g]; g++) {
        for (size_t i = 0; i < groups[g]->count; i++) {
            const option_row *row = &groups[g]->rows[i];
            const bool is_letter = row->letter && word[1] == row->letter && !word[2];
            const bool is_long = word[1] == '-' && names_match(row, word + 2, strlen(word + 2));
            if (is_letter || is_long) return row;
        }
    }
    return NULL;
}

bool option_takes_word(const option_row *row, bool equals) {
    return takes_value(row) || (equals && row->kind == OPTION_MAYBE);
}

static bool fail_unknown(parser *p, const char *name, size_t size) {
    char wanted[LONGEST_SUGGESTION + 1] = "";
    if (size <= LONGEST_SUGGESTION) memcpy(wanted, name, size);
    cli_suggestion nearest = { wanted, NULL, 0 };
    for (size_t g = 0; p->groups[g]; g++) {
        for (size_t i = 0; i < p->groups[g]->count; i++) {
            suggestion_offer(&nearest, p->groups[g]->rows[i].name);
        }
    }
    if (nearest.best) {
        snprintf(p->problem, p->problem_bytes, "unknown option --%.*s; did you mean --%s?",
                 (int)size, name, nearest.best);
    } else {
        snprintf(p->problem, p->problem_bytes, "unknown option --%.*s", (int)size, name);
    }
    return false;
}

/* ----------------------------------------------------------------- setting */

bool choice_is(const char *name, const char *choice) {
    size_t at = 0;
    while (name[at] && tolower((unsigned char)name[at]) == tolower((unsigned char)choice[at])) at++;
    return !name[at] && !choice[at];
}

int choice_find(const char *const *choices, const char *name) {
    for (int i = 0; choices[i]; i++) {
        if (choice_is(name, choices[i])) return i;
    }
    return -1;
}

static bool fail_choice(parser *p, const option_row *row, const char *value) {
    int used = snprintf(p->problem, p->problem_bytes, "--%s cannot be '%s'; it is one of",
                        row->name, value);
    for (size_t i = 0; row->choices[i] && used > 0 && (size_t)used < p->problem_bytes; i++) {
        used += snprintf(p->problem + used, p->problem_bytes - (size_t)used, "%s %s", i ? "," : "",
                         row->choices[i]);
    }
    return false;
}

static bool set_choice(parser *p, found_option option, const char *value) {
    const int index = choice_find(option.row->choices, value);
    if (index < 0) return fail_choice(p, option.row, value);
    *(unsigned *)(void *)(option.settings + option.row->at) = (unsigned)index;
    return true;
}

/* "Degraded,Unknown": as several options. */
static bool set_list(parser *p, found_option option, const char *value) {
    option_list *list = (void *)(option.settings + option.row->at);
    if (!option.row->choices) {
        option_list_add(list, value);
        return true;
    }
    char *words = memory_copy_string(value);
    bool good = true;
    for (char *word = words, *comma; word && good; word = comma) {
        comma = strchr(word, ',');
        if (comma) *comma++ = '\0';
        const int index = choice_find(option.row->choices, word);
        good = index >= 0;
        if (good) option_list_add(list, option.row->choices[index]);
        if (!good) fail_choice(p, option.row, word);
    }
    free(words);
    return good;
}

static bool set_maybe(parser *p, found_option option, const char *value) {
    unsigned *field = (unsigned *)(void *)(option.settings + option.row->at);
    *field = 0;
    if (value && !set_choice(p, option, value)) return false;
    ++*field;
    return true;
}

static bool set_count(parser *p, found_option option, const char *value) {
    char *end = NULL;
    const unsigned long number = strtoul(value, &end, 10);
    if (!isdigit((unsigned char)*value) || *end || number == 0 || number > 1024) {
        snprintf(p->problem, p->problem_bytes, "--%s must be a number from 1 to 1024, not '%s'",
                 option.row->name, value);
        return false;
    }
    *(unsigned *)(void *)(option.settings + option.row->at) = (unsigned)number;
    return true;
}

static bool set_joined(parser *p, found_option option, const char *value) {
    const char **field = (const char **)(void *)(option.settings + option.row->at);
    if (!*field) {
        *field = value;
    } else if (strcmp(*field, value) != 0) {
        vt_buffer text = BUFFER_INIT;
        vt_buffer_printf(&text, "%s,%s", *field, value);
        *field = vt_buffer_take(&text, NULL);
        option_list_add(&p->result->joined, *field);
    }
    return true;
}

static bool set_once(parser *p, found_option option, const char *value) {
    const char **field = (const char **)(void *)(option.settings + option.row->at);
    if (*field && strcmp(*field, value) != 0) {
        snprintf(p->problem, p->problem_bytes, "--%s takes one value, not '%s' and '%s'",
                 option.row->name, *field, value);
        return false;
    }
    *field = value;
    return true;
}

/* Fields are of the type that the row's kind names, so the casts below are exact. */
static bool set_option(parser *p, found_option option, const char *value) {
    void *field = option.settings + option.row->at;
    switch (option.row->kind) {
    case OPTION_FLAG:
        *(bool *)field = true;
        return true;
    case OPTION_JOINED:
        return set_joined(p, option, value);
    case OPTION_ONCE:
        return set_once(p, option, value);
    case OPTION_TEXT:
        *(const char **)field = value;
        return true;
    case OPTION_LIST:
        return set_list(p, option, value);
    case OPTION_CHOICE:
        return set_choice(p, option, value);
    case OPTION_MAYBE:
        return set_maybe(p, option, value);
    case OPTION_COUNT:
        return set_count(p, option, value);
    }
    return false;
}

/* ----------------------------------------------------------------- parsing */

/* The next word as the value of an option; NULL and a problem when there is none. */
static const char *next_word(parser *p, const option_row *row) {
    if (p->at < p->argc) return p->argv[p->at++];
    snprintf(p->problem, p->problem_bytes, "--%s needs a value: %s", row->name, row->value);
    return NULL;
}

static bool parse_long(parser *p, const char *word) {
    const char *equals = strchr(word, '=');
    const size_t size = equals ? (size_t)(equals - word) : strlen(word);
    const found_option option = find_option(p, 0, word, size);
    if (!option.row) return fail_unknown(p, word, size);
    if (takes_value(option.row)) {
        const char *value = equals ? equals + 1 : next_word(p, option.row);
        return value && set_option(p, option, value);
    }
    if (equals && option.row->kind == OPTION_MAYBE) return set_option(p, option, equals + 1);
    if (equals) {
        snprintf(p->problem, p->problem_bytes, "--%s takes no value", option.row->name);
        return false;
    }
    return set_option(p, option, NULL);
}

/* A bundle of letters; the first option with a value takes the rest of the word, or the next word. */
static bool parse_short(parser *p, const char *letters) {
    for (; *letters; letters++) {
        const found_option option = find_option(p, *letters, NULL, 0);
        if (!option.row) {
            snprintf(p->problem, p->problem_bytes, "unknown option -%c", *letters);
            return false;
        }
        if (!takes_value(option.row)) {
            if (!set_option(p, option, NULL)) return false;
            continue;
        }
        const char *value =
            letters[1] ? letters + 1 + (letters[1] == '=') : next_word(p, option.row);
        return value && set_option(p, option, value);
    }
    return true;
}

static bool parse_word(parser *p, const char *word, bool *options_over) {
    if (*options_over || word[0] != '-' || !word[1]) {
        option_list_add(&p->result->arguments, word);
        return true;
    }
    if (strcmp(word, "--") == 0) {
        *options_over = true;
        return true;
    }
    return word[1] == '-' ? parse_long(p, word + 2) : parse_short(p, word + 1);
}

bool options_parse(const option_group *const *groups, void *const *settings, int argc, char **argv,
                   option_result *result, char *problem, size_t problem_bytes) {
    parser p = { groups, settings, argc, 0, argv, result, problem, problem_bytes };
    bool options_over = false;
    *result = (option_result){ { NULL, 0 }, { NULL, 0 }, false };
    while (p.at < argc) {
        if (!parse_word(&p, argv[p.at++], &options_over)) return false;
    }
    return true;
}

void options_done(const option_group *const *groups, void *const *settings, option_result *result) {
    for (size_t g = 0; groups[g]; g++) {
        for (size_t i = 0; i < groups[g]->count; i++) {
            if (groups[g]->rows[i].kind == OPTION_LIST) {
                option_list_done((void *)((char *)settings[g] + groups[g]->rows[i].at));
            }
        }
    }
    option_list_done(&result->arguments);
    option_list_free_items(&result->joined);
}

/* ---------------------------------------------------------------- printing */

/* "-f, --filename FILE|DIR|-" */
static void print_names(const option_row *row, FILE *out) {
    if (row->letter) {
        fprintf(out, "-%c, --%s", row->letter, row->name);
    } else {
        fprintf(out, "    --%s", row->name);
    }
    if (row->value) fprintf(out, row->kind == OPTION_MAYBE ? "[=%s]" : " %s", row->value);
}

/* Help fits a terminal of 80 columns, whatever the terminal is. */
enum { HELP_COLUMNS = 80, ABOUT_COLUMN = 30 };

/* Print words from ABOUT_COLUMN on. */
static void print_about(const char *about, FILE *out) {
    size_t column = ABOUT_COLUMN;
    while (*about) {
        const size_t size = strcspn(about, " ");
        if (column > ABOUT_COLUMN && column + 1 + size > HELP_COLUMNS) {
            fprintf(out, "\n%*s", ABOUT_COLUMN, "");
            column = ABOUT_COLUMN;
        } else if (column > ABOUT_COLUMN) {
            fputc(' ', out);
            column++;
        }
        fwrite(about, 1, size, out);
        column += size;
        about += size + strspn(about + size, " ");
    }
}

static void print_row(const option_row *row, FILE *out) {
    const size_t used = 2 + 4 + 2 + strlen(row->name) + (row->value ? strlen(row->value) + 1 : 0) +
                        2 * (row->kind == OPTION_MAYBE);
    vt_buffer about = BUFFER_INIT;
    fputs("  ", out);
    print_names(row, out);
    if (used + 2 > ABOUT_COLUMN) {
        fprintf(out, "\n%*s", ABOUT_COLUMN, "");
    } else {
        fprintf(out, "%*s", (int)(ABOUT_COLUMN - used), "");
    }
    vt_buffer_add_terminated(&about, row->about);
    if (row->alias) vt_buffer_printf(&about, " (also --%s)", row->alias);
    print_about(vt_buffer_string(&about), out);
    fputc('\n', out);
    vt_buffer_done(&about);
}

void options_print_help(const option_group *const *groups, FILE *out) {
    for (size_t g = 0; groups[g]; g++) {
        fprintf(out, "\n%s:\n", groups[g]->title);
        for (size_t i = 0; i < groups[g]->count; i++) print_row(&groups[g]->rows[i], out);
    }
}
