/* Listings that need no rules, as a table or as JSON. */
#ifndef CLI_COMMANDS_LISTINGS_H
#define CLI_COMMANDS_LISTINGS_H

#include "output/rows.h"

/* How a listing is printed. false: one sentence is in `problem`. */
typedef struct listing_view {
    bool as_json;
    const char *word;        /* only rows with it in their names, ignoring case; NULL: all */
    const row_options *rows; /* of tables */
    char problem[256];
} listing_view;

/* Whether a row of this name is shown. */
bool listing_shows(const listing_view *view, const char *name);
/* The CEL functions of a vitals_cel_environment. */
bool functions_print(unsigned environment, listing_view *view);
/* The kinds with rules built in. */
bool kinds_print(listing_view *view);

#endif
