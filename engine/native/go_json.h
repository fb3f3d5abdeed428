/*
** JSON inside an annotation, with the error texts of Go's encoding/json.
** The document module has its own reader; what Go says about bad JSON is a matter of this one text.
*/
#ifndef VITALS_NATIVE_GO_JSON_H
#define VITALS_NATIVE_GO_JSON_H

#include "document/document.h"

/* A place in JSON text that is being read. */
typedef struct vt_native_json {
    vt_text text;
    size_t at;
    vt_arena *arena;
    vt_text error; /* set once something failed */
} vt_native_json;

/* Check all of the text; on failure `error` is Go's. */
bool vt_native_json_check(vt_native_json *json);

/* The following read text that was checked. */

/* The first byte of the next value or closing bracket; moves over white space, commas, colons. */
char vt_native_json_peek(vt_native_json *json);
/* Move past the value at hand. */
void vt_native_json_skip(vt_native_json *json);
/* Read the string at hand, its escapes resolved. Without memory `error` is set. */
vt_text vt_native_json_string(vt_native_json *json);

/* Decode a JSON array of conditions as json.Unmarshal does: names in any case, null is nothing, the
** first wrong type is the error. `note` is called for each in order, also before an error; its
** `value` is NULL. */
bool vt_native_hpa_conditions(vt_text text, vt_arena *arena,
                              void (*note)(void *user, const vt_condition *condition), void *user,
                              vt_text *error);

#endif
