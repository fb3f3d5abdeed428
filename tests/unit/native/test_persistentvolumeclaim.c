/* v1 PersistentVolumeClaim, row by row. */
#include "unit/native/cases.h"

#define TYPED "failed to convert unstructured PersistentVolumeClaim to typed: "

/* clang-format off */
static const native_case cases[] = {
    { "v2", "unsupported-version", "error",
      "unsupported PersistentVolumeClaim GVK: /v2, Kind=PersistentVolumeClaim", "", "v2" },
    { "two slashes give no group version", "unsupported-version", "error",
      "unsupported PersistentVolumeClaim GVK: /, Kind=PersistentVolumeClaim", "", "/" },
    { "access mode is a number", "conversion", "error",
      TYPED "cannot convert int64 to v1.PersistentVolumeAccessMode", "'spec':{'accessModes':[1]}" },
    { "storage is no quantity", "conversion", "error",
      TYPED "quantities must match the regular expression "
      "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
      "'spec':{'resources':{'requests':{'storage':'ten'}}}" },
    { "bound", "1-bound", "Healthy", "", "'status':{'phase':'Bound'}" },
    { "pending", "2-pending", "Progressing", "", "'status':{'phase':'Pending'}" },
    { "lost", "3-lost", "Degraded", "", "'status':{'phase':'Lost'}" },
    { "no status", "4-other-phase", "Unknown", "", "" },
    { "another phase", "4-other-phase", "Unknown", "", "'status':{'phase':'bound'}" },
};
/* clang-format on */

int main(void) {
    return NATIVE_RUN("", "PersistentVolumeClaim", "v1", cases);
}
