/* Kinds of Kubernetes that Argo CD has no check of, row by row. */
#include "unit/native/cases.h"

/* ------------------------------------------------------------- Node */

#define READY                                                                                      \
    "{'type':'Ready','status':'True','reason':'KubeletReady','message':'kubelet is posting ready " \
    "status'}"

/* clang-format off */
static const native_case nodes[] = {
    { "the cloud provider is not done", "1-uninitialized", "Progressing",
      "Waiting for the cloud provider to initialize the node",
      "'spec':{'taints':[{'key':'node.cloudprovider.kubernetes.io/uninitialized','effect':'NoSchedule'}]},"
      "'status':{'conditions':[" READY "]}" },
    { "no status", "2-no-ready-condition", "Progressing", "Waiting for the kubelet to report", "" },
    { "other conditions", "2-no-ready-condition", "Progressing", "Waiting for the kubelet to report",
      "'status':{'conditions':[{'type':'DiskPressure','status':'True'}]}" },
    { "not ready", "3-not-ready", "Degraded", "cni plugin not initialized",
      "'status':{'conditions':[{'type':'Ready','status':'False','reason':'KubeletNotReady',"
      "'message':'cni plugin not initialized'}]}" },
    { "unknown", "3-not-ready", "Degraded", "NodeStatusUnknown",
      "'status':{'conditions':[{'type':'Ready','status':'Unknown','reason':'NodeStatusUnknown'}]}" },
    { "not ready and silent", "3-not-ready", "Degraded", "Node is not ready",
      "'status':{'conditions':[{'type':'Ready','status':'False'}]}" },
    { "not ready before cordoned", "3-not-ready", "Degraded", "Node is not ready",
      "'spec':{'unschedulable':true},'status':{'conditions':[{'type':'Ready','status':'False'}]}" },
    { "disk", "4-problem", "Degraded", "DiskPressure: kubelet has disk pressure",
      "'status':{'conditions':[{'type':'DiskPressure','status':'True','reason':'KubeletHasDiskPressure',"
      "'message':'kubelet has disk pressure'}," READY "]}" },
    { "memory", "4-problem", "Degraded", "MemoryPressure: KubeletHasInsufficientMemory",
      "'status':{'conditions':[" READY ",{'type':'MemoryPressure','status':'True',"
      "'reason':'KubeletHasInsufficientMemory'}]}" },
    { "processes", "4-problem", "Degraded", "PIDPressure: True",
      "'status':{'conditions':[" READY ",{'type':'PIDPressure','status':'True'}]}" },
    { "network before memory", "4-problem", "Degraded", "NetworkUnavailable: no routes",
      "'status':{'conditions':[" READY ",{'type':'MemoryPressure','status':'True'},"
      "{'type':'NetworkUnavailable','status':'True','message':'no routes'}]}" },
    { "the kernel", "4-problem", "Degraded", "KernelDeadlock: task docker:7 blocked",
      "'status':{'conditions':[" READY ",{'type':'KernelDeadlock','status':'True',"
      "'message':'task docker:7 blocked'}]}" },
    { "the file system", "4-problem", "Degraded", "ReadonlyFilesystem: FilesystemIsReadOnly",
      "'status':{'conditions':[" READY ",{'type':'ReadonlyFilesystem','status':'True',"
      "'reason':'FilesystemIsReadOnly'}]}" },
    { "problem before cordoned", "4-problem", "Degraded", "DiskPressure: True",
      "'spec':{'unschedulable':true},'status':{'conditions':[" READY ",{'type':'DiskPressure','status':'True'}]}" },
    { "cordoned", "5-unschedulable", "Suspended", "Node is cordoned: it gets no new pods",
      "'spec':{'unschedulable':true},'status':{'conditions':[" READY "]}" },
    { "ready", "6-ready", "Healthy", "kubelet is posting ready status",
      "'spec':{'taints':[{'key':'node-role.kubernetes.io/control-plane'},null]},'status':{'conditions':["
      "{'type':'MemoryPressure','status':'False'}," READY "]}" },
    { "ready and silent", "6-ready", "Healthy", "Node is ready",
      "'spec':{'unschedulable':null},'status':{'conditions':[{'type':'Ready','status':'True'}]}" },
    { "cordoned by a text", "conversion", "error", "cannot read this Node: .spec.unschedulable is a string, not a boolean",
      "'spec':{'unschedulable':'true'},'status':{'conditions':[" READY "]}" },
    { "a taint is a number", "conversion", "error", "cannot read this Node: .spec.taints[1] is a number, not a mapping",
      "'spec':{'taints':[null,5]},'status':{'conditions':[" READY "]}" },
    { "conditions are a boolean", "conversion", "error", "cannot read this Node: .status.conditions is a boolean, not a list",
      "'status':{'conditions':true}" },
    { "a status of a condition is a boolean", "conversion", "error",
      "cannot read this Node: .status.conditions[0].status is a boolean, not a string",
      "'status':{'conditions':[{'type':'Ready','status':true}]}" },
    { "another version", "6-ready", "Healthy", "Node is ready",
      "'spec':{'taints':5},'status':{'conditions':[{'type':'Ready','status':'True'}]}", "v2" },
};
/* clang-format on */

/* ------------------------------------------------------------- Namespace */

/* clang-format off */
static const native_case namespaces[] = {
    { "active", "1-active", "Healthy", "Namespace is active", "'status':{'phase':'Active'}" },
    { "terminating", "2-terminating", "Progressing", "Namespace is being deleted",
      "'status':{'phase':'Terminating'}" },
    { "content remains", "2-terminating", "Progressing", "Some resources are remaining: pods. has 2 resource instances",
      "'status':{'phase':'Terminating','conditions':[{'type':'NamespaceContentRemaining','status':'True',"
      "'reason':'SomeResourcesRemain','message':'Some resources are remaining: pods. has 2 resource instances'}]}" },
    { "failures first", "2-terminating", "Progressing", "DiscoveryFailed",
      "'status':{'phase':'Terminating','conditions':[{'type':'NamespaceFinalizersRemaining','status':'True','message':'a'},"
      "{'type':'NamespaceDeletionDiscoveryFailure','status':'True','reason':'DiscoveryFailed'}]}" },
    { "what is not so", "2-terminating", "Progressing", "b",
      "'status':{'phase':'Terminating','conditions':[{'type':'NamespaceDeletionContentFailure','status':'False','message':'a'},"
      "{'type':'NamespaceFinalizersRemaining','status':'True','message':'b'}]}" },
    { "no status", "3-no-phase", "Progressing", "Waiting for the namespace to be created", "" },
    { "phase is a number", "conversion", "error", "cannot read this Namespace: .status.phase is a number, not a string",
      "'status':{'phase':1}" },
};
/* clang-format on */

/* ------------------------------------------------------------- PersistentVolume */

/* clang-format off */
static const native_case volumes[] = {
    { "available", "1-available", "Healthy", "PersistentVolume is available", "'status':{'phase':'Available'}" },
    { "bound", "2-bound", "Healthy", "PersistentVolume is bound", "'status':{'phase':'Bound'}" },
    { "kept", "3-released-and-kept", "Healthy", "The claim is deleted, and the policy Retain keeps the data",
      "'spec':{'persistentVolumeReclaimPolicy':'Retain'},'status':{'phase':'Released'}" },
    { "released", "4-released", "Progressing", "The claim is deleted: waiting to be reclaimed",
      "'spec':{'persistentVolumeReclaimPolicy':'Delete'},'status':{'phase':'Released'}" },
    { "released without a policy", "4-released", "Progressing", "The claim is deleted: waiting to be reclaimed",
      "'status':{'phase':'Released'}" },
    { "failed", "5-failed", "Degraded", "disk is in use",
      "'status':{'phase':'Failed','message':'disk is in use','reason':'VolumeFailedDelete'}" },
    { "failed with a reason", "5-failed", "Degraded", "VolumeFailedDelete",
      "'status':{'phase':'Failed','reason':'VolumeFailedDelete'}" },
    { "failed silently", "5-failed", "Degraded", "PersistentVolume could not be reclaimed",
      "'spec':{'persistentVolumeReclaimPolicy':'Retain'},'status':{'phase':'Failed'}" },
    { "pending", "6-pending", "Progressing", "Waiting for the PersistentVolume to become available",
      "'status':{'phase':'Pending'}" },
    { "no status", "6-pending", "Progressing", "Waiting for the PersistentVolume to become available", "" },
    { "capacity is a word", "conversion", "error",
      "cannot read this PersistentVolume: .spec.capacity.storage is a string, not a quantity",
      "'spec':{'capacity':{'storage':'lots'}},'status':{'phase':'Bound'}" },
};
/* clang-format on */

/* ------------------------------------------------------------- CertificateSigningRequest */

/* clang-format off */
static const native_case requests[] = {
    { "failed", "1-failed", "Degraded", "usage is not allowed",
      "'status':{'conditions':[{'type':'Approved','status':'True'},"
      "{'type':'Failed','status':'True','reason':'SignerValidationFailure','message':'usage is not allowed'}]}" },
    { "failed silently", "1-failed", "Degraded", "The signer could not issue the certificate",
      "'status':{'conditions':[{'type':'Failed','status':'True'}]}" },
    { "denied", "2-denied", "Degraded", "AutoDenied",
      "'status':{'conditions':[{'type':'Denied','status':'True','reason':'AutoDenied'}]}" },
    { "denied silently", "2-denied", "Degraded", "The request was denied",
      "'status':{'conditions':[{'type':'Denied','status':'True'}]}" },
    { "issued", "3-issued", "Healthy", "The certificate is issued",
      "'status':{'certificate':'LS0t','conditions':[{'type':'Approved','status':'True'},"
      "{'type':'Denied','status':'False'}]}" },
    { "approved", "4-approved", "Progressing", "Approved: waiting for the signer",
      "'status':{'certificate':'','conditions':[{'type':'Approved','status':'True','reason':'AutoApproved'}]}" },
    { "no status", "5-pending", "Progressing", "Waiting for approval", "" },
    { "not approved", "5-pending", "Progressing", "Waiting for approval",
      "'status':{'conditions':[{'type':'Approved','status':'False'}]}" },
    { "the certificate is a number", "conversion", "error",
      "cannot read this CertificateSigningRequest: .status.certificate is a number, not base64",
      "'status':{'certificate':1}" },
    { "of v1beta1", "3-issued", "Healthy", "The certificate is issued",
      "'spec':{'extra':{'a':['b']}},'status':{'certificate':'LS0t'}", "certificates.k8s.io/v1beta1" },
    { "a condition of v1beta1 is a text", "conversion", "error",
      "cannot read this CertificateSigningRequest: .status.conditions[0] is a string, not a mapping",
      "'status':{'conditions':['Approved']}", "certificates.k8s.io/v1beta1" },
};
/* clang-format on */

/* ------------------------------------------------------------- ReplicationController */

/* clang-format off */
static const native_case controllers[] = {
    { "not observed", "1-observed-generation", "Progressing",
      "Waiting for the controller to observe the newest generation",
      "'metadata':{'generation':2},'status':{'observedGeneration':1}" },
    { "just created", "1-observed-generation", "Progressing",
      "Waiting for the controller to observe the newest generation", "'metadata':{'generation':1}" },
    { "failure", "2-replica-failure", "Degraded", "pods is forbidden: exceeded quota",
      "'spec':{'replicas':1},'status':{'availableReplicas':1,'conditions':[{'type':'ReplicaFailure','status':'True',"
      "'reason':'FailedCreate','message':'pods is forbidden: exceeded quota'}]}" },
    { "failure with a reason", "2-replica-failure", "Degraded", "FailedCreate",
      "'status':{'conditions':[{'type':'ReplicaFailure','status':'True','reason':'FailedCreate'}]}" },
    { "failure in silence", "2-replica-failure", "Degraded", "A pod could not be created",
      "'status':{'conditions':[{'type':'ReplicaFailure','status':'True'}]}" },
    { "some", "3-available", "Progressing", "1 of 3 replicas are available",
      "'spec':{'replicas':3},'status':{'availableReplicas':1,'conditions':[{'type':'ReplicaFailure','status':'False'}]}" },
    { "one is the default", "3-available", "Progressing", "0 of 1 replicas are available", "" },
    { "all", "4-healthy", "Healthy", "3 of 3 replicas are available",
      "'metadata':{'generation':2},'spec':{'replicas':3},'status':{'observedGeneration':2,'availableReplicas':3}" },
    { "replicas are a text", "conversion", "error",
      "cannot read this ReplicationController: .spec.replicas is a string, not an integer", "'spec':{'replicas':'0'}" },
    { "none are wanted", "4-healthy", "Healthy", "0 of 0 replicas are available", "'spec':{'replicas':0}" },
};
/* clang-format on */

/* ------------------------------------------------------------- ResourceQuota */

/* clang-format off */
static const native_case quotas[] = {
    { "no status", "1-not-calculated", "Progressing", "Waiting for the quota to be calculated",
      "'spec':{'hard':{'pods':'10'}}" },
    { "one is missing", "1-not-calculated", "Progressing", "Waiting for the quota to be calculated",
      "'spec':{'hard':{'pods':'10','secrets':'3'}},'status':{'hard':{'pods':'10'},'used':{'pods':'1'}}" },
    { "raised", "1-not-calculated", "Progressing", "Waiting for the quota to be calculated",
      "'spec':{'hard':{'pods':'20'}},'status':{'hard':{'pods':'10'},'used':{'pods':'1'}}" },
    { "lowered", "1-not-calculated", "Progressing", "Waiting for the quota to be calculated",
      "'spec':{'hard':{'pods':'5'}},'status':{'hard':{'pods':'10'},'used':{'pods':'1'}}" },
    { "too many", "2-exceeded", "Degraded", "pods: 12 of 10 used",
      "'spec':{'hard':{'pods':'10'}},'status':{'hard':{'pods':'10'},'used':{'pods':'12'}}" },
    { "exceeded before exhausted", "2-exceeded", "Degraded", "requests.memory: 3Gi of 2048Mi used",
      "'spec':{'hard':{'pods':'10','requests.memory':'2048Mi'}},"
      "'status':{'hard':{'pods':'10','requests.memory':'2048Mi'},'used':{'pods':'10','requests.memory':'3Gi'}}" },
    { "used up", "3-exhausted", "Healthy", "requests.cpu: 2000m of 2 used",
      "'spec':{'hard':{'requests.cpu':'2'}},'status':{'hard':{'requests.cpu':'2'},'used':{'requests.cpu':'2000m'}}" },
    { "numbers", "3-exhausted", "Healthy", "pods: 10 of 10 used",
      "'spec':{'hard':{'pods':10}},'status':{'hard':{'pods':10},'used':{'pods':10.0}}" },
    { "a tenth is a tenth", "3-exhausted", "Healthy", "cpu: 0.1 of 100m used",
      "'spec':{'hard':{'cpu':'0.1'}},'status':{'hard':{'cpu':'100m'},'used':{'cpu':'0.1'}}" },
    { "every suffix", "4-within", "Healthy", "Within the quota",
      "'spec':{'hard':{'a':'1n','b':'1u','c':'1m','d':'1k','e':'1M','f':'1G','g':'1T','h':'1P','i':'1E','j':'1Ki',"
      "'k':'1Mi','l':'1Gi','m':'1Ti','n':'1Pi','o':'1Ei','p':'1e3'}},"
      "'status':{'hard':{'a':'0.001u','b':'0.001m','c':'0.001','d':'1000','e':'1000k','f':'1000M','g':'1000G',"
      "'h':'1000T','i':'1000P','j':'1024','k':'1024Ki','l':'1024Mi','m':'1024Gi','n':'1024Ti','o':'1024Pi',"
      "'p':'1k'},'used':{'a':'0','b':'0.9u','c':'900u','d':'999','e':'999k','f':'999M','g':'999G','h':'999T',"
      "'i':'999P','j':'1023','k':'1023Ki','l':'1023Mi','m':'1023Gi','n':'1023Ti','o':'1023Pi','p':'999'}}" },
    { "nothing is allowed", "4-within", "Healthy", "Within the quota",
      "'spec':{'hard':{'services.loadbalancers':'0'}},"
      "'status':{'hard':{'services.loadbalancers':'0'},'used':{'services.loadbalancers':'0'}}" },
    { "no spec", "4-within", "Healthy", "Within the quota", "'status':{'hard':{'pods':'10'},'used':{}}" },
    { "what is not a quantity", "conversion", "error",
      "cannot read this ResourceQuota: .spec.hard.pods is a string, not a quantity", "'spec':{'hard':{'pods':'ten'}}" },
    { "use that is not a quantity", "conversion", "error",
      "cannot read this ResourceQuota: .status.used.pods is a list, not a quantity",
      "'status':{'hard':{'pods':'5'},'used':{'pods':[]}}" },
    { "no quantities in another version", "4-within", "Healthy", "Within the quota",
      "'spec':{'hard':{'pods':'ten'}},'status':{'hard':{'pods':'ten','a':true,'b':'5','c':'.Pi'},"
      "'used':{'pods':'1x','a':[],'b':' ','c':'.Pi'}}", "v2" },
};
/* clang-format on */

/* Argo CD shows no health for them. */
static void are_not_argocds(void **state) {
    (void)state;
    size_t count = 0;
    for (const vt_native_check *check; (check = vt_native_at(count)) != NULL; count++) {
        bool argocd = vt_native_find_argocd(check->group, check->kind) != NULL;
        assert_int_equal(argocd, !check->further);
    }
    assert_null(vt_native_find_argocd(VT_TEXT(""), VT_TEXT("Node")));
    assert_null(vt_native_find_argocd(VT_TEXT(""), VT_TEXT("ConfigMap")));
    assert_non_null(vt_native_find_argocd(VT_TEXT(""), VT_TEXT("Pod")));
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(are_not_argocds) };
    return NATIVE_RUN("", "Node", "v1", nodes) + NATIVE_RUN("", "Namespace", "v1", namespaces) +
           NATIVE_RUN("", "PersistentVolume", "v1", volumes) +
           NATIVE_RUN("certificates.k8s.io", "CertificateSigningRequest", "certificates.k8s.io/v1",
                      requests) +
           NATIVE_RUN("", "ReplicationController", "v1", controllers) +
           NATIVE_RUN("", "ResourceQuota", "v1", quotas) +
           cmocka_run_group_tests(tests, NULL, NULL);
}
