/* An engine, a worker and a verdict, built from texts. */
#ifndef VITALS_TESTS_SUPPORT_HEALTH_H
#define VITALS_TESTS_SUPPORT_HEALTH_H

#include <vitals/vitals.h>

/* A check as in a tree. */
typedef struct health_check {
    const char *directory, *script;
} health_check;

/* The inputs of an engine; NULL: none. */
typedef struct health_setup {
    const char *configmap;      /* file cm.yaml */
    const char *expressions;    /* file exprs.yaml */
    const char *rules;          /* file rules.yaml, for vitals_configuration_add_rules */
    const char *more_rules;     /* a second one: more.yaml */
    const char *key;            /* where the data is in these */
    unsigned take;              /* of these; 0: all */
    const char *policy;         /* file policy.yaml */
    const health_check *checks; /* each a layer over the one before; ended by NULLs */
    bool bundled;               /* with the checks built in */
    bool skip;                  /* VITALS_ON_BROKEN_SKIP */
    bool owned_only;            /* vitals_configuration_set_owned_only */
    const vitals_allocator *allocator;
} health_setup;

typedef struct health_run {
    vitals_diagnostics *diagnostics;
    vitals_engine *engine;
    vitals_worker *worker;
    vitals_verdict *verdict;
} health_run;

/* Build all of it. Call health_close afterwards, also on failure. */
vitals_status health_open(const health_setup *setup, health_run *run);
void health_close(health_run *run);

/* Assess an object given as YAML or JSON; fails the test when the call does. */
void health_assess(health_run *run, vitals_profile profile, const char *object);
/* The same for any call and status. */
vitals_status health_call(health_run *run, const vitals_call *call, const char *object);

/* The text of the diagnostic at `index`, or "". */
const char *health_reported(const health_run *run, size_t index);

#endif
