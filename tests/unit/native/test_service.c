/* v1 Service, row by row. */
#include "unit/native/cases.h"

/* clang-format off */
static const native_case cases[] = {
    { "v2", "unsupported-version", "error", "unsupported Service GVK: /v2, Kind=Service", "", "v2" },
    { "type is a number", "conversion", "error",
      "failed to convert unstructured Service to typed: cannot convert int64 to v1.ServiceType",
      "'spec':{'type':1}" },
    { "target port is a fraction", "conversion", "error",
      "failed to convert unstructured Service to typed: "
      "json: cannot unmarshal number 1.5 into Go value of type int32",
      "'spec':{'ports':[{'targetPort':1.5}]}" },
    { "no type", "1-no-load-balancer", "Healthy", "", "" },
    { "cluster IP", "1-no-load-balancer", "Healthy", "", "'spec':{'type':'ClusterIP'}" },
    { "lower case", "1-no-load-balancer", "Healthy", "", "'spec':{'type':'loadbalancer'}" },
    { "ingress", "2-ingress", "Healthy", "",
      "'spec':{'type':'LoadBalancer'},'status':{'loadBalancer':{'ingress':[{'ip':'1.2.3.4'}]}}" },
    { "empty ingress", "2-ingress", "Healthy", "",
      "'spec':{'type':'LoadBalancer'},'status':{'loadBalancer':{'ingress':[{}]}}" },
    { "null ingress", "2-ingress", "Healthy", "",
      "'spec':{'type':'LoadBalancer'},'status':{'loadBalancer':{'ingress':[null]}}" },
    { "no ingress", "3-no-ingress", "Progressing", "",
      "'spec':{'type':'LoadBalancer'},'status':{'loadBalancer':{'ingress':[]}}" },
    { "no status", "3-no-ingress", "Progressing", "", "'spec':{'type':'LoadBalancer'}" },
};
/* clang-format on */

int main(void) {
    return NATIVE_RUN("", "Service", "v1", cases);
}
