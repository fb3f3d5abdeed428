/*
** JSON inside an annotation, with the error texts of Go's encoding/json: those of Go 1.27, or those of the releases
** before it, which show the byte that is wrong instead of the character and take the end of a token for a space.
** The document module has its own reader; Go's error texts are needed for this annotation only.
*/
#ifndef VITALS_NATIVE_GO_JSON_H
#define VITALS_NATIVE_GO_JSON_H

#include "document/document.h"

/* A position in JSON text. */
typedef struct vt_native_json {
    vt_text text;
    size_t at;
    vt_arena *arena;
    vt_text error; /* set once something failed */
    bool old_go;   /* before Go 1.27 */
} vt_native_json;

/* Check all of the text; on failure `error` is Go's. */
bool vt_native_json_check(vt_native_json *json);

/* The functions below read text that was checked. */

/* The first byte of the next value or closing bracket; moves over white space, commas, colons. */
char vt_native_json_peek(vt_native_json *json);
/* Move past the next value. */
void vt_native_json_skip(vt_native_json *json);
/* Read the next string, its escapes resolved. Without memory `error` is set. */
vt_text vt_native_json_string(vt_native_json *json);

#endif
