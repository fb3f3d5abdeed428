/* The kinds of Kubernetes itself and the groups that are widely known, for judging keys. */
#ifndef VITALS_LINT_KINDS_H
#define VITALS_LINT_KINDS_H

#include "base/text.h"

/* Whether Kubernetes itself serves the kind; the core group is empty. */
bool vt_lint_is_built_in(vt_text group, vt_text kind);
/* Whether Kubernetes itself serves the group. */
bool vt_lint_is_built_in_group(vt_text group);
/* Whether the group is one of Kubernetes or of a kind that Argo CD bundles a check for. */
bool vt_lint_is_known_group(vt_text group);
/* The group that a kind of Kubernetes lives in, or that of the one well-known kind of this name;
** absent when there is none or when it is not clear. */
vt_text vt_lint_group_of_kind(vt_text kind);
/* The known group that is nearest to a wrong one; absent when none is near. */
vt_text vt_lint_nearest_group(vt_text group);
/* The known kind of a group that is nearest to a wrong one; absent when none is near, and when it
** is known itself. */
vt_text vt_lint_nearest_kind(vt_text group, vt_text kind);
/* Whether Argo CD has a check in Go for the kind. */
bool vt_lint_has_native(vt_text group, vt_text kind);
/* All known kinds, those of Kubernetes first; false past the end. */
bool vt_lint_kind_at(size_t index, vt_text *group, vt_text *kind);

#endif
