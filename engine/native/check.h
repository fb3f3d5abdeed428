/* What the native checks share. native.c has the table of the checks. */
#ifndef VITALS_NATIVE_CHECK_H
#define VITALS_NATIVE_CHECK_H

#include "base/text/message.h"
#include "native/native.h"
#include "native/typed.h"

/* A version of a kind and the Go type it converts to. */
typedef struct vt_native_version {
    const char *version;
    const vt_native_schema *type;
    vt_argocd_release until; /* the first release of Argo CD without it; 0: all have it */
} vt_native_version;

/* A kind that is converted to its Go type first. */
typedef struct vt_native_typed_kind {
    const char *name;        /* as messages call it: "HPA", not the kind */
    const char *const *rows; /* they begin with VT_NATIVE_CONVERTED_ROWS, or those of any version */
    vt_native_version versions[4]; /* those the check accepts */
} vt_native_typed_kind;

/* What a phase means. */
typedef struct vt_native_phase {
    const char *phase;
    vitals_health health;
    unsigned row;
} vt_native_phase;

/* The row of a table of phases, or NULL. */
const vt_native_phase *vt_native_phase_find(const vt_native_phase *phases, size_t count,
                                            vt_text phase);
#define VT_NATIVE_FIND_PHASE(phases, phase)                                                        \
    vt_native_phase_find((phases), sizeof(phases) / sizeof(phases)[0], (phase))

/* The rows that every converted kind has first. Kinds of which any version is read have only the first of them. */
enum {
    VT_NATIVE_CONVERSION,
    VT_NATIVE_UNSUPPORTED,
    VT_NATIVE_FIRST_ROW,
    VT_NATIVE_FIRST_ROW_OF_ANY_VERSION = VT_NATIVE_UNSUPPORTED
};
#define VT_NATIVE_ANY_VERSION_ROWS(kind) [VT_NATIVE_CONVERSION] = kind "/conversion"
#define VT_NATIVE_CONVERTED_ROWS(kind)                                                             \
    VT_NATIVE_ANY_VERSION_ROWS(kind), [VT_NATIVE_UNSUPPORTED] = kind "/unsupported-version"

/* Refuse versions that the check does not know and objects that do not convert. false: `*refused`
** is the result. */
bool vt_native_accepts(const vt_evaluation *evaluation, const vt_native_typed_kind *kind,
                       vt_opinion *refused);
/* The same for a kind of which the check reads any version and type: only a strict evaluation refuses it, and only
** in a version whose type is known. */
bool vt_native_is_readable(const vt_evaluation *evaluation, const vt_native_typed_kind *kind,
                           vt_opinion *refused);

/* A status without a message. */
static inline vt_opinion vt_native_status(vitals_health health, const char *row) {
    return vt_opinion_status(health, VT_TEXT_ABSENT, row);
}
/* A status that a condition decided. */
vt_opinion vt_native_condition_status(vitals_health health, const vt_value *condition,
                                      vt_text message, const char *row);

/* .status.<key>, a list to go through. Its elements are traced as they are read; the list itself is
** traced when it is empty. */
const vt_value *vt_native_status_list(const vt_reader *reader, vt_text key);
const vt_value *vt_native_conditions(const vt_reader *reader);
/* .status.loadBalancer.ingress. */
const vt_value *vt_native_ingress_points(const vt_reader *reader);
/* The first condition of the type in .status.conditions, or NULL. */
const vt_value *vt_native_condition(const vt_reader *reader, vt_text type);
/* A string member; absent when it is not a string or `object` is NULL. */
vt_text vt_native_text(const vt_reader *reader, const vt_value *object, vt_text key);
/* Whether metadata.generation is above .status.observedGeneration. */
bool vt_native_is_stale(const vt_reader *reader);
/* .status.<field> as text, and as an int32. */
#define VT_NATIVE_STATUS_TEXT(reader, literal)                                                     \
    vt_value_text(vt_read_field((reader), vt_read_status(reader), literal))
#define VT_NATIVE_STATUS_INT32(reader, literal)                                                    \
    vt_native_int32(vt_read_field((reader), vt_read_status(reader), literal))
/* .spec.replicas; false when it is missing or null. */
bool vt_native_spec_replicas(const vt_reader *reader, int64_t *replicas);
vt_text vt_native_name(const vt_reader *reader);

/* One check and the ids of the rows of its decision table, for native.c. */
#define VT_NATIVE_DECLARE(kind)                                                                    \
    vt_opinion vt_native_##kind(const vt_evaluation *evaluation);                                  \
    extern const char *const vt_native_##kind##_rows[]

VT_NATIVE_DECLARE(apiservice);
VT_NATIVE_DECLARE(certificatesigningrequest);
VT_NATIVE_DECLARE(daemonset);
VT_NATIVE_DECLARE(deployment);
VT_NATIVE_DECLARE(horizontalpodautoscaler);
VT_NATIVE_DECLARE(ingress);
VT_NATIVE_DECLARE(job);
VT_NATIVE_DECLARE(namespace);
VT_NATIVE_DECLARE(node);
VT_NATIVE_DECLARE(persistentvolume);
VT_NATIVE_DECLARE(persistentvolumeclaim);
VT_NATIVE_DECLARE(pod);
VT_NATIVE_DECLARE(replicaset);
VT_NATIVE_DECLARE(replicationcontroller);
VT_NATIVE_DECLARE(resourcequota);
VT_NATIVE_DECLARE(service);
VT_NATIVE_DECLARE(statefulset);
VT_NATIVE_DECLARE(workflow);

#endif
