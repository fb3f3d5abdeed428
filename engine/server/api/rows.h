/* Rows of resources and applications as JSON, the same in lists, details and events. */
#ifndef VITALS_SERVER_ROWS_H
#define VITALS_SERVER_ROWS_H

#include "server/api/status.h"
#include "server/http/visit.h"

/* Seven figures from figures by health. */
void vt_json_add_counts(vt_json_writer *writer, const char *name,
                        const uint64_t by_health[VITALS_HEALTH_COUNT]);

/* The members of a resource's row. Its application is the primary one. */
void vt_row_write(vt_audience *audience, const vitals_live_row *row, vt_json_writer *writer);
/* The members of an application's row. */
void vt_application_write(vt_audience *audience, const vitals_live_application *application,
                          vt_json_writer *writer);
/* The members of an entry of the summary's clusters. */
void vt_cluster_write(vt_audience *audience, const vt_source *source, vt_json_writer *writer);
/* The member `removed` of something that is gone. */
void vt_removed_write(vt_audience *audience, bool application, vitals_live_id id,
                      vt_json_writer *writer);

/* The namespace of an application as the API writes it. */
vt_text vt_application_namespace(const vt_source *source, const vitals_live_application_key *key);
const char *vt_application_kind(vitals_live_manager manager);
/* The application of these names; `kind` may be absent. 0: none. */
vitals_live_id vt_application_find(vt_audience *audience, const vt_source *source,
                                   vt_text namespace_, vt_text name, vt_text kind);
/* The source that the first parameter of a path names, as far as the audience sees it. NULL: it was answered. */
vt_source *vt_visit_source(vt_visit *visit);
/* The application that the first three name. false: it was answered. */
bool vt_visit_application(vt_visit *visit, vitals_live_application *out);
/* The row with this id. 0: none. */
vitals_live_id vt_row_find_id(vt_audience *audience, const vt_source *source, vt_text id);
/* The deepest row that makes an application what it is. false: none does, or it needs no attention. */
bool vt_application_cause(vt_audience *audience, const vitals_live_application *application,
                          vitals_live_row *out);
/* The deepest unhealthy row below `row`, or itself. */
vitals_live_id vt_row_cause(vt_audience *audience, vitals_live_id row);

#endif
