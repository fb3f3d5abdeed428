/* The kinds that have rules built in, as docs/kinds.md has them. */
#ifndef CLI_COMMANDS_KIND_ROWS_H
#define CLI_COMMANDS_KIND_ROWS_H

#include <stddef.h>
#include <stdint.h>

/* One row of the page. Lists are texts: "Healthy, Degraded", and "Degraded > Healthy: 3, …", "same" or
** "no" for the fixtures that get another status. A kind without health has a name and a source alone. */
typedef enum kind_cell {
    CELL_KIND,
    CELL_SOURCE,
    CELL_ARGOCD, /* "yes" or "no" */
    CELL_STATUSES,
    CELL_FIXTURES,
    CELL_FLUX,
    CELL_KSTATUS,
    CELL_FIELDS, /* separated by spaces */
    CELL_ARGOCD_STATUSES,
    CELL_COUNT
} kind_cell;

/* The rows of the page, sorted by kind: where each cell begins in kind_texts. Many kinds have the same cells, and
** pointers would have to be relocated each time vitals starts. Made by tools/gen/kind-rows. */
extern const uint32_t kind_rows[][CELL_COUNT];
extern const size_t kind_row_count;
extern const char kind_texts[]; /* each text ends with a NUL */

#endif
