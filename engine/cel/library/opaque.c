/* Values of Kubernetes as text, and the names of named formats. */
#include "cel/library/opaque.h"

const char *const vt_cel_named_formats[VT_CEL_NAMED_FORMAT_COUNT] = {
    "dns1123Label",
    "dns1123Subdomain",
    "dns1035Label",
    "qualifiedName",
    "dns1123LabelPrefix",
    "dns1123SubdomainPrefix",
    "dns1035LabelPrefix",
    "labelValue",
    "uri",
    "uuid",
    "byte",
    "date",
    "datetime",
};

static void append_semver(vt_buffer *buffer, const vt_cel_semver *version) {
    vt_buffer_printf(buffer, "%llu.%llu.%llu", (unsigned long long)version->major,
                     (unsigned long long)version->minor, (unsigned long long)version->patch);
    if (!vt_text_is_absent(version->prerelease)) {
        vt_buffer_add_byte(buffer, '-');
        vt_buffer_add(buffer, version->prerelease);
    }
    if (!vt_text_is_absent(version->build)) {
        vt_buffer_add_byte(buffer, '+');
        vt_buffer_add(buffer, version->build);
    }
}

void vt_cel_opaque_append(vt_buffer *buffer, vt_cel_value value) {
    if (value.kind == VT_CEL_NAMED_FORMAT) {
        vt_buffer_printf(buffer, "format.%s()", vt_cel_named_formats[value.as.integer]);
        return;
    }
    vt_buffer_add_terminated(buffer, value.kind == VT_CEL_QUANTITY ? "quantity(\""
                                     : value.kind == VT_CEL_URL    ? "url(\""
                                                                   : "semver(\"");
    if (value.kind == VT_CEL_QUANTITY) vt_cel_quantity_append(buffer, value.as.opaque);
    if (value.kind == VT_CEL_SEMVER) append_semver(buffer, value.as.opaque);
    if (value.kind == VT_CEL_URL)
        vt_buffer_add(buffer, ((const vt_cel_url *)value.as.opaque)->text);
    vt_buffer_add(buffer, VT_TEXT("\")"));
}
