/*
** Internal to the health module: scripts and expressions that run in another process.
**
** An assessment sends a question and gets a reply, each one message; nothing is remembered between two,
** so the other process may end at any time. It has no engine: a question holds the text of the rule,
** the object and the limits. The caller checks every reply as input from somebody hostile, since the
** process that wrote it may have been taken over by a rule.
*/
#ifndef VITALS_HEALTH_REMOTE_H
#define VITALS_HEALTH_REMOTE_H

#include "base/memory/wire.h"
#include "health/assessment.h"

enum {
    VT_REMOTE_MAGIC =
        0x31545256, /* "VRT1"; both sides are one build, so that it only finds mistakes */
    VT_REMOTE_AGAIN_SECONDS = 10 /* how long the verdict about a rule that was not run holds */
};

typedef enum vt_remote_language { VT_REMOTE_LUA = 1, VT_REMOTE_CEL } vt_remote_language;

/* A rule and an object. The texts are borrowed from the message. */
typedef struct vt_remote_question {
    uint8_t language; /* vt_remote_language */
    uint8_t dialect;  /* vt_lua_dialect */
    bool open_libraries, missing_is_false, traced;
    uint32_t argocd_release;
    int64_t now_seconds, zone_offset_seconds;
    vitals_limits limits;
    vt_text rule, object; /* `object`: vt_document_pack */
} vt_remote_question;

/* What came of it. */
typedef struct vt_remote_reply {
    int64_t status; /* a vitals_status: of an expression, or VITALS_ENOMEM */
    bool holds;     /* an expression */
    vt_opinion opinion;
    int64_t valid_until_seconds;
    vt_text notes; /* of the trace */
} vt_remote_reply;

void vt_remote_write_question(vt_buffer *buffer, const vt_remote_question *question);
/* false: it is not one. */
bool vt_remote_read_question(vt_text bytes, vt_remote_question *out);
/* Without the notes, which follow it. */
void vt_remote_write_reply(vt_buffer *buffer, const vt_remote_reply *reply);
/* false: it is not one. Texts are borrowed. */
bool vt_remote_read_reply(vt_text bytes, vt_remote_reply *out);

/* What the rules of a trace have noted about a document that was unpacked. */
void vt_remote_write_notes(vt_buffer *buffer, const vitals_trace *trace,
                           const vitals_document *document);
/* Note the same about the document that was packed. false: these are not notes about it, or there is no memory. */
bool vt_remote_read_notes(vt_text notes, vitals_trace *trace, const vitals_document *document,
                          vt_arena *arena);

/* Run a script (absent: there was no memory for it), or an expression as vt_cel_evaluate_bool does, where the call
** wants it. */
vt_opinion vt_remote_run_script(vt_assessment *assessment, vt_text script, bool open_libraries,
                                vt_lua_dialect dialect);
vitals_status vt_remote_evaluate(vt_assessment *assessment, vt_text expression, vitals_trace *trace,
                                 bool *out, vt_buffer *error, const char **limit, uint64_t *cost);

#endif
