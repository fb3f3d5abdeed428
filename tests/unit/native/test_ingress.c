/* Ingress, row by row. */
#include "unit/native/cases.h"

/* clang-format off */
static const native_case cases[] = {
    { "any version", "1-ingress", "Healthy", "",
      "'status':{'loadBalancer':{'ingress':[{'hostname':'a'}]}}", "networking.k8s.io/v9" },
    { "null counts", "1-ingress", "Healthy", "", "'status':{'loadBalancer':{'ingress':[null]}}" },
    { "not converted", "1-ingress", "Healthy", "",
      "'spec':{'rules':5},'status':{'loadBalancer':{'ingress':[1]}}" },
    { "empty list", "2-no-ingress", "Progressing", "", "'status':{'loadBalancer':{'ingress':[]}}" },
    { "a map", "2-no-ingress", "Progressing", "", "'status':{'loadBalancer':{'ingress':{'a':'b'}}}" },
    { "status is text", "2-no-ingress", "Progressing", "", "'status':'x'" },
    { "no status", "2-no-ingress", "Progressing", "", "" },
};
/* clang-format on */

int main(void) {
    int failed = NATIVE_RUN("networking.k8s.io", "Ingress", "networking.k8s.io/v1", cases);
    return failed + NATIVE_RUN("extensions", "Ingress", "extensions/v1beta1", cases);
}
