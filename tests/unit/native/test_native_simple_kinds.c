/* Kinds that one field or one condition decides, row by row. */
#include "unit/native/cases.h"

/* ------------------------------------------------------------- Service */

/* clang-format off */
static const native_case services[] = {
    { "v2", "unsupported-version", "error", "unsupported Service GVK: /v2, Kind=Service", "", "v2" },
    { "type is a number, strictly", "conversion", "error",
      "cannot read this Service: .spec.type is a number, not a string", "'spec':{'type':1}", .strict = true },
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

/* ------------------------------------------------------------- Ingress */

/* clang-format off */
static const native_case ingresses[] = {
    { "any version", "1-ingress", "Healthy", "",
      "'status':{'loadBalancer':{'ingress':[{'hostname':'a'}]}}", "networking.k8s.io/v9" },
    { "null counts", "1-ingress", "Healthy", "", "'status':{'loadBalancer':{'ingress':[null]}}" },
    { "not converted", "1-ingress", "Healthy", "",
      "'spec':{'rules':5},'status':{'loadBalancer':{'ingress':[1]}}" },
    { "empty list", "2-no-ingress", "Progressing", "", "'status':{'loadBalancer':{'ingress':[]}}" },
    { "a map", "2-no-ingress", "Progressing", "", "'status':{'loadBalancer':{'ingress':{'a':'b'}}}" },
    { "status is text", "2-no-ingress", "Progressing", "", "'status':'x'" },
    { "no status", "2-no-ingress", "Progressing", "", "" },
    { "no status, strictly", "2-no-ingress", "Progressing", "", "", .strict = true },
    { "a map, strictly", "conversion", "error",
      "cannot read this Ingress: .status.loadBalancer.ingress is a mapping, not a list",
      "'status':{'loadBalancer':{'ingress':{'a':'b'}}}", .strict = true, .version = "networking.k8s.io/v1" },
    { "status is text, strictly", "conversion", "error", "cannot read this Ingress: .status is a string, not a mapping",
      "'status':'x'", .strict = true, .version = "networking.k8s.io/v1beta1" },
    { "any version, strictly", "1-ingress", "Healthy", "",
      "'spec':{'rules':5},'status':{'loadBalancer':{'ingress':[1]}}", "networking.k8s.io/v9", .strict = true },
};
/* clang-format on */

/* ------------------------------------------------------------- PersistentVolumeClaim */

#define CLAIM_TYPED "failed to convert unstructured PersistentVolumeClaim to typed: "

/* clang-format off */
static const native_case claims[] = {
    { "v2", "unsupported-version", "error",
      "unsupported PersistentVolumeClaim GVK: /v2, Kind=PersistentVolumeClaim", "", "v2" },
    { "two slashes give no group version", "unsupported-version", "error",
      "unsupported PersistentVolumeClaim GVK: /, Kind=PersistentVolumeClaim", "", "/" },
    { "access mode is a number", "conversion", "error",
      CLAIM_TYPED "cannot convert int64 to v1.PersistentVolumeAccessMode", "'spec':{'accessModes':[1]}" },
    { "storage is not a quantity", "conversion", "error",
      CLAIM_TYPED "quantities must match the regular expression "
      "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
      "'spec':{'resources':{'requests':{'storage':'ten'}}}" },
    { "bound", "1-bound", "Healthy", "", "'status':{'phase':'Bound'}" },
    { "pending", "2-pending", "Progressing", "", "'status':{'phase':'Pending'}" },
    { "lost", "3-lost", "Degraded", "", "'status':{'phase':'Lost'}" },
    { "no status", "4-other-phase", "Unknown", "", "" },
    { "another phase", "4-other-phase", "Unknown", "", "'status':{'phase':'bound'}" },
};
/* clang-format on */

/* ------------------------------------------------------------- APIService */

#define API_SERVICE_TYPED "failed to convert unstructured APIService to typed: "

/* clang-format off */
static const native_case api_services[] = {
    { "v2", "unsupported-version", "error",
      "unsupported APIService GVK: apiregistration.k8s.io/v2, Kind=APIService", "",
      "apiregistration.k8s.io/v2" },
    { "port is a bool", "conversion", "error", API_SERVICE_TYPED "unrecognized type: int32",
      "'spec':{'service':{'port':true}}" },
    { "port of v1beta1 is a bool", "conversion", "error", API_SERVICE_TYPED "unrecognized type: int32",
      "'spec':{'service':{'port':true}}", "apiregistration.k8s.io/v1beta1" },
    { "certificates are not base64", "conversion", "error",
      API_SERVICE_TYPED "error decoding from json: illegal base64 data at input byte 3", "'spec':{'caBundle':'aGk!'}" },
    { "certificates are not text", "conversion", "error", API_SERVICE_TYPED "cannot restore slice from bool",
      "'spec':{'caBundle':true}" },
    { "available", "1-available", "Healthy", "Passed: all checks passed",
      "'spec':{'caBundle':'aGk='},'status':{'conditions':[{'type':'Available','status':'True',"
      "'reason':'Passed','message':'all checks passed'}]}" },
    { "available in v1beta1", "1-available", "Healthy", ": ",
      "'status':{'conditions':[{'type':'Available','status':'True'}]}",
      "apiregistration.k8s.io/v1beta1" },
    { "not available", "2-unavailable", "Progressing", "MissingEndpoints: none",
      "'status':{'conditions':[{'type':'Available','status':'False',"
      "'reason':'MissingEndpoints','message':'none'}]}" },
    { "not known", "2-unavailable", "Progressing", ": ",
      "'status':{'conditions':[{'type':'Available','status':'Unknown'}]}" },
    { "only the first", "2-unavailable", "Progressing", ": ",
      "'status':{'conditions':[{'type':'Available'},{'type':'Available','status':'True'}]}" },
    { "no conditions", "3-not-processed", "Progressing", "Waiting to be processed", "" },
    { "other conditions", "3-not-processed", "Progressing", "Waiting to be processed",
      "'status':{'conditions':[null,{'type':'available','status':'True'}]}" },
};
/* clang-format on */

/* ------------------------------------------------------------- Workflow */

/* clang-format off */
static const native_case workflows[] = {
    { "no status", "1-running", "Progressing", "", "" },
    { "pending", "1-running", "Progressing", "", "'status':{'phase':'Pending'}" },
    { "running", "1-running", "Progressing", "2/3", "'status':{'phase':'Running','message':'2/3'}" },
    { "phase is a number", "1-running", "Progressing", "", "'status':{'phase':5}" },
    { "succeeded", "2-succeeded", "Healthy", "", "'status':{'phase':'Succeeded'}" },
    { "failed", "3-failed", "Degraded", "step a", "'status':{'phase':'Failed','message':'step a'}" },
    { "error", "3-failed", "Degraded", "", "'status':{'phase':'Error'}" },
    { "another phase", "4-other-phase", "Unknown", "", "'status':{'phase':'Foo','message':5}" },
    { "any version", "2-succeeded", "Healthy", "", "'status':{'phase':'Succeeded'}",
      "argoproj.io/v9" },
    { "phase is a number, strictly", "conversion", "error",
      "cannot read this Workflow: .status.phase is a number, not a string", "'status':{'phase':5}", .strict = true },
    { "succeeded, strictly", "2-succeeded", "Healthy", "",
      "'spec':{'anything':[1]},'status':{'phase':'Succeeded','nodes':5}", .strict = true },
};
/* clang-format on */

int main(void) {
    return NATIVE_RUN("", "Service", "v1", services) +
           NATIVE_RUN("networking.k8s.io", "Ingress", "networking.k8s.io/v1", ingresses) +
           NATIVE_RUN("extensions", "Ingress", "extensions/v1beta1", ingresses) +
           NATIVE_RUN("", "PersistentVolumeClaim", "v1", claims) +
           NATIVE_RUN("apiregistration.k8s.io", "APIService", "apiregistration.k8s.io/v1",
                      api_services) +
           NATIVE_RUN("argoproj.io", "Workflow", "argoproj.io/v1alpha1", workflows);
}
