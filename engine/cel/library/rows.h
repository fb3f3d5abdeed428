/* Short names for the tables of functions. Only files that define a table include this. */
#ifndef VITALS_CEL_ROWS_H
#define VITALS_CEL_ROWS_H

#include "cel/function.h"

/* Types of arguments and results. */
#define ANY &vt_cel_dyn
#define BOOL &vt_cel_bool
#define INT &vt_cel_int
#define UINT &vt_cel_uint
#define DOUBLE &vt_cel_double
#define STRING &vt_cel_string
#define BYTES &vt_cel_bytes
#define TIMESTAMP &vt_cel_timestamp
#define DURATION &vt_cel_duration
#define A &vt_cel_a
#define B &vt_cel_b
#define LIST_A &vt_cel_list_a
#define MAP_A_B &vt_cel_map_a_b
#define TYPE_A &vt_cel_type_a
#define OPTIONAL_A &vt_cel_optional_a
#define LIST(element) &vt_cel_list_##element
#define IP &vt_cel_ip
#define CIDR &vt_cel_cidr
#define QUANTITY &vt_cel_quantity_type
#define SEMVER &vt_cel_semver_type
#define URL &vt_cel_url_type
#define NAMED_FORMAT &vt_cel_named_format_type

#define ALL VT_CEL_IN_ALL
#define FLUX VT_CEL_IN_FLUX
#define SPEC VT_CEL_IN_SPEC
#define STANDARD VT_CEL_IN_STANDARD
#define OCM VT_CEL_IN_OCM
#define KRO VT_CEL_IN_KRO
#define KUBERNETES VT_CEL_IN_KUBERNETES
#define SINCE(minor) VT_CEL_IN_SINCE(minor)
/* All that have any library besides the standard one. */
#define EXTENDED (ALL & ~STANDARD)
#define MEMBER VT_CEL_MEMBER

#define COST_CALL VT_CEL_COST_CALL
#define COST_READS VT_CEL_COST_READS
#define COST_WRITES VT_CEL_COST_WRITES
#define COST_NUMBER VT_CEL_COST_NUMBER
#define COST_COPIES VT_CEL_COST_COPIES
#define COST_ELEMENTS VT_CEL_COST_ELEMENTS
#define COST_SPLITS VT_CEL_COST_SPLITS
#define COST_COMPARES VT_CEL_COST_COMPARES
#define COST_PAIRS VT_CEL_COST_PAIRS
#define COST_LOOKUP VT_CEL_COST_LOOKUP
#define COST_FORMAT VT_CEL_COST_FORMAT
#define COST_ZONE VT_CEL_COST_ZONE
#define COST_PATTERN VT_CEL_COST_PATTERN

#define VT_CEL_END                                                                                 \
    { .name = NULL }

#endif
