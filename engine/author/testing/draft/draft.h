/*
** Drafts of checks: what the objects and the schema of a kind say about its health, and the script and
** the expressions that are written from that.
*/
#ifndef VITALS_TESTING_DRAFT_H
#define VITALS_TESTING_DRAFT_H

#include "author/schema/schema.h"
#include "base/memory/arena.h"
#include "base/memory/buffer.h"

/* ------------------------------------------------------------------- words */

/* words.c: the health that a word names, as it is used in phases, states, reasons and types of
** conditions. UNASSESSED: it names none. A word that says that something failed is never Healthy. */
vitals_health vt_draft_health_of(vt_text word);
/* Phases that mean the same for most kinds, by health; NULL past the end. */
const char *vt_draft_phase_at(size_t index, vitals_health *health);
/* Types of conditions that mean the same for all kinds; NULL past the end. */
const char *vt_draft_type_at(size_t index);
/* Reasons of a condition that is False for a while; NULL past the end. */
const char *vt_draft_wait_at(size_t index);

/* ------------------------------------------------------------------- facts */

enum { VT_DRAFT_MOST_WORDS = 64, VT_DRAFT_MOST_CONDITIONS = 24 };

typedef struct vt_draft_word {
    vt_text word;
    vitals_health health;
} vt_draft_word;

typedef struct vt_draft_words {
    vt_draft_word items[VT_DRAFT_MOST_WORDS];
    size_t count;
} vt_draft_words;

/* A condition and what its statuses mean; UNASSESSED: nothing. */
typedef struct vt_draft_condition {
    vt_text type;
    vitals_health when_true, when_false;
} vt_draft_condition;

/* What a draft is written from. Texts can be put into quotes as they are; they are borrowed from the
** objects, the schema and the arena. */
typedef struct vt_draft_facts {
    vt_text group, version, kind;
    vt_draft_condition conditions[VT_DRAFT_MOST_CONDITIONS]; /* in the order in which they decide */
    size_t condition_count;
    vt_text within,
        field; /* .status.within.field is the phase; absent: it is in .status; there is none */
    vt_text parts, part_field; /* of each element of .status.parts the phase, or absent */
    bool parts_are_map;        /* they are the values of a map */
    vt_draft_words phases;     /* including the phases that most kinds use */
    vt_draft_words waits;      /* reasons of a condition that is False for a while */
    vt_text flag;              /* a bool of the status, or absent */
    vt_text failure;           /* a text of the status that says what failed, or absent */
    vt_text replicas;          /* a count of the status, or absent */
    bool observes;             /* the status has an observedGeneration */
    bool dates;                /* so have the conditions */
    vt_text assumptions[VT_DRAFT_MOST_WORDS]; /* one sentence each */
    size_t assumption_count;
} vt_draft_facts;

/* What facts are gathered from. */
typedef struct vt_draft_sources {
    const vitals_document *const *objects;
    size_t object_count;
    const vitals_document *const *schemas; /* definitions, and documents of OpenAPI */
    size_t schema_count;
    vt_schemas *known; /* of these */
    vt_arena *arena;
} vt_draft_sources;

/* facts.c: `facts` has the kind already. false: no memory. */
bool vt_draft_gather(vt_draft_facts *facts, const vt_draft_sources *sources);
/* The status of the condition of a type, and its reason if `reason` is not NULL; absent: there is none. */
vt_text vt_draft_status_of(const vitals_document *object, vt_text type, vt_text *reason);
/* The value of the phase, or absent. */
vt_text vt_draft_phase_of(const vt_draft_facts *facts, const vitals_document *object);
/* The first condition with a status of this health, and that status; NULL: there is none. */
const vt_draft_condition *vt_draft_condition_that_is(const vt_draft_facts *facts,
                                                     vitals_health health, const char **status);
/* The first phase of this health; absent: there is none. */
vt_text vt_draft_phase_that_is(const vt_draft_facts *facts, vitals_health health);

/* ------------------------------------------------------------------- texts */

/* script.c: append the script. It withstands an object of any form, runs with closed libraries, and
** gives each answer a message. */
void vt_draft_write_script(vt_buffer *script, const vt_draft_facts *facts);
/* expression.c: append an entry of healthCheckExprs. */
void vt_draft_write_expression(vt_buffer *out, const vt_draft_facts *facts);

#endif
