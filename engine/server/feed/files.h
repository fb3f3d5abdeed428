/* Files, directories and standard input as the objects of a source. */
#ifndef VITALS_SERVER_FILES_H
#define VITALS_SERVER_FILES_H

#include "server/state.h"

void vt_files_free(vt_server *server);

/* Take the objects of a stream into a scope, for files and for what is pushed. */
typedef struct vt_intake {
    vt_server *server;
    vt_source *source;
    vitals_live_id scope;
    vitals_diagnostics *diagnostics; /* of what could not be read */
    size_t objects, errors;
    bool named; /* what is not an object is an error, not something else in a directory */
} vt_intake;

/* Put the pieces that a stream has. Errors: VITALS_EAGAIN, it wants more; VITALS_ENOTFOUND, its end; VITALS_ENOMEM
** and VITALS_EREAD. Everything else is counted and goes on. */
vitals_status vt_intake_pieces(vt_intake *intake, vitals_stream *stream);
/* Put one object, which becomes the callee's; a DELETED event removes it. */
vitals_status vt_intake_object(vt_intake *intake, vitals_document **document, vitals_event event);
/* The members that no verdict reads. */
extern const char *const vt_intake_drop[];
enum { VT_INTAKE_DROP = 3 };

#endif
