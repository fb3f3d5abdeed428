/* The schemas of the API's answers, as OpenAPI 3.1 has them. */
#include "server/api/schemas.h"

#include <stddef.h>

#define STRING "{\"type\":\"string\"}"
#define TIME "{\"type\":\"string\",\"format\":\"date-time\"}"
#define COUNT "{\"type\":\"integer\",\"minimum\":0}"
#define BOOLEAN "{\"type\":\"boolean\"}"
#define REFERENCE(name) "{\"$ref\":\"#/components/schemas/" name "\"}"
#define LIST(item) "{\"type\":\"array\",\"items\":" item "}"

#define PAGE(item)                                                                                 \
    "{\"type\":\"object\",\"properties\":{\"eventId\":" STRING ",\"asOf\":" TIME                   \
    ",\"total\":" COUNT ",\"next\":" STRING                                                        \
    ",\"items\":" LIST(REFERENCE(item)) "},\"required\":[\"eventId\",\"total\","                   \
                                        "\"items\"]}"

const vt_schema vt_schemas[] = {
    { "Status", "{\"enum\":[\"Healthy\",\"Progressing\",\"Degraded\",\"Suspended\",\"Missing\","
                "\"Unknown\",\"Unassessed\"]}" },
    { "Counts", "{\"type\":\"array\",\"description\":\"In the order of Status.\",\"minItems\":7,"
                "\"maxItems\":7,\"items\":" COUNT "}" },
    { "Problem", "{\"type\":\"object\",\"properties\":{\"type\":" STRING ",\"title\":" STRING
                 ",\"status\":{\"type\":\"integer\"},\"detail\":" STRING
                 "},\"required\":[\"type\",\"title\",\"status\"]}" },
    { "Token",
      "{\"type\":\"object\",\"properties\":{\"token\":" STRING "},\"required\":[\"token\"]}" },
    { "Trial",
      "{\"type\":\"object\",\"properties\":{\"language\":{\"enum\":[\"lua\",\"cel\","
      "\"argocd-cm\"]},\"script\":" STRING ",\"object\":{\"description\":\"A map, or text in "
      "JSON or YAML.\"}},\"required\":[\"language\",\"script\",\"object\"]}" },
    { "Explanation",
      "{\"type\":\"object\",\"description\":\"As vitals explain -o json prints it.\"}" },
    { "Session", "{\"type\":\"object\",\"properties\":{\"login\":" BOOLEAN ",\"user\":" STRING
                 "},\"required\":[\"login\"]}" },
    { "Verdict", "{\"type\":\"object\",\"description\":\"A line of vitals assess -o ndjson, or "
                 "{error: …} for input that could not be read.\"}" },
    { "Cause", "{\"type\":\"object\",\"description\":\"The deepest resource that is the reason.\","
               "\"properties\":{\"k\":" STRING ",\"n\":" STRING ",\"ns\":" STRING ",\"m\":" STRING
               ",\"uid\":" STRING "}}" },
    { "Delivery", "{\"type\":\"object\",\"properties\":{\"s\":" STRING ",\"m\":" STRING
                  ",\"rev\":" STRING ",\"wanted\":" STRING "}}" },
    { "Application",
      "{\"type\":\"object\",\"properties\":{\"c\":" STRING ",\"ns\":" STRING ",\"n\":" STRING
      ",\"k\":{\"enum\":[\"Application\",\"Kustomization\",\"HelmRelease\",\"App\"]},"
      "\"project\":" STRING ",\"s\":" REFERENCE("Status") ",\"raw\":" REFERENCE(
          "Status") ",\"until\":" TIME ",\"since\":" TIME ",\"atLeast\":" BOOLEAN
                    ",\"w\":" REFERENCE("Cause") ",\"counts\":" REFERENCE(
                        "Counts") ",\"incomplete\":" STRING
                                  ",\"delivery\":" REFERENCE(
                                      "Delivery") ",\"sky\":{\"type\":\"string\",\"description\":"
                                                  "\"The last "
                                                  "24 hours: the worst status of each by its place "
                                                  "in "
                                                  "Counts, - where it is not "
                                                  "known.\"},\"flaps\":" COUNT
                                                  "},\"required\":[\"c\",\"ns\",\"n\",\"k\",\"s\","
                                                  "\"counts\"]}" },
    { "Resource",
      "{\"type\":\"object\",\"properties\":{\"c\":" STRING ",\"id\":" STRING ",\"g\":" STRING
      ",\"k\":" STRING ",\"ns\":" STRING ",\"n\":" STRING
      ",\"s\":" REFERENCE("Status") ",\"raw\":" REFERENCE(
          "Status") ",\"until\":" TIME ",\"m\":" STRING ",\"since\":" TIME ",\"atLeast\":" BOOLEAN
                    ",\"by\":{\"type\":\"object\",\"properties\":{\"rule\":" STRING
                    ",\"source\":" STRING "}},\"app\":" LIST(
                        STRING) ",\"own\":" STRING ",\"changed\":" TIME ",\"flaps\":" COUNT
                                "},\"required\":[\"c\",\"id\",\"g\",\"k\",\"ns\",\"n\",\"m\"]}" },
    { "Applications", PAGE("Application") },
    { "Resources", PAGE("Resource") },
    { "Change", "{\"type\":\"object\",\"properties\":{\"at\":" TIME
                ",\"s\":" REFERENCE("Status") ",\"m\":" STRING ",\"source\":" STRING "}}" },
    { "History",
      "{\"type\":\"object\",\"properties\":{\"items\":" LIST(REFERENCE(
          "Change")) ",\"recovery\":{\"type\":\"object\",\"description\":\"From Degraded to "
                     "Healthy, in seconds.\",\"properties\":{\"episodes\":" COUNT ",\"mean\":" COUNT
                     ",\"p90\":" COUNT "}}}}" },
    { "Moment",
      "{\"type\":\"object\",\"properties\":{\"from\":" TIME ",\"to\":" TIME ",\"more\":" BOOLEAN
      ",\"items\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{\"of\":{"
      "\"enum\":[\"application\",\"resource\"]},\"c\":" STRING ",\"g\":" STRING ",\"k\":" STRING
      ",\"ns\":" STRING ",\"n\":" STRING ",\"at\":" TIME ",\"was\":" STRING ",\"s\":" STRING
      ",\"m\":" STRING "}}}}}" },
    { "ApplicationDetails",
      "{\"allOf\":[" REFERENCE(
          "Application") ",{\"type\":\"object\",\"properties\":{\"resources\":{"
                         "\"type\":\"array\",\"items\":{\"allOf\":[" REFERENCE(
                             "Resource") ",{\"type\":\"object\","
                                         "\"properties\":{\"p\":{\"type\":\"integer\","
                                         "\"description\":\"The place of its owner; -1: "
                                         "none.\"},\"counted\":" BOOLEAN
                                         "}}]}},\"coverage\":{\"type\":\"object\",\"description\":"
                                         "\"What "
                                         "it may lack: coverage.schema.json.\"},"
                                         "\"history\":" LIST(REFERENCE("Change")) "}}]}" },
    { "ResourceDetails",
      "{\"allOf\":[" REFERENCE(
          "Resource") ",{\"type\":\"object\",\"properties\":{"
                      "\"why\":{\"type\":\"object\"},\"conditions\":{\"type\":\"array\"}}}]}" },
    { "Cluster",
      "{\"type\":\"object\",\"properties\":{\"c\":" STRING
      ",\"state\":{\"enum\":[\"listing\",\"live\",\"silent\",\"reconnecting\",\"unreachable\","
      "\"failed\"]},\"last\":" TIME ",\"counts\":" REFERENCE(
          "Counts") ",\"applications\":" REFERENCE("Counts") ",\"errors\":" LIST(STRING) "}}" },
    { "Summary", "{\"type\":\"object\",\"properties\":{\"eventId\":" STRING ",\"asOf\":" TIME
                 ",\"counts\":" REFERENCE("Counts") ",\"applications\":" REFERENCE(
                     "Counts") ",\"noHealth\":" COUNT ",\"rules\":" COUNT
                               ",\"clusters\":" LIST(
                                   REFERENCE("Cluster")) ",\"settings\":{\"type\":\"object\"},"
                                                         "\"limits\":{\"type\":\"array\"}}}" },
    { "Rules",
      "{\"type\":\"object\",\"properties\":{\"items\":{\"type\":\"array\",\"items\":{\"type\":"
      "\"object\",\"properties\":{\"rule\":" STRING ",\"at\":" STRING ",\"language\":" STRING
      ",\"source\":" STRING ",\"matched\":" COUNT ",\"failed\":" COUNT ",\"broken\":" STRING
      ",\"p99\":{\"type\":\"integer\",\"description\":\"Microseconds.\"},\"compared\":" COUNT
      ",\"differs\":{\"type\":\"object\",\"description\":\"Of those compared, how many another "
      "profile "
      "finds otherwise.\",\"additionalProperties\":" COUNT "},\"lint\":" LIST(STRING) "}}}}}" },
    { "Taken",
      "{\"type\":\"object\",\"properties\":{\"objects\":" COUNT ",\"errors\":" LIST(STRING) "}}" },
    { NULL, NULL },
};
