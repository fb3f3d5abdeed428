/* Why a resource has its health. */
#ifndef VITALS_SERVER_WHY_H
#define VITALS_SERVER_WHY_H

#include "server/http/visit.h"

/* Explain a row on a thread, and answer. */
void vt_why_answer(vt_visit *visit, vitals_live_id row);

#endif
