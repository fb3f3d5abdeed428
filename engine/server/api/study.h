/*
** What other profiles say of objects that rules decide, and what lint says of the files of rules. Both take long: they
** are prepared on the server's thread, run on another one, and read on the server's thread again.
*/
#ifndef VITALS_SERVER_STUDY_H
#define VITALS_SERVER_STUDY_H

#include "server/state.h"

enum { VT_PROFILES = 4 };

/* Counted for one rule: of some objects that it decides, those that another profile finds otherwise. */
typedef struct vt_comparison {
    uint32_t asked; /* objects that are to be compared */
    uint32_t compared;
    uint32_t differs[VT_PROFILES]; /* by vitals_profile */
} vt_comparison;

/* A finding of lint. */
typedef struct vt_finding vt_finding;
struct vt_finding {
    vt_finding *next;
    vt_text file, text;
    uint32_t line;
    uint32_t rule_line; /* of the rule that it is about; 0: not known */
};

typedef struct vt_sample vt_sample;
typedef struct vt_studied_engine vt_studied_engine;

typedef struct vt_study {
    const vt_server *server;
    vt_arena *memory;
    vt_studied_engine *engines;
    vt_sample *samples;
    size_t sample_count, sample_bytes;
    vt_finding *findings;
    size_t finding_count;
} vt_study;

/* `memory` outlives the study, and nobody else uses it while vt_study_run runs. */
void vt_study_init(vt_study *study, const vt_server *server, vt_arena *memory);
void vt_study_done(vt_study *study);
/* Hold the rules of a source. false: no memory. */
bool vt_study_add_engine(vt_study *study, const vt_source *source);
/* Compare the profiles for an object, which is copied; `to` stays where it is until the study has run. What is too
** much is left out. */
void vt_study_add_object(vt_study *study, const vt_source *source, vt_text json, vt_comparison *to);
/* On a thread, with its worker. */
vitals_status vt_study_run(vt_study *study, vitals_worker *worker, vitals_interrupt_fn interrupt,
                           void *user);

#endif
