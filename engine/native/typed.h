/*
** The typed conversion: what runtime.DefaultUnstructuredConverter does to an object before a
** native check looks at it. A field of the wrong type, anywhere in the schema, fails the check.
**
** The Go types are tables (native/typed_schema.c, generated): a schema is a struct, its fields are
** rows in the order of Go's fields. The code in native/typed.c does not depend on Kubernetes.
*/
#ifndef VITALS_NATIVE_TYPED_H
#define VITALS_NATIVE_TYPED_H

#include "base/memory/arena.h"
#include "document/document.h"

/* What a value becomes in Go. */
typedef enum vt_native_kind {
    VT_NATIVE_STRING, /* string, or a named string type: see `alias` */
    VT_NATIVE_BOOL,
    VT_NATIVE_INT32,
    VT_NATIVE_INT64,
    VT_NATIVE_UINT8,         /* a list of these also takes a string of base64 */
    VT_NATIVE_TIME,          /* metav1.Time */
    VT_NATIVE_QUANTITY,      /* resource.Quantity */
    VT_NATIVE_INT_OR_STRING, /* intstr.IntOrString */
    VT_NATIVE_ANYTHING,      /* takes any JSON */
    VT_NATIVE_OBJECT         /* a struct: see `object` */
} vt_native_kind;

/* The types of values that a kind takes whatever they hold: a bit for each vt_type. Null is the zero value
** of anything. Any other value may convert or not: an int64 takes 1.0, a time some strings. */
enum {
    VT_NATIVE_ACCEPTS_NULL = 1 << VT_NULL,
    VT_NATIVE_ACCEPTS_STRING = 1 << VT_STRING | VT_NATIVE_ACCEPTS_NULL,
    VT_NATIVE_ACCEPTS_BOOL = 1 << VT_FALSE | 1 << VT_TRUE | VT_NATIVE_ACCEPTS_NULL,
    VT_NATIVE_ACCEPTS_INT32 = 1 << VT_INTEGER | VT_NATIVE_ACCEPTS_NULL,
    VT_NATIVE_ACCEPTS_INT64 = VT_NATIVE_ACCEPTS_INT32,
    VT_NATIVE_ACCEPTS_UINT8 = VT_NATIVE_ACCEPTS_INT32,
    VT_NATIVE_ACCEPTS_TIME = VT_NATIVE_ACCEPTS_NULL,
    VT_NATIVE_ACCEPTS_QUANTITY = 1 << VT_INTEGER | 1 << VT_DOUBLE | VT_NATIVE_ACCEPTS_NULL,
    VT_NATIVE_ACCEPTS_INT_OR_STRING = VT_NATIVE_ACCEPTS_STRING,
    VT_NATIVE_ACCEPTS_ANYTHING = UINT8_MAX,
    VT_NATIVE_ACCEPTS_OBJECT = VT_NATIVE_ACCEPTS_NULL
};

typedef enum vt_native_shape { VT_NATIVE_ONE, VT_NATIVE_LIST, VT_NATIVE_MAP } vt_native_shape;

typedef struct vt_native_schema vt_native_schema;

/* One field of a struct: what it is, or what its elements are. */
typedef struct vt_native_field {
    const char *name;
    uint8_t name_bytes;
    uint8_t shape; /* vt_native_shape */
    uint8_t kind;  /* vt_native_kind */
    /* Types of values that convert whatever they hold, of the field and of its elements. */
    uint8_t accepts, element_accepts;
    /* vt_argocd_release: the first that knows the field, and the first that does not any more; 0: any. */
    uint8_t since, until;
    const char *alias;              /* "v1.PodPhase", or NULL for a plain string */
    const vt_native_schema *object; /* of VT_NATIVE_OBJECT */
} vt_native_field;

/*
** One struct. A key finds its field by a perfect hash of 32 bits: `slots` holds a place for each value of
** the highest, which remain after `slot_shift`, with the number of a field from 1, or 0.
*/
struct vt_native_schema {
    const vt_native_field *fields;
    const uint8_t *slots;
    uint32_t seed;
    uint8_t slot_shift;
    uint8_t field_count;
};

extern const vt_native_schema vt_native_apiservice_v1_type, vt_native_apiservice_v1beta1_type,
    vt_native_certificatesigningrequest_type, vt_native_certificatesigningrequest_v1beta1_type,
    vt_native_daemonset_type, vt_native_deployment_type, vt_native_horizontalpodautoscaler_v1_type,
    vt_native_horizontalpodautoscaler_v2_type, vt_native_horizontalpodautoscaler_v2beta1_type,
    vt_native_horizontalpodautoscaler_v2beta2_type, vt_native_ingress_type,
    vt_native_ingress_v1beta1_type, vt_native_job_type, vt_native_namespace_type,
    vt_native_node_type, vt_native_persistentvolume_type, vt_native_persistentvolumeclaim_type,
    vt_native_pod_type, vt_native_replicaset_type, vt_native_replicationcontroller_type,
    vt_native_resourcequota_type, vt_native_service_type, vt_native_statefulset_type,
    vt_native_workflow_argocd_3_1_type, vt_native_workflow_type;

/* The first field, in the order of Go's structs, that does not convert. */
typedef struct vt_native_mismatch {
    const vt_value *value;
    const vt_native_field *field;
    bool element; /* the value is an element of the field's list or map */
} vt_native_mismatch;

/* Whether `object` converts to `schema` as a release of Argo CD has it, by its vt_argocd_release; 0: the
** newest. Walks the object once and allocates nothing. */
bool vt_native_converts(const vt_native_schema *schema, const vt_value *object, unsigned release,
                        vt_native_mismatch *mismatch);
/* Go's error text for a mismatch. */
vt_text vt_native_mismatch_text(const vt_native_mismatch *mismatch, vt_arena *arena);
/* The same for people, to follow the name of the field: "is a boolean, not a string". */
vt_text vt_native_mismatch_words(const vt_native_mismatch *mismatch, vt_arena *arena);

/* The field of a struct by its name, or NULL. */
const vt_native_field *vt_native_field_find(const vt_native_schema *schema, vt_text name);

/* Single values; see native/leaf.c. */
typedef enum vt_native_quantity_fault {
    VT_NATIVE_QUANTITY_FINE,
    VT_NATIVE_QUANTITY_FORMAT,
    VT_NATIVE_QUANTITY_SUFFIX,
    VT_NATIVE_QUANTITY_NUMBER
} vt_native_quantity_fault;

vt_native_quantity_fault vt_native_quantity_check(vt_text text);
/* The amount of a quantity: text such as "500m" or "2Gi", or a number. 0 for anything else. As a
** double, which is exact for whole amounts up to 2^53. */
double vt_native_quantity(const vt_value *value);

/* Read a converted value as Go holds it: missing and null are 0, int32 wraps. */
int64_t vt_native_int32(const vt_value *value);
int64_t vt_native_int64(const vt_value *value);
/* Bring the result of an int32 calculation back into its range. */
int64_t vt_native_wrap32(int64_t value);

#endif
