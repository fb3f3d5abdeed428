/*
** Who may see something: a bearer token from a file, a cookie that was exchanged for it, or the word of
** a proxy.
*/
#ifndef VITALS_SERVER_LOGIN_H
#define VITALS_SERVER_LOGIN_H

#include "server/http/visit.h"

/* Errors: VITALS_EREAD and VITALS_ECONFIG with a diagnostic, VITALS_ENOMEM. */
vitals_status vt_login_new(vt_server *server, vitals_diagnostics *diagnostics);
void vt_login_free(vt_server *server);

/* Whether a login is needed at all. */
bool vt_login_is_needed(const vt_server *server);
/* Whether the client of an exchange is logged in. `*user` is its name, absent when it has none; `*groups` are
** those of a proxy, separated by commas. Borrowed until the exchange ends. */
bool vt_login_check(vt_server *server, const vt_http_exchange *exchange, vt_text *user,
                    vt_text *groups);
/* Whether an address is that of a trusted proxy. */
bool vt_login_trusts(const vt_server *server, const vt_http_exchange *exchange);

#endif
