/* Errors and secrets of credentials. */
#include "cluster/config/credentials_state.h"

vt_buffer *vt_credentials_fail(vt_credentials *credentials) {
    vt_buffer_clear(&credentials->error);
    credentials->failed = true;
    return &credentials->error;
}

bool vt_credentials_replace(vt_buffer *to, vt_text text) {
    if (!to->failed && vt_text_equal(vt_buffer_text(to), text)) return false;
    vt_buffer_clear(to);
    vt_buffer_add(to, text);
    return true;
}
