/*
** The routes of the API: one table, from which requests are served and /v1/openapi.json is made.
*/
#ifndef VITALS_SERVER_ROUTES_H
#define VITALS_SERVER_ROUTES_H

#include "server/http/visit.h"

/* A value of a query. */
typedef struct vt_route_query {
    const char *name, *about;
} vt_route_query;

typedef enum vt_route_body {
    VT_BODY_NONE,
    VT_BODY_SMALL,  /* a token */
    VT_BODY_TRIAL,  /* a rule and an object */
    VT_BODY_OBJECTS /* up to the limit http_body_bytes */
} vt_route_body;

enum {
    VT_ROUTE_OPEN = 1,  /* needs no login */
    VT_ROUTE_WRITE = 2, /* changes what is shown: only those who see everything may */
};

struct vt_route {
    vt_http_method method;
    const char *path; /* with {names} for segments */
    void (*answer)(vt_visit *visit);
    const char *about;
    const vt_route_query *queries; /* ends with a NULL name; NULL: none */
    const char *schema; /* of the answer, in the document's components; NULL: `type` says all */
    const char *type;
    vt_route_body body;
    unsigned flags;
};

/* Ends with a NULL path. */
extern const vt_route vt_routes[];

/* The route of a method and a path; its parameters go into the visit. NULL: there is none, and
** `*other_method` says whether there is one with another method. */
const vt_route *vt_route_find(vt_visit *visit, vt_http_method method, vt_text path,
                              bool *other_method);

/* The handlers. */
void vt_answer_assess(vt_visit *visit);
void vt_answer_eval(vt_visit *visit);
void vt_answer_openapi(vt_visit *visit);
void vt_answer_healthz(vt_visit *visit);
void vt_answer_readyz(vt_visit *visit);
void vt_answer_session(vt_visit *visit);
void vt_answer_login(vt_visit *visit);
void vt_answer_put_objects(vt_visit *visit);
void vt_answer_events_in(vt_visit *visit);
void vt_answer_summary(vt_visit *visit);
void vt_answer_applications(vt_visit *visit);
void vt_answer_application(vt_visit *visit);
void vt_answer_resources(vt_visit *visit);
void vt_answer_resource(vt_visit *visit);
void vt_answer_object(vt_visit *visit);
void vt_answer_history(vt_visit *visit);
void vt_answer_application_history(vt_visit *visit);
void vt_answer_changes_at(vt_visit *visit);
void vt_answer_rules(vt_visit *visit);
void vt_answer_events(vt_visit *visit);
void vt_answer_metrics(vt_visit *visit);
void vt_answer_badge(vt_visit *visit);

#endif
