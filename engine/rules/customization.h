/* Internal to reading an argocd-cm: what its two forms share. */
#ifndef VITALS_HEALTH_CUSTOMIZATION_H
#define VITALS_HEALTH_CUSTOMIZATION_H

#include "rules/argocd_data.h"
#include "rules/build_context.h"
#include "rules/go_decode.h"

/* How Go prefixes an error of decoding. */
#define VT_DECODING "error unmarshaling JSON: while decoding JSON: "

/* What an argocd-cm says about one key, both forms merged. */
typedef struct vt_override {
    vt_text key;                     /* group/Kind, Kind, or a pattern */
    const vitals_document *document; /* that holds `script` */
    const vt_value *script_key;      /* the key of the script, for its place */
    const vt_value *script;          /* NULL: none */
    vt_text script_text;
    const vt_source_map *map;
    bool open_libraries;
    vt_place broken_at;
    vt_text broken; /* absent: nothing is wrong */
} vt_override;

/* An argocd-cm that is being read. Its members may come from several documents: `file` and `document`
** are those of the member that is being read. */
typedef struct vt_configmap {
    vt_build_context *context;
    const char *file;
    const vitals_document *document;
    const vt_value *unmapped; /* the scalar that was parsed last, unless it is a string */
    vt_text template_text;    /* the member is a template of Helm, in words; or absent */
    vt_place template_at;
    vt_map overrides; /* key: vt_override, in order of appearance */
} vt_configmap;

/* The override of a key, created when it does not exist; NULL when memory runs out. The key is not copied: it is
** in the engine's arena or in a document that the engine keeps. */
vt_override *vt_configmap_override(vt_configmap *configmap, vt_text key);
/* Report an error and keep it on the override, which may be NULL. */
void vt_configmap_broken(vt_configmap *configmap, vt_override *override, vt_place place,
                         vt_text text);
/* Report that the member which is being read is a template, if it is one. */
bool vt_configmap_is_template(vt_configmap *configmap, vt_override *override);
/* A value of the ConfigMap as text: scalars count as they are written. Absent: not a scalar. */
vt_text vt_configmap_value_text(vt_configmap *configmap, const vt_value *value);

/* Parse YAML inside a string of the ConfigMap as sigs.k8s.io/yaml would. NULL: the error is
** reported, with `prefix` in front of the upstream text. An empty document gives a null root. */
vitals_document *vt_configmap_parse(vt_configmap *configmap, vt_override *override,
                                    const vitals_document *outer, const vt_value *string,
                                    vt_text text, const char *prefix);

vt_go_decoder vt_configmap_decoder(vt_configmap *configmap, const vitals_document *document);
/* Report the first error of a decoder, with `prefix` in front. */
void vt_configmap_report_decoding(vt_configmap *configmap, vt_override *override,
                                  const vt_go_decoder *decoder, const char *prefix);

/* vitals does not use ignoreDifferences, ignoreResourceUpdates and knownTypeFields, but Argo CD
** drops the whole ConfigMap when they do not decode. */
void vt_configmap_check_ignore(vt_configmap *configmap, vt_override *override,
                               const vitals_document *outer, const vt_value *string, vt_text text,
                               const char *prefix);
void vt_configmap_check_known_types(vt_configmap *configmap, vt_override *override,
                                    const vitals_document *outer, const vt_value *string,
                                    vt_text text);

/* Read one split key into the override that it names. */
void vt_configmap_read_split(vt_configmap *configmap, const vt_argocd_entry *entry);

/* The Go struct of Argo CD that knownTypeFields decodes into, in both forms. */
extern const vt_go_struct vt_go_known_type_field;
extern const char vt_go_known_type_fields[];

#endif
