/* Inside of reading an argocd-cm: what its two forms share. */
#ifndef VITALS_HEALTH_CUSTOMIZATION_H
#define VITALS_HEALTH_CUSTOMIZATION_H

#include "health/engine.h"
#include "health/go_decode.h"

/* What an argocd-cm says about one key, both forms merged. */
typedef struct vt_override {
    vt_text key;                     /* group/Kind, Kind, or a pattern */
    const vitals_document *document; /* that holds `script` */
    const vt_value *script_key;      /* the key in front of the script, for its place */
    const vt_value *script;          /* NULL when there is none */
    vt_text script_text;
    const vt_source_map *map;
    bool open_libraries;
    vt_place broken_at;
    vt_text broken; /* absent: in order */
} vt_override;

/* An argocd-cm on its way to rules. */
typedef struct vt_configmap {
    vt_making *making;
    const char *file;
    vitals_document *document;
    const vt_value *unmapped; /* the scalar that was parsed last, when it is no string */
    vt_map overrides;         /* key: vt_override, in order of appearance */
} vt_configmap;

/* The override of a key, made when it is not there; NULL when memory runs out. */
vt_override *vt_configmap_override(vt_configmap *configmap, vt_text key);
/* Tell what is wrong, and remember it on the override (which may be NULL). */
void vt_configmap_broken(vt_configmap *configmap, vt_override *override, vt_place place,
                         vt_text text);
/* The text of a ConfigMap's value: scalars count as what they are written as. Absent: no scalar. */
vt_text vt_configmap_value_text(vt_configmap *configmap, const vt_value *value);

/* Parse YAML inside a string of the ConfigMap as sigs.k8s.io/yaml would. NULL: told already, with
** `prefix` in front of the upstream text; an empty document gives a null root. */
vitals_document *vt_configmap_parse(vt_configmap *configmap, vt_override *override,
                                    const vitals_document *outer, const vt_value *string,
                                    vt_text text, const char *prefix);

/* The legacy key and the split keys. */
void vt_configmap_read_legacy(vt_configmap *configmap, const vt_value *value);
void vt_configmap_read_split(vt_configmap *configmap, const vt_value *key);

/* ignoreDifferences, ignoreResourceUpdates and knownTypeFields are not ours to use, but Argo CD
** drops the whole ConfigMap when they do not decode. */
void vt_configmap_check_ignore(vt_configmap *configmap, vt_override *override,
                               const vitals_document *outer, const vt_value *string, vt_text text,
                               const char *prefix);
void vt_configmap_check_known_types(vt_configmap *configmap, vt_override *override,
                                    const vitals_document *outer, const vt_value *string,
                                    vt_text text);
/* resource.compareoptions is read with the customizations, and fails with them. */
void vt_configmap_check_compare_options(vt_configmap *configmap, const vt_value *value);

/* The Go structs of Argo CD that both decode into. */
extern const vt_go_struct vt_go_ignore_diff;
extern const vt_go_struct vt_go_known_type_field;
extern const char vt_go_known_type_fields[];

#endif
