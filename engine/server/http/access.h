/*
** Who sees what: the file of `--access` gives groups and users what they see.
**
**     rules:
**       - groups: [platform]                 everything
**       - groups: [shop]                     what all lists that are given agree on
**         users: [alice]
**         clusters: [prod]
**         namespaces: [shop]
**         projects: [shop]                   of Argo CD
**         applications: [shop/web]
**
** The first rule that names the user or one of the groups decides. Who is named by none sees nothing.
*/
#ifndef VITALS_SERVER_ACCESS_H
#define VITALS_SERVER_ACCESS_H

#include "server/state.h"

/* Read the file and make the audience that sees everything. Errors: VITALS_ECONFIG with a diagnostic,
** VITALS_ENOMEM. */
vitals_status vt_access_new(vt_server *server, vitals_diagnostics *diagnostics);
void vt_access_free(vt_server *server);

/* What a user sees. NULL: nothing, and `*named` is false; or there is no memory. */
vt_audience *vt_access_audience(vt_server *server, vt_text user, vt_text groups, bool *named);

#endif
