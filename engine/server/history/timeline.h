/* What is known of the past. */
#ifndef VITALS_SERVER_TIMELINE_H
#define VITALS_SERVER_TIMELINE_H

#include "server/http/visit.h"

/* Answer with the changes of a row: of the file of --history, else those in memory. */
void vt_timeline_of_row(vt_visit *visit, const vitals_live_row *row);

#endif
