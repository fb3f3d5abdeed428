/*
** What the object of an application says about its delivery, as `vitals wait --app` needs it: not only where
** it stands, but whether that is final. Functions of a document.
*/
#ifndef CLI_CLUSTER_WAIT_DELIVERY_H
#define CLI_CLUSTER_WAIT_DELIVERY_H

#include <vitals/live.h>

#include "base/text.h"

typedef struct wait_delivery {
    char *object; /* "Kustomization/apps in flux", visible */
    char *
        wanted; /* what the controller works on: a revision, or with commas one of each source; visible */
    char *applied; /* of the last operation that ended well, likewise */
    char *
        compared; /* Argo CD: what the cluster was last found equal to, likewise; else as `applied` */
    char *message; /* visible, one line */
    vitals_live_delivery state;
    bool
        finished; /* the controller has seen the last change of the object, and nothing is under way */
    bool idle;    /* no operation runs or is asked for */
    bool failed;     /* for good, or until somebody changes something; `message` says why */
    char *failed_at; /* the revision that failed, as `wanted`; "": whichever is waited for */
    char *
        working_on; /* of the operation that runs, as `wanted`; "": none runs, or it does not say */
    char *
        history; /* what was delivered, the latest last, each as `wanted` with a line break behind it */
} wait_delivery;

/* The texts are the caller's: wait_delivery_done. */
wait_delivery wait_delivery_of(const vitals_document *application);
void wait_delivery_done(wait_delivery *delivery);

/*
** Whether `revisions`, one of each source with commas between, are what `wanted` asks for: likewise one of each
** source, where an empty one is any, or a single one that all sources have. A revision is given in full, without its
** branch (main@sha1:4f2c91d… or main/4f2c91d…), or by its first seven or more characters.
*/
bool wait_delivery_is(const char *revisions, const char *wanted);

/* Whether `wanted` was delivered, and something else after it. */
bool wait_delivery_had(const wait_delivery *delivery, const char *wanted);
/* One sentence about why no revision of this application can ever be `wanted`: a commit of Git that is too short, or the
** name of a branch or tag, or the wrong number of sources. NULL: one can, or none is known yet. The caller frees it. */
char *wait_delivery_refuses(const wait_delivery *delivery, const char *wanted);

#endif
