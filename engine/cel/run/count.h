/*
** What cel-go counts while it evaluates, for environments whose programs limit that. It is not the cost of
** meter.h, which limits the work of vitals: a fixed number for each call, whatever it took.
*/
#ifndef VITALS_CEL_COUNT_H
#define VITALS_CEL_COUNT_H

#include "cel/run/program.h"

/* K8S: k8s.io/apiserver v0.37.2, pkg/apis/cel/config.go, PerCallLimit: of one evaluation. */
#define VT_CEL_MOST_COUNTED UINT64_C(1000000)

/* How a call is counted: an index of rules in count.c, from 1; 0: not at all. `row` is the only overload that the
** checker found, or NULL. */
uint8_t vt_cel_count_rule_of(const vt_cel_rules *rules, vt_text name, const vt_cel_function *row);
/* The same for `e in list`, when the list is constant. */
bool vt_cel_count_is_set(const vt_cel_rules *rules, const vt_cel_function *row, vt_cel_value list);

/* Count a call that was made; the evaluation is stopped at the limit. */
void vt_cel_count_call(vt_cel_state *state, const vt_cel_step *step, const vt_cel_value *arguments,
                       uint32_t count, vt_cel_value result);
/* The same for == and !=. */
void vt_cel_count_equal(vt_cel_state *state, bool negated, vt_cel_value left, vt_cel_value right);
/* Count so many units. */
void vt_cel_count(vt_cel_state *state, uint64_t units);

#endif
