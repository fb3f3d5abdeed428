/* The text of a literal token to its value. */
#ifndef VITALS_CEL_LITERAL_H
#define VITALS_CEL_LITERAL_H

#include "cel/run/value.h"
#include "cel/syntax/issue.h"
#include "cel/syntax/token.h"

/* `text` is the token's text; `negative` when a minus sign precedes it. The value lives in the
** arena of `issues`. false: there is an issue at `token`. */
bool vt_cel_literal(vt_cel_issues *issues, vt_cel_token token, vt_text text, bool negative,
                    vt_cel_value *out);

#endif
