/*
** Checks of a request's head that the HTTP library does not make. What two programs read in two ways
** can be used to smuggle a request past one of them, so everything of that kind is refused and the
** connection is closed.
*/
#ifndef VITALS_SERVER_CHECKS_H
#define VITALS_SERVER_CHECKS_H

#include "base/memory/buffer.h"

/* What is known of a head. Start from zero. */
typedef struct vt_head {
    unsigned hosts, lengths, encodings;
    size_t field_bytes;
    size_t line,
        size; /* bytes of the request line and of the whole head, by the host; 0: not known */
    uint64_t length;
    vt_text host, origin, site, type;
    bool bad_name, bad_value, bad_length, bad_encoding;
} vt_head;

/* One field. `between` is the number of bytes from the name to the value: the colon and blanks. */
void vt_head_add(vt_head *head, vt_text name, vt_text value, size_t between);

/* What is wrong with a head. */
typedef struct vt_refusal_of_head {
    unsigned status;  /* 0: nothing is */
    const char *text; /* static */
} vt_refusal_of_head;

/* Whether the fields agree: 400. */
vt_refusal_of_head vt_head_check(const vt_head *head);
/* Whether another site may have sent it: 403; for a request with a body also its type: 415. `self` is the
** request's own Host. */
vt_refusal_of_head vt_head_check_site(const vt_head *head, bool has_body, bool tls);

/* A path: each segment decodes to UTF-8 without NUL, and none is . or .. */
bool vt_path_is_safe(vt_text path);
/* The name of a Host field without its port; [::1] keeps its brackets. */
vt_text vt_host_name(vt_text host);

#endif
