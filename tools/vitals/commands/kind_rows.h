/* The kinds that have rules built in, as docs/kinds.md has them. */
#ifndef CLI_COMMANDS_KIND_ROWS_H
#define CLI_COMMANDS_KIND_ROWS_H

/* One row of the page. Lists are texts: "Healthy, Degraded", and "Degraded > Healthy: 3, …" or "same"
** for the fixtures that get another status. */
typedef struct kind_row {
    const char *kind;
    const char *source;
    const char *argocd; /* "yes" or "no" */
    const char *statuses;
    int fixtures;
    const char *flux, *kstatus;
    const char *fields; /* separated by spaces */
} kind_row;

/* Sorted by kind; ends with a row of NULLs. Made by tools/gen/kind-rows. */
extern const kind_row kind_rows[];

#endif
