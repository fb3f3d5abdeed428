/* The statuses and the languages of rules as the API writes them. */
#ifndef VITALS_SERVER_STATUS_H
#define VITALS_SERVER_STATUS_H

#include "base/run/statuses.h"

/* The status at a place, below VT_STATUSES, of `counts`. */
enum { VT_STATUSES = 7 };
vitals_health vt_status_at(unsigned place);
/* The place of a status in `counts`. */
unsigned vt_status_place(vitals_health health);
/* The word of a status; that of a script that returned nothing is Unassessed. */
const char *vt_status_word(vitals_health health);
/* The language of rules of a source; "" where no rule decides. */
const char *vt_language_of(vitals_source source);

/* The last day of an application: for each hour, the oldest first, the worst settled health as its place in `counts`;
** '-' where it is not known. */
enum { VT_SKY_HOURS = 24, VT_SKY_HOUR_MS = 3600000 };

#endif
