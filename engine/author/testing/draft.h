/* The script of a draft: what it decides by, and its text. */
#ifndef VITALS_TESTING_DRAFT_H
#define VITALS_TESTING_DRAFT_H

#include "base/memory/buffer.h"

typedef enum vt_draft_subject {
    VT_DRAFT_CONDITION,
    VT_DRAFT_PHASE,
    VT_DRAFT_STATUS /* that there is one */
} vt_draft_subject;

/* What the script is written from. */
typedef struct vt_draft_facts {
    vt_text kind;
    vt_draft_subject subject;
    vt_text word;  /* the type of the condition, or the phase; without quotes and backslashes */
    bool observes; /* the object has an observedGeneration */
    bool dates;    /* so has the condition */
} vt_draft_facts;

/* Append the script. It withstands an object of any form, runs with closed libraries, and gives each
** answer a message. */
void vt_draft_write_script(vt_buffer *script, const vt_draft_facts *facts);

#endif
