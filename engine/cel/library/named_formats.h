/* What named formats take from other libraries. */
#ifndef VITALS_CEL_NAMED_FORMATS_H
#define VITALS_CEL_NAMED_FORMATS_H

#include <stdio.h>

#include "cel/run/state.h"

/* Why a text is not a URI, in the arena of the state; absent when it is one. */
vt_text vt_cel_uri_problem(vt_cel_state *state, vt_text text);
/* Whether some part of the text matches, as a bool, or an error. Charged as matches(). */
vt_cel_value vt_cel_pattern_search(vt_cel_state *state, vt_text text, vt_text pattern);

#endif
