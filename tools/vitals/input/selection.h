/* The objects to work on: kinds and names, namespace, labels. */
#ifndef CLI_INPUT_SELECTION_H
#define CLI_INPUT_SELECTION_H

#include "input/options.h"
#include "output/problems.h"

typedef struct kind_term {
    char *kind;        /* as given, without group */
    const char *group; /* NULL: any; inside `kind`'s memory */
    const char *name;  /* NULL: any */
    bool found;        /* for the caller to set: an object has this name */
} kind_term;

typedef struct cli_selection {
    kind_term *kinds;
    size_t kind_count;
    const char *namespace;   /* NULL: any */
    vitals_selector *labels; /* NULL: any */
} cli_selection;

/* KIND[/NAME] words (commas between several) and a label selector in kubectl's grammar; NULL for
** none. false: one sentence is in `problem`. selection_done in either case. */
bool selection_parse(cli_selection *selection, const option_list *words, const char *namespace,
                     const char *labels, char *problem, size_t problem_bytes);
void selection_done(cli_selection *selection);

/* Whether the object is selected. Any number of threads may call this. */
bool selection_matches(const cli_selection *selection, const vitals_document *document);
/* The index of the KIND/NAME term that matches this object, or SIZE_MAX. */
size_t selection_named_term(const cli_selection *selection, const vitals_document *document);
/* An error for each KIND/NAME that no object was found for. */
void selection_check_names(const cli_selection *selection, cli_problems *problems);

#endif
