/* Until the CEL engine lands: no expression parses. */
#include "cel/cel.h"

vitals_status vt_cel_program_new(const vitals_allocator *allocator, const vitals_limits *limits, vt_text expression, vt_cel_program **out, vt_buffer *error) {
    (void)allocator, (void)limits, (void)expression, (void)out, (void)error;
    return VITALS_ESYNTAX;
}
void vt_cel_program_free(vt_cel_program *program) { (void)program; }
vitals_status vt_cel_state_new(const vitals_allocator *allocator, vt_cel_state **out) { (void)allocator; *out = NULL; return VITALS_OK; }
void vt_cel_state_free(vt_cel_state *state) { (void)state; }
void vt_cel_state_scrub(vt_cel_state *state) { (void)state; }
vitals_status vt_cel_evaluate_bool(const vt_cel_program *program, vt_cel_state *state, const vt_evaluation *evaluation, bool missing_is_false, bool *out, vt_buffer *error, const char **limit, uint64_t *cost) {
    (void)program, (void)state, (void)evaluation, (void)missing_is_false, (void)out, (void)error, (void)limit, (void)cost;
    return VITALS_ESYNTAX;
}
