/* The objects to work on: files, kinds and names, namespace, labels. */
#ifndef CLI_INPUT_SELECTION_H
#define CLI_INPUT_SELECTION_H

#include "base/problems.h"
#include "input/options.h"
#include "input/target.h"

/* The options of every command that reads objects. */
typedef struct object_options {
    option_list files;
    const char *namespace;
    bool all_namespaces;
    const char *labels;
    bool allow_partial;
} object_options;

extern const option_group object_option_group;

typedef struct selection_term {
    cli_target target;
    const char *previous; /* the word before it, or NULL */
} selection_term;

/* What objects matched. Zeroed: nothing. */
typedef struct selection_found {
    bool in_namespace, selected;
    bool *terms; /* by their numbers, then namespaces by theirs; or NULL */
} selection_found;

typedef struct cli_selection {
    selection_term *terms;
    size_t count;
    char **lists; /* copies of words with commas, split */
    size_t list_count;
    const char *namespace;   /* or several with commas; NULL: any */
    option_list namespaces;  /* the same */
    const char *labels_text; /* as given */
    vitals_selector *labels; /* NULL: any */
    selection_found found;
} cli_selection;

/*
** Read the words of a command line (see target.h; commas between several kinds) and the options. Words
** that name a file or a directory are moved to `options->files`. false: one sentence is in `problem`.
** selection_done in either case.
*/
bool selection_parse(cli_selection *selection, const option_list *words, object_options *options,
                     char *problem, size_t problem_bytes);
void selection_done(cli_selection *selection);

/* Whether the object is selected, which is remembered. */
bool selection_matches(cli_selection *selection, const vitals_document *document);
/* The same in any thread, to be remembered later: what it matched is added to `found`. */
bool selection_finds(const cli_selection *selection, const vitals_document *document,
                     selection_found *found);
void selection_remember(cli_selection *selection, const selection_found *found);
void selection_found_done(selection_found *found);
/* An error for each word, or else for each option, that selected no object. */
void selection_check(const cli_selection *selection, cli_problems *problems);

#endif
