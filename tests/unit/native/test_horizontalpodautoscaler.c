/* autoscaling HorizontalPodAutoscaler, row by row. */
#include "unit/native/cases.h"

#define WAIT "Waiting to Autoscale"
#define TYPED "failed to convert unstructured HPA to typed: "
#define ANNOTATED(json)                                                                            \
    "'metadata':{'annotations':{'autoscaling.alpha.kubernetes.io/conditions':'" json "'}}"
#define BAD_JSON "failed to convert conditions annotation to typed: "
#define CONDITIONS(list) "'status':{'conditions':[" list "]}"
#define V1 "autoscaling/v1"

/* clang-format off */
static const native_case cases[] = {
    { "v2beta2", "unsupported-version", "error",
      "unsupported HPA GVK: autoscaling/v2beta2, Kind=HorizontalPodAutoscaler", "",
      "autoscaling/v2beta2" },
    { "v2beta1", "unsupported-version", "error",
      "unsupported HPA GVK: autoscaling/v2beta1, Kind=HorizontalPodAutoscaler", "",
      "autoscaling/v2beta1" },
    { "v2 does not convert", "conversion", "error", TYPED "cannot convert int64 to v1.ConditionStatus",
      CONDITIONS("{'status':5}") },
    { "v1 does not convert", "conversion", "error", TYPED "unrecognized type: int32",
      "'spec':{'maxReplicas':'3'}", V1 },

    { "v2 without conditions", "3-waiting", "Progressing", WAIT, "" },
    { "cannot read the metric", "1-degraded", "Degraded", "m2",
      CONDITIONS("{'type':'AbleToScale','status':'True','message':'m1'},"
                 "{'type':'ScalingActive','status':'False','reason':'FailedGetResourceMetric','message':'m2'}") },
    { "bad news whatever the status", "1-degraded", "Degraded", "m",
      CONDITIONS("{'type':'ScalingActive','status':'True','reason':'InvalidSelector','message':'m'}") },
    { "the first bad news", "1-degraded", "Degraded", "m1",
      CONDITIONS("{'type':'AbleToScale','reason':'FailedUpdateScale','message':'m1'},"
                 "{'type':'AbleToScale','reason':'FailedGetScale','message':'m2'}") },
    { "a reason of the other type", "3-waiting", "Progressing", WAIT,
      CONDITIONS("{'type':'AbleToScale','reason':'FailedGetResourceMetric'}") },
    { "active alone", "3-waiting", "Progressing", WAIT,
      CONDITIONS("{'type':'ScalingActive','status':'True','reason':'ValidMetricFound'}") },
    { "the first good news", "2-healthy", "Healthy", "m3",
      CONDITIONS("{'type':'ScalingLimited','status':'True','message':'m3'},"
                 "{'type':'AbleToScale','status':'True','message':'m1'}") },

    { "v1 without annotation", "3-waiting", "Progressing", WAIT, "'status':{'conditions':5}", V1 },
    { "v1 empty list", "3-waiting", "Progressing", WAIT, ANNOTATED(" [ ] "), V1 },
    { "v1 null", "3-waiting", "Progressing", WAIT, ANNOTATED("null"), V1 },
    { "v1 names in any case", "2-healthy", "Healthy", "x",
      ANNOTATED("[{\\'TYPE\\':\\'AbleToScale\\',\\'Status\\':\\'True\\',\\'message\\':\\'x\\'}]"), V1 },
    { "v1 long s", "2-healthy", "Healthy", "x",
      ANNOTATED("[{\\'type\\':\\'AbleToScale\\',\\'\\u017ftatus\\':\\'True\\',\\'message\\':\\'x\\'}]"), V1 },
    { "v1 nulls and other fields", "2-healthy", "Healthy", "x",
      ANNOTATED("[null, {\\'a\\':[{},-1.5e3,[]],\\'reason\\':null,\\'type\\':\\'AbleToScale\\',"
                "\\'status\\':\\'True\\',\\'message\\':\\'x\\'}]"), V1 },
    { "v1 other fields that are strings", "2-healthy", "Healthy", "x",
      ANNOTATED("[{\\'type\\':\\'AbleToScale\\',\\'status\\':\\'True\\',\\'message\\':\\'x\\',\\'a\\':\\'y\\'}]"), V1 },
    { "v1 escapes", "1-degraded", "Degraded", "a\"\n\xf0\x9f\x98\x80\xef\xbf\xbd",
      ANNOTATED("[{\\'type\\':\\'ScalingActive\\',\\'reason\\':\\'Invalid\\\\u0053elector\\',"
                "\\'message\\':\\'a\\\\\\'\\\\n\\\\ud83d\\\\ude00\\\\ud83d\\'}]"), V1 },

    { "v1 empty text", "annotation", "error", BAD_JSON "unexpected end of JSON input", ANNOTATED(""), V1 },
    { "v1 null annotation", "annotation", "error", BAD_JSON "unexpected end of JSON input",
      "'metadata':{'annotations':{'autoscaling.alpha.kubernetes.io/conditions':null}}", V1 },
    { "v1 no JSON", "annotation", "error",
      BAD_JSON "invalid character 'x' looking for beginning of value", ANNOTATED("xyz"), V1 },
    { "v1 exponents", "annotation", "error", BAD_JSON "unexpected end of JSON input",
      ANNOTATED("[{\\'a\\':[1e+5,1E-2,0.5e7,-3E0]},"), V1 },
    { "v1 exponent without digits", "annotation", "error",
      BAD_JSON "invalid character ']' in numeric literal", ANNOTATED("[1e+]"), V1 },
    { "v1 cut in a word", "annotation", "error",
      BAD_JSON "unexpected end of JSON input", ANNOTATED("[nul"), V1 },
    { "v1 cut between words", "annotation", "error", BAD_JSON "unexpected end of JSON input",
      ANNOTATED("[null,"), V1 },
    { "v1 cut in a string", "annotation", "error", BAD_JSON "unexpected end of JSON input",
      ANNOTATED("[{\\'a"), V1 },
    { "v1 bad escape", "annotation", "error",
      BAD_JSON "invalid escape sequence `\\q` in string", ANNOTATED("[\\'\\\\q\\']"), V1 },
    { "v1 bad number", "annotation", "error",
      BAD_JSON "invalid character ']' in numeric literal", ANNOTATED("[1.]"), V1 },
    { "v1 leading zero", "annotation", "error",
      BAD_JSON "invalid character '1' after array element", ANNOTATED("[01]"), V1 },
    { "v1 no key", "annotation", "error",
      BAD_JSON "invalid character '}' looking for beginning of object key string",
      ANNOTATED("[{\\'a\\':1,}]"), V1 },
    { "v1 no colon", "annotation", "error", BAD_JSON "invalid character ',' after object key",
      ANNOTATED("[{\\'a\\',1}]"), V1 },
    { "v1 no comma", "annotation", "error",
      BAD_JSON "invalid character ']' after object key:value pair", ANNOTATED("[{\\'a\\':1]"), V1 },
    { "v1 more behind it", "annotation", "error",
      BAD_JSON "invalid character 'é' after top-level value", ANNOTATED("[] é"), V1 },
    { "v1 no list", "annotation", "error",
      BAD_JSON "json: cannot unmarshal object into Go value of type []health.hpaCondition",
      ANNOTATED("{}"), V1 },
    { "v1 no object", "annotation", "error",
      BAD_JSON "json: cannot unmarshal number into .0 of type health.hpaCondition",
      ANNOTATED("[1]"), V1 },
    { "v1 a place further on", "annotation", "error",
      BAD_JSON "json: cannot unmarshal array into Go struct field .2.Type of type string",
      ANNOTATED("[{},null,{\\'T\\\\u0079pe\\':[1]}]"), V1 },
    { "v1 the first wrong type", "annotation", "error",
      BAD_JSON "json: cannot unmarshal bool into Go struct field .0.status of type string",
      ANNOTATED("[{\\'status\\':true,\\'type\\':5},7]"), V1 },
};
/* clang-format on */

int main(void) {
    return NATIVE_RUN("autoscaling", "HorizontalPodAutoscaler", "autoscaling/v2", cases);
}
