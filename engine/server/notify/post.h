/*
** Messages that are sent to one URL by POST, in order, by a thread of its own: a receiver that is slow delays nothing
** else. post.c alone includes <curl/curl.h> and the header of the library that signs.
**
** A message is tried five times, with pauses of 1, 2, 4 and 8 seconds, unless the receiver says that it will never
** take it (a status of 4xx other than 408, 425 and 429). Then it is dropped and counted.
**
** Each request has X-Vitals-Delivery, the same each time that a message is tried, and with a key
** X-Vitals-Signature: sha256=HEX, the HMAC-SHA-256 of the body.
*/
#ifndef VITALS_SERVER_POST_H
#define VITALS_SERVER_POST_H

#include "server/state.h"

typedef struct vt_post vt_post;

/* Errors: VITALS_ECONFIG with `*why`: the URL is not http: or https:, or the build cannot send; VITALS_ENOMEM. `key` absent:
** nothing is signed. Both are copied. */
vitals_status vt_post_new(vt_server *server, const char *url, vt_text key, vt_post **out,
                          const char **why);
/* What waits is lost. */
void vt_post_free(vt_post *post);

/* Queue a message, which is copied. `id` is sent as X-Vitals-Delivery. false: the limit notify_queue is reached, or there is
** no memory; it is counted as dropped. */
bool vt_post_send(vt_post *post, vt_text id, vt_text body);

typedef struct vt_post_figures {
    uint64_t sent, failed, dropped, waiting;
} vt_post_figures;
vt_post_figures vt_post_figures_of(vt_post *post);

#endif
