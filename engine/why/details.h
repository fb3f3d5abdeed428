/*
** The lines below a cause: the number and the field that decide, and obstacles. find_details.c asks for all of them,
** details.c keeps them, facts.c the objects of the set that explain many others, requests.c what a Pod asks for; placing.c compares a Pod with
** the nodes, behind.c looks behind a cause, blocks.c at budgets, finalizers and syncs.
*/
#ifndef VITALS_WHY_DETAILS_H
#define VITALS_WHY_DETAILS_H

#include "base/number/quantity.h"
#include "why/why.h"

/* The details of one finding while they are collected. */
typedef struct vt_why_details {
    vitals_why *why;
    vt_text because; /* what the cause says */
    vt_text items[VT_WHY_MOST_DETAILS];
    size_t count;
    vt_buffer line; /* the one that is being written */
} vt_why_details;

/* The line is whole; an empty one and one too many are dropped. */
void vt_why_end_detail(vt_why_details *details);
bool vt_why_has_said(const vt_why_details *details, const char *what);

/* What Pods on a node ask for, by the resource. */
typedef struct vt_why_use {
    vt_text resource;
    vt_quantity sum;
    struct vt_why_use *next;
} vt_why_use;
typedef struct vt_why_node {
    const vitals_document *document;
    vt_why_use *use;
    struct vt_why_node *next;
} vt_why_node;

/* One walk over the set, when the first detail needs it. false: no memory. */
bool vt_why_collect_facts(vitals_why *why);
/* The objects of the namespace that are being deleted and have finalizers. */
const vt_why_item *vt_why_deleted_in(vitals_why *why, vt_text namespace_);
/* The PodDisruptionBudgets that let no Pod go, by a node that has one of their Pods. */
const vt_why_item *vt_why_budgets_of(vitals_why *why, vt_text node);
/* All of "webhooks", "StorageClass" or "APIService". */
const vt_why_item *vt_why_all_of(vitals_why *why, vt_text which);
const vt_why_item *vt_why_services_in(vitals_why *why, vt_text namespace_);
const vt_why_item *vt_why_pods_with_claim(vitals_why *why, const vitals_document *claim);
/* The Pods that a Service or a budget selects, by .spec.selector; at most `most`. */
size_t vt_why_selected_pods(vitals_why *why, const vitals_document *document,
                            const vitals_document **pods, size_t most);
/* Those that a LabelSelector in `document` selects, in its namespace. */
size_t vt_why_pods_of(vitals_why *why, const vitals_document *document, const vt_value *selector,
                      const vitals_document **pods, size_t most);
bool vt_why_is_ready(const vitals_document *pod);

/* The quantity at `name` of a map. false: there is none. */
bool vt_why_quantity(const vitals_document *document, const vt_value *map, vt_text name,
                     vt_quantity *out);
/* KUBERNETES: what the scheduler counts for a Pod: its containers or, when that is more, an init container with the
** sidecars before it, and the overhead. */
vt_quantity vt_why_request(const vitals_document *pod, vt_text resource);
/* The names of the resources that a Pod requests; at most `most`. */
size_t vt_why_requested(const vitals_document *pod, vt_text *names, size_t most);
int vt_why_compare(const vt_quantity *one, const vt_quantity *other);

/* The parts of the details. Each takes any cause. */
void vt_why_add_placing(vt_why_details *details, const vitals_document *cause);
void vt_why_add_behind(vt_why_details *details, const vitals_document *cause);
void vt_why_add_blocks(vt_why_details *details, const vitals_document *cause);

#endif
