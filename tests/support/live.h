/* A live with one view, and its content as text. */
#ifndef VITALS_TESTS_SUPPORT_LIVE_H
#define VITALS_TESTS_SUPPORT_LIVE_H

#include <vitals/live.h>

/* Rows and applications of a view as sorted lines, without what depends on the history: ids, sequences
** and when something was observed. The caller frees the text. */
char *live_dump(vitals_live_view *view);

/* Put an object given as JSON or YAML; fails the test when that fails. */
void live_put(vitals_live *live, vitals_live_id scope, const char *object);
/* Run until nothing is due. */
void live_settle(vitals_live *live, vitals_worker *worker, int64_t now_ms);

#endif
