/* What this is, and what it answers like. */
#include "base/text.h"

typedef struct emulated {
    const char *name;
    const char *version;
} emulated;

/* The versions that the specification of each part was read and run against. */
static const emulated emulates[] = {
    { "Argo CD", "3.6.0" },
    { "kstatus", "sigs.k8s.io/cli-utils as forked by fluxcd" },
    { "cel-go", "v0.26.1" },
    { "Lua", "5.4, in the dialect of gopher-lua v1.1.2" },
};

const char *vitals_version(void) {
    return VITALS_VERSION_TEXT;
}

bool vitals_version_of(size_t index, const char **name, const char **version) {
    if (index >= sizeof emulates / sizeof emulates[0]) return false;
    *name = emulates[index].name;
    *version = emulates[index].version;
    return true;
}
