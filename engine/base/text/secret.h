/* Finds credentials in a text and replaces them, for what people copy into reports and logs. */
#ifndef VITALS_BASE_SECRET_H
#define VITALS_BASE_SECRET_H

#include "base/memory/buffer.h"
#include "base/text/text.h"

/* The size of the credential that begins at `at`, which is not inside a word: a PEM block, the user and password of a
** URL, a token of a known form, or a long random word. 0: none. */
size_t vt_secret_at(vt_text text, size_t at);
/* Whether a value under this key, or of a variable of this name, is a secret. */
bool vt_secret_is_key(vt_text key);
/* Append `text` with "***" in place of each credential, and of the value behind a key that says it is one
** ("password=…", "Authorization: Bearer …", "token": "…"). */
void vt_secret_add_masked(vt_buffer *out, vt_text text);

#endif
