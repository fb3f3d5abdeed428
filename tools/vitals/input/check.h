/* Whether a document that was read has an object to judge. */
#ifndef CLI_INPUT_CHECK_H
#define CLI_INPUT_CHECK_H

#include "input/files.h"

typedef enum object_check {
    OBJECT_THERE,
    OBJECT_NONE,   /* nothing in it claims to be one */
    OBJECT_REFUSED /* a problem says why */
} object_check;

/* A mapping that does not claim to be a Kubernetes object (Helm values beside the manifests) is not an error in a
** directory, but is one when the file is named. Bookmarks of a watch are no objects. */
object_check check_object(const cli_source *source, const vitals_document *document,
                          vitals_event event, cli_problems *problems);

#endif
