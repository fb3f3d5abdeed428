/* apiregistration.k8s.io APIService, row by row. */
#include "unit/native/cases.h"

#define TYPED "failed to convert unstructured APIService to typed: "

/* clang-format off */
static const native_case cases[] = {
    { "v2", "unsupported-version", "error",
      "unsupported APIService GVK: apiregistration.k8s.io/v2, Kind=APIService", "",
      "apiregistration.k8s.io/v2" },
    { "port is a bool", "conversion", "error", TYPED "unrecognized type: int32",
      "'spec':{'service':{'port':true}}" },
    { "port of v1beta1 is a bool", "conversion", "error", TYPED "unrecognized type: int32",
      "'spec':{'service':{'port':true}}", "apiregistration.k8s.io/v1beta1" },
    { "certificates are no base64", "conversion", "error",
      TYPED "error decoding from json: illegal base64 data at input byte 3", "'spec':{'caBundle':'aGk!'}" },
    { "certificates are no text", "conversion", "error", TYPED "cannot restore slice from bool",
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

int main(void) {
    return NATIVE_RUN("apiregistration.k8s.io", "APIService", "apiregistration.k8s.io/v1", cases);
}
