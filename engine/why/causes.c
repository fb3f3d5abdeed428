/* Which findings share a cause: the quota, webhook, kind, class or image that a text names, or the object. */
#include "why/why.h"

/* A text that names what is behind it. */
static const struct shared_cause {
    const char *before; /* in the text; the name follows */
    char end;           /* of the name */
    bool namespaced;    /* the same name in another namespace is something else */
    const char *format;
} shared[] = {
    { "exceeded quota: ", ',', true, "quota " },
    { "failed calling webhook \"", '"', false, "webhook " },
    { "no matches for kind \"", '"', false, "kind " },
    { "storageclass.storage.k8s.io \"", '"', false, "storage class " },
    { "no PriorityClass with name ", ' ', false, "priority class " },
    { "secret \"", '"', true, "secret " },
    { "configmap \"", '"', true, "configmap " },
    { "persistentvolumeclaim \"", '"', true, "claim " },
    { "pulling image \"", '"', false, "image " },
    { "pull image \"", '"', false, "image " },
    { "violates PodSecurity \"", '"', true, "pod security " },
    { "not scheduled: ", '\0', false, "scheduling: " },
};

static vt_text name_behind(vt_text text, size_t at, char end) {
    const size_t stop = end ? vt_text_find_byte(text, end, at) : SIZE_MAX;
    return vt_text_between(text, at, stop == SIZE_MAX ? text.size : stop);
}

static vt_text key_of_object(vitals_why *why, const vitals_document *object) {
    const vt_text namespace_ = vitals_document_namespace(object);
    return VT_JOIN(&why->arena, vitals_document_kind(object), VT_TEXT("/"),
                   vitals_document_name(object), namespace_.size ? VT_TEXT(" in ") : VT_TEXT(""),
                   namespace_);
}

vt_text vt_why_cause_key(vitals_why *why, const vitals_document *cause, vt_text because) {
    for (size_t i = 0; i < sizeof shared / sizeof shared[0]; i++) {
        const vt_text before = vt_text_from(shared[i].before);
        const size_t at = vt_text_find(because, before, 0);
        if (at == SIZE_MAX) continue;
        const vt_text name = name_behind(because, at + before.size, shared[i].end);
        const vt_text namespace_ = vitals_document_namespace(cause);
        const bool in = shared[i].namespaced && namespace_.size;
        return VT_JOIN(&why->arena, vt_text_from(shared[i].format), name,
                       in ? VT_TEXT(" in ") : VT_TEXT(""), in ? namespace_ : VT_TEXT(""));
    }
    return key_of_object(why, cause);
}
