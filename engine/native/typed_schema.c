/*
** The Go types of the natively checked kinds, generated from k8s.io/api and k8s.io/kube-aggregator
** v0.37.0 by tools/gen/typed. One TYPE is one Go struct, its fields in Go's order; a row of a field that came
** later ends with the first release of Argo CD that has it, and with the first one that has lost it.
*/
#include "native/typed_rows.h"

/* clang-format off */

static TYPE(meta_owner_reference, /* v1.OwnerReference */ 0x9e3779b1, 3, SLOTS(2,6,0,5,0,4,3,1),
    STRING("apiVersion"), STRING("kind"), STRING("name"), ALIAS("uid", "types.UID"), BOOL("controller"),
    BOOL("blockOwnerDeletion"));
static TYPE(meta_managed_fields_entry, /* v1.ManagedFieldsEntry */ 0x78dde6c5, 3, SLOTS(5,2,3,1,4,7,6,0),
    STRING("manager"), ALIAS("operation", "v1.ManagedFieldsOperationType"), STRING("apiVersion"),
    TIME("time"), STRING("fieldsType"), ANYTHING("fieldsV1"), STRING("subresource"));
static TYPE(meta_object_meta, /* v1.ObjectMeta */ 0x66889b4d, 4, SLOTS(14,3,1,13,6,10,2,5,15,11,4,0,7,9,12,8),
    STRING("name"), STRING("generateName"), STRING("namespace"), STRING("selfLink"),
    ALIAS("uid", "types.UID"), STRING("resourceVersion"), INT64("generation"), TIME("creationTimestamp"),
    TIME("deletionTimestamp"), INT64("deletionGracePeriodSeconds"), MAP_OF_STRING("labels"),
    MAP_OF_STRING("annotations"), LIST_OF_OBJECT("ownerReferences", meta_owner_reference),
    LIST_OF_STRING("finalizers"), LIST_OF_OBJECT("managedFields", meta_managed_fields_entry));
static TYPE(meta_label_selector_requirement, /* v1.LabelSelectorRequirement */ 0x3c6ef363, 2, SLOTS(1,0,2,3),
    STRING("key"), ALIAS("operator", "v1.LabelSelectorOperator"), LIST_OF_STRING("values"));
static TYPE(meta_label_selector, /* v1.LabelSelector */ 0x9e3779b1, 2, SLOTS(1,0,2,0),
    MAP_OF_STRING("matchLabels"), LIST_OF_OBJECT("matchExpressions", meta_label_selector_requirement));
static TYPE(core_host_path_volume_source, /* v1.HostPathVolumeSource */ 0x3c6ef363, 2, SLOTS(1,0,0,2),
    STRING("path"), ALIAS("type", "v1.HostPathType"));
static TYPE(core_empty_dir_volume_source, /* v1.EmptyDirVolumeSource */ 0x9e3779b1, 2, SLOTS(0,1,2,3),
    ALIAS("medium", "v1.StorageMedium"), QUANTITY("sizeLimit"), INT32("mode", VT_ARGOCD_3_6));
static TYPE(core_gce_persistent_disk_volume_source, /* v1.GCEPersistentDiskVolumeSource */ 0x9e3779b1, 3,
    SLOTS(4,0,0,2,0,3,1,0), STRING("pdName"), STRING("fsType"), INT32("partition"), BOOL("readOnly"));
static TYPE(core_aws_elastic_block_store_volume_source, /* v1.AWSElasticBlockStoreVolumeSource */ 0x9e3779b1, 3,
    SLOTS(4,0,1,2,0,3,0,0), STRING("volumeID"), STRING("fsType"), INT32("partition"), BOOL("readOnly"));
static TYPE(core_git_repo_volume_source, /* v1.GitRepoVolumeSource */ 0x17156075, 2, SLOTS(1,0,2,3),
    STRING("repository"), STRING("revision"), STRING("directory"));
static TYPE(core_key_to_path, /* v1.KeyToPath */ 0x9e3779b1, 3, SLOTS(2,0,0,4,1,0,3,0), STRING("key"),
    STRING("path"), INT32("mode"), INT64("user", VT_ARGOCD_3_6));
static TYPE(core_secret_volume_source, /* v1.SecretVolumeSource */ 0x78dde6c5, 3, SLOTS(1,2,0,4,0,0,5,3),
    STRING("secretName"), LIST_OF_OBJECT("items", core_key_to_path), INT32("defaultMode"), BOOL("optional"),
    INT64("defaultUser", VT_ARGOCD_3_6));
static TYPE(core_nfs_volume_source, /* v1.NFSVolumeSource */ 0x3c6ef363, 2, SLOTS(2,0,1,3), STRING("server"),
    STRING("path"), BOOL("readOnly"));
static TYPE(core_local_object_reference, /* v1.LocalObjectReference */ 0x9e3779b1, 1, SLOTS(0,1),
    STRING("name"));
static TYPE(core_iscsi_volume_source, /* v1.ISCSIVolumeSource */ 0x850d3e43, 4, SLOTS(0,1,8,5,4,7,0,0,0,11,6,
    3,10,0,9,2), STRING("targetPortal"), STRING("iqn"), INT32("lun"), STRING("iscsiInterface"),
    STRING("fsType"), BOOL("readOnly"), LIST_OF_STRING("portals"), BOOL("chapAuthDiscovery"),
    BOOL("chapAuthSession"), OBJECT("secretRef", core_local_object_reference), STRING("initiatorName"));
static TYPE(core_glusterfs_volume_source, /* v1.GlusterfsVolumeSource */ 0x8ff34739, 2, SLOTS(2,3,1,0),
    STRING("endpoints"), STRING("path"), BOOL("readOnly"));
static TYPE(core_persistent_volume_claim_volume_source, /* v1.PersistentVolumeClaimVolumeSource */ 0x9e3779b1, 2,
    SLOTS(2,1,0,0), STRING("claimName"), BOOL("readOnly"));
static TYPE(core_rbd_volume_source, /* v1.RBDVolumeSource */ 0x2e2ac0eb, 4, SLOTS(0,0,0,7,2,0,8,4,5,3,1,0,6,0,
    0,0), LIST_OF_STRING("monitors"), STRING("image"), STRING("fsType"), STRING("pool"), STRING("user"),
    STRING("keyring"), OBJECT("secretRef", core_local_object_reference), BOOL("readOnly"));
static TYPE(core_flex_volume_source, /* v1.FlexVolumeSource */ 0xb54cda27, 3, SLOTS(3,4,0,1,5,0,0,2),
    STRING("driver"), STRING("fsType"), OBJECT("secretRef", core_local_object_reference), BOOL("readOnly"),
    MAP_OF_STRING("options"));
static TYPE(core_cinder_volume_source, /* v1.CinderVolumeSource */ 0x9e3779b1, 3, SLOTS(3,0,1,2,0,0,4,0),
    STRING("volumeID"), STRING("fsType"), BOOL("readOnly"), OBJECT("secretRef", core_local_object_reference));
static TYPE(core_ceph_fs_volume_source, /* v1.CephFSVolumeSource */ 0xb54cda27, 3, SLOTS(5,6,2,1,0,0,4,3),
    LIST_OF_STRING("monitors"), STRING("path"), STRING("user"), STRING("secretFile"),
    OBJECT("secretRef", core_local_object_reference), BOOL("readOnly"));
static TYPE(core_flocker_volume_source, /* v1.FlockerVolumeSource */ 0x3c6ef363, 2, SLOTS(1,0,0,2),
    STRING("datasetName"), STRING("datasetUUID"));
static TYPE(core_object_field_selector, /* v1.ObjectFieldSelector */ 0x3c6ef363, 2, SLOTS(2,0,1,0),
    STRING("apiVersion"), STRING("fieldPath"));
static TYPE(core_resource_field_selector, /* v1.ResourceFieldSelector */ 0x3c6ef363, 2, SLOTS(1,0,2,3),
    STRING("containerName"), STRING("resource"), QUANTITY("divisor"));
static TYPE(core_downward_api_volume_file, /* v1.DownwardAPIVolumeFile */ 0xdaa66d13, 3, SLOTS(1,5,0,3,4,2,0,
    0), STRING("path"), OBJECT("fieldRef", core_object_field_selector),
    OBJECT("resourceFieldRef", core_resource_field_selector), INT32("mode"), INT64("user", VT_ARGOCD_3_6));
static TYPE(core_downward_api_volume_source, /* v1.DownwardAPIVolumeSource */ 0x3c6ef363, 2, SLOTS(0,2,1,3),
    LIST_OF_OBJECT("items", core_downward_api_volume_file), INT32("defaultMode"),
    INT64("defaultUser", VT_ARGOCD_3_6));
static TYPE(core_fc_volume_source, /* v1.FCVolumeSource */ 0x2e2ac0eb, 3, SLOTS(1,5,0,4,3,2,0,0),
    LIST_OF_STRING("targetWWNs"), INT32("lun"), STRING("fsType"), BOOL("readOnly"), LIST_OF_STRING("wwids"));
static TYPE(core_azure_file_volume_source, /* v1.AzureFileVolumeSource */ 0x9e3779b1, 2, SLOTS(3,0,1,2),
    STRING("secretName"), STRING("shareName"), BOOL("readOnly"));
static TYPE(core_config_map_volume_source, /* v1.ConfigMapVolumeSource */ 0x78dde6c5, 3, SLOTS(1,2,0,4,0,0,5,
    3), STRING("name"), LIST_OF_OBJECT("items", core_key_to_path), INT32("defaultMode"), BOOL("optional"),
    INT64("defaultUser", VT_ARGOCD_3_6));
static TYPE(core_vsphere_virtual_disk_volume_source, /* v1.VsphereVirtualDiskVolumeSource */ 0x9e3779b1, 3,
    SLOTS(0,4,0,2,0,1,3,0), STRING("volumePath"), STRING("fsType"), STRING("storagePolicyName"),
    STRING("storagePolicyID"));
static TYPE(core_quobyte_volume_source, /* v1.QuobyteVolumeSource */ 0xa708a7af, 3, SLOTS(0,4,0,1,3,2,6,5),
    STRING("registry"), STRING("volume"), BOOL("readOnly"), STRING("user"), STRING("group"),
    STRING("tenant"));
static TYPE(core_azure_disk_volume_source, /* v1.AzureDiskVolumeSource */ 0x538453d7, 3, SLOTS(0,0,5,1,3,6,2,
    4), STRING("diskName"), STRING("diskURI"), ALIAS("cachingMode", "v1.AzureDataDiskCachingMode"),
    STRING("fsType"), BOOL("readOnly"), ALIAS("kind", "v1.AzureDataDiskKind"));
static TYPE(core_photon_persistent_disk_volume_source, /* v1.PhotonPersistentDiskVolumeSource */ 0x9e3779b1, 2,
    SLOTS(0,2,1,0), STRING("pdID"), STRING("fsType"));
static TYPE(core_secret_projection, /* v1.SecretProjection */ 0xb54cda27, 2, SLOTS(0,3,1,2), STRING("name"),
    LIST_OF_OBJECT("items", core_key_to_path), BOOL("optional"));
static TYPE(core_downward_api_projection, /* v1.DownwardAPIProjection */ 0x9e3779b1, 1, SLOTS(1,0),
    LIST_OF_OBJECT("items", core_downward_api_volume_file));
static TYPE(core_config_map_projection, /* v1.ConfigMapProjection */ 0xb54cda27, 2, SLOTS(0,3,1,2),
    STRING("name"), LIST_OF_OBJECT("items", core_key_to_path), BOOL("optional"));
static TYPE(core_service_account_token_projection, /* v1.ServiceAccountTokenProjection */ 0xdaa66d13, 3,
    SLOTS(3,4,0,1,2,0,0,0), STRING("audience"), INT64("expirationSeconds"), STRING("path"),
    INT64("user", VT_ARGOCD_3_6));
static TYPE(core_cluster_trust_bundle_projection, /* v1.ClusterTrustBundleProjection */ 0x3188ea6d, 3,
    SLOTS(1,3,0,2,0,6,4,5), STRING("name"), STRING("signerName"),
    OBJECT("labelSelector", meta_label_selector), BOOL("optional"), STRING("path"),
    INT64("user", VT_ARGOCD_3_6));
static TYPE(core_pod_certificate_projection, /* v1.PodCertificateProjection */ 0xdaa66d13, 4, SLOTS(0,7,6,8,0,
    0,0,0,0,0,0,1,2,3,5,4), STRING("signerName"), STRING("keyType"), INT32("maxExpirationSeconds"),
    STRING("credentialBundlePath"), STRING("keyPath"), STRING("certificateChainPath"),
    MAP_OF_STRING("userAnnotations", VT_ARGOCD_3_5), INT64("user", VT_ARGOCD_3_6));
static TYPE(core_volume_projection, /* v1.VolumeProjection */ 0x9e3779b1, 3, SLOTS(4,0,2,5,0,3,6,1),
    OBJECT("secret", core_secret_projection), OBJECT("downwardAPI", core_downward_api_projection),
    OBJECT("configMap", core_config_map_projection),
    OBJECT("serviceAccountToken", core_service_account_token_projection),
    OBJECT("clusterTrustBundle", core_cluster_trust_bundle_projection),
    OBJECT("podCertificate", core_pod_certificate_projection, VT_ARGOCD_3_2));
static TYPE(core_projected_volume_source, /* v1.ProjectedVolumeSource */ 0x3c6ef363, 2, SLOTS(0,2,1,3),
    LIST_OF_OBJECT("sources", core_volume_projection), INT32("defaultMode"),
    INT64("defaultUser", VT_ARGOCD_3_6));
static TYPE(core_portworx_volume_source, /* v1.PortworxVolumeSource */ 0x3c6ef363, 2, SLOTS(1,2,0,3),
    STRING("volumeID"), STRING("fsType"), BOOL("readOnly"));
static TYPE(core_scale_io_volume_source, /* v1.ScaleIOVolumeSource */ 0xa708a7af, 4, SLOTS(0,1,6,0,9,0,3,0,4,
    10,5,8,7,0,0,2), STRING("gateway"), STRING("system"), OBJECT("secretRef", core_local_object_reference),
    BOOL("sslEnabled"), STRING("protectionDomain"), STRING("storagePool"), STRING("storageMode"),
    STRING("volumeName"), STRING("fsType"), BOOL("readOnly"));
static TYPE(core_storage_os_volume_source, /* v1.StorageOSVolumeSource */ 0xb54cda27, 3, SLOTS(5,4,2,1,0,0,0,
    3), STRING("volumeName"), STRING("volumeNamespace"), STRING("fsType"), BOOL("readOnly"),
    OBJECT("secretRef", core_local_object_reference));
static TYPE(core_csi_volume_source, /* v1.CSIVolumeSource */ 0x8ff34739, 3, SLOTS(0,0,5,2,1,3,0,4),
    STRING("driver"), BOOL("readOnly"), STRING("fsType"), MAP_OF_STRING("volumeAttributes"),
    OBJECT("nodePublishSecretRef", core_local_object_reference));
static TYPE(core_volume_resource_requirements, /* v1.VolumeResourceRequirements */ 0x9e3779b1, 2, SLOTS(1,0,0,
    2), MAP_OF_QUANTITY("limits"), MAP_OF_QUANTITY("requests"));
static TYPE(core_typed_local_object_reference, /* v1.TypedLocalObjectReference */ 0x2e2ac0eb, 2, SLOTS(2,0,1,
    3), STRING("apiGroup"), STRING("kind"), STRING("name"));
static TYPE(core_typed_object_reference, /* v1.TypedObjectReference */ 0x3c6ef363, 3, SLOTS(4,0,2,3,1,0,0,0),
    STRING("apiGroup"), STRING("kind"), STRING("name"), STRING("namespace"));
static TYPE(core_persistent_volume_claim_spec, /* v1.PersistentVolumeClaimSpec */ 0x9e3779b1, 4, SLOTS(0,0,4,
    5,0,9,0,7,0,8,3,0,2,1,0,6), LIST_OF_ALIAS("accessModes", "v1.PersistentVolumeAccessMode"),
    OBJECT("selector", meta_label_selector), OBJECT("resources", core_volume_resource_requirements),
    STRING("volumeName"), STRING("storageClassName"), ALIAS("volumeMode", "v1.PersistentVolumeMode"),
    OBJECT("dataSource", core_typed_local_object_reference),
    OBJECT("dataSourceRef", core_typed_object_reference), STRING("volumeAttributesClassName"));
static TYPE(core_persistent_volume_claim_template, /* v1.PersistentVolumeClaimTemplate */ 0x9e3779b1, 2,
    SLOTS(2,0,1,0), OBJECT("metadata", meta_object_meta), OBJECT("spec", core_persistent_volume_claim_spec));
static TYPE(core_ephemeral_volume_source, /* v1.EphemeralVolumeSource */ 0x9e3779b1, 1, SLOTS(1,0),
    OBJECT("volumeClaimTemplate", core_persistent_volume_claim_template));
static TYPE(core_image_volume_source, /* v1.ImageVolumeSource */ 0x9e3779b1, 2, SLOTS(2,0,0,1),
    STRING("reference"), ALIAS("pullPolicy", "v1.PullPolicy"));
static TYPE(core_volume, /* v1.Volume */ 0xa7b26e09, 6, SLOTS(10,0,0,3,12,0,0,0,14,0,0,20,0,0,25,29,0,7,28,0,
    0,0,2,9,17,19,0,31,18,27,0,23,0,22,0,0,24,0,0,0,16,0,0,8,4,26,0,5,0,11,0,0,30,13,0,0,0,0,0,1,0,6,21,15),
    STRING("name"), OBJECT("hostPath", core_host_path_volume_source),
    OBJECT("emptyDir", core_empty_dir_volume_source),
    OBJECT("gcePersistentDisk", core_gce_persistent_disk_volume_source),
    OBJECT("awsElasticBlockStore", core_aws_elastic_block_store_volume_source),
    OBJECT("gitRepo", core_git_repo_volume_source), OBJECT("secret", core_secret_volume_source),
    OBJECT("nfs", core_nfs_volume_source), OBJECT("iscsi", core_iscsi_volume_source),
    OBJECT("glusterfs", core_glusterfs_volume_source),
    OBJECT("persistentVolumeClaim", core_persistent_volume_claim_volume_source),
    OBJECT("rbd", core_rbd_volume_source), OBJECT("flexVolume", core_flex_volume_source),
    OBJECT("cinder", core_cinder_volume_source), OBJECT("cephfs", core_ceph_fs_volume_source),
    OBJECT("flocker", core_flocker_volume_source), OBJECT("downwardAPI", core_downward_api_volume_source),
    OBJECT("fc", core_fc_volume_source), OBJECT("azureFile", core_azure_file_volume_source),
    OBJECT("configMap", core_config_map_volume_source),
    OBJECT("vsphereVolume", core_vsphere_virtual_disk_volume_source),
    OBJECT("quobyte", core_quobyte_volume_source), OBJECT("azureDisk", core_azure_disk_volume_source),
    OBJECT("photonPersistentDisk", core_photon_persistent_disk_volume_source),
    OBJECT("projected", core_projected_volume_source), OBJECT("portworxVolume", core_portworx_volume_source),
    OBJECT("scaleIO", core_scale_io_volume_source), OBJECT("storageos", core_storage_os_volume_source),
    OBJECT("csi", core_csi_volume_source), OBJECT("ephemeral", core_ephemeral_volume_source),
    OBJECT("image", core_image_volume_source));
static TYPE(core_container_port, /* v1.ContainerPort */ 0xdaa66d13, 3, SLOTS(0,0,0,1,2,4,5,3), STRING("name"),
    INT32("hostPort"), INT32("containerPort"), ALIAS("protocol", "v1.Protocol"), STRING("hostIP"));
static TYPE(core_config_map_env_source, /* v1.ConfigMapEnvSource */ 0xdaa66d13, 2, SLOTS(0,1,0,2),
    STRING("name"), BOOL("optional"));
static TYPE(core_secret_env_source, /* v1.SecretEnvSource */ 0xdaa66d13, 2, SLOTS(0,1,0,2), STRING("name"),
    BOOL("optional"));
static TYPE(core_env_from_source, /* v1.EnvFromSource */ 0xdaa66d13, 2, SLOTS(2,3,1,0), STRING("prefix"),
    OBJECT("configMapRef", core_config_map_env_source), OBJECT("secretRef", core_secret_env_source));
static TYPE(core_config_map_key_selector, /* v1.ConfigMapKeySelector */ 0x538453d7, 2, SLOTS(0,2,1,3),
    STRING("name"), STRING("key"), BOOL("optional"));
static TYPE(core_secret_key_selector, /* v1.SecretKeySelector */ 0x538453d7, 2, SLOTS(0,2,1,3),
    STRING("name"), STRING("key"), BOOL("optional"));
static TYPE(core_file_key_selector, /* v1.FileKeySelector */ 0x9e3779b1, 3, SLOTS(2,1,0,0,3,0,0,4),
    STRING("volumeName"), STRING("path"), STRING("key"), BOOL("optional"));
static TYPE(core_env_var_source, /* v1.EnvVarSource */ 0xf1bbcd89, 3, SLOTS(2,0,5,0,0,3,1,4),
    OBJECT("fieldRef", core_object_field_selector), OBJECT("resourceFieldRef", core_resource_field_selector),
    OBJECT("configMapKeyRef", core_config_map_key_selector), OBJECT("secretKeyRef", core_secret_key_selector),
    OBJECT("fileKeyRef", core_file_key_selector, VT_ARGOCD_3_2));
static TYPE(core_env_var, /* v1.EnvVar */ 0x3c6ef363, 2, SLOTS(2,1,3,0), STRING("name"), STRING("value"),
    OBJECT("valueFrom", core_env_var_source));
static TYPE(core_resource_claim, /* v1.ResourceClaim */ 0x17156075, 2, SLOTS(2,0,0,1), STRING("name"),
    STRING("request"));
static TYPE(core_resource_requirements, /* v1.ResourceRequirements */ 0x9e3779b1, 2, SLOTS(1,0,3,2),
    MAP_OF_QUANTITY("limits"), MAP_OF_QUANTITY("requests"), LIST_OF_OBJECT("claims", core_resource_claim));
static TYPE(core_container_resize_policy, /* v1.ContainerResizePolicy */ 0x9e3779b1, 2, SLOTS(2,0,0,1),
    ALIAS("resourceName", "v1.ResourceName"), ALIAS("restartPolicy", "v1.ResourceResizeRestartPolicy"));
static TYPE(core_container_restart_rule_on_exit_codes, /* v1.ContainerRestartRuleOnExitCodes */ 0x9e3779b1, 2,
    SLOTS(0,0,2,1), ALIAS("operator", "v1.ContainerRestartRuleOnExitCodesOperator"), LIST_OF_INT32("values"));
static TYPE(core_container_restart_rule, /* v1.ContainerRestartRule */ 0x3c6ef363, 2, SLOTS(1,0,2,0),
    ALIAS("action", "v1.ContainerRestartRuleAction"),
    OBJECT("exitCodes", core_container_restart_rule_on_exit_codes));
static TYPE(core_volume_mount, /* v1.VolumeMount */ 0x6a99b44d, 4, SLOTS(0,0,8,3,0,0,1,5,2,0,6,0,0,0,7,4),
    STRING("name"), BOOL("readOnly"), ALIAS("recursiveReadOnly", "v1.RecursiveReadOnlyMode"),
    STRING("mountPath"), STRING("subPath"), ALIAS("mountPropagation", "v1.MountPropagationMode"),
    STRING("subPathExpr"), LIST_OF_STRING("bindMountOptions", VT_ARGOCD_3_6));
static TYPE(core_volume_device, /* v1.VolumeDevice */ 0x9e3779b1, 2, SLOTS(2,0,0,1), STRING("name"),
    STRING("devicePath"));
static TYPE(core_exec_action, /* v1.ExecAction */ 0x9e3779b1, 1, SLOTS(0,1), LIST_OF_STRING("command"));
static TYPE(core_http_header, /* v1.HTTPHeader */ 0x9e3779b1, 2, SLOTS(0,2,0,1), STRING("name"),
    STRING("value"));
static TYPE(core_http_get_action, /* v1.HTTPGetAction */ 0xcc623a9b, 3, SLOTS(5,1,0,0,4,6,3,2),
    STRING("path"), INT_OR_STRING("port"), STRING("host"), ALIAS("scheme", "v1.URIScheme"),
    LIST_OF_OBJECT("httpHeaders", core_http_header), ALIAS("protocol", "v1.HTTPProtocol", VT_ARGOCD_3_6));
static TYPE(core_tcp_socket_action, /* v1.TCPSocketAction */ 0x9e3779b1, 2, SLOTS(0,2,0,1),
    INT_OR_STRING("port"), STRING("host"));
static TYPE(core_grpc_action, /* v1.GRPCAction */ 0x3c6ef363, 2, SLOTS(2,3,1,0), INT32("port"),
    STRING("service"), ALIAS("mode", "v1.GRPCProbeMode", VT_ARGOCD_3_6));
static TYPE(core_probe, /* v1.Probe */ 0xaa66d131, 4, SLOTS(9,6,0,0,0,3,5,0,4,1,0,7,8,2,0,10),
    OBJECT("exec", core_exec_action), OBJECT("httpGet", core_http_get_action),
    OBJECT("tcpSocket", core_tcp_socket_action), OBJECT("grpc", core_grpc_action),
    INT32("initialDelaySeconds"), INT32("timeoutSeconds"), INT32("periodSeconds"), INT32("successThreshold"),
    INT32("failureThreshold"), INT64("terminationGracePeriodSeconds"));
static TYPE(core_sleep_action, /* v1.SleepAction */ 0x9e3779b1, 1, SLOTS(1,0), INT64("seconds"));
static TYPE(core_lifecycle_handler, /* v1.LifecycleHandler */ 0x9e3779b1, 3, SLOTS(3,0,0,0,4,0,1,2),
    OBJECT("exec", core_exec_action), OBJECT("httpGet", core_http_get_action),
    OBJECT("tcpSocket", core_tcp_socket_action), OBJECT("sleep", core_sleep_action));
static TYPE(core_lifecycle, /* v1.Lifecycle */ 0xf1bbcd89, 2, SLOTS(0,1,2,3),
    OBJECT("postStart", core_lifecycle_handler), OBJECT("preStop", core_lifecycle_handler),
    ALIAS("stopSignal", "v1.Signal", VT_ARGOCD_3_1));
static TYPE(core_capabilities, /* v1.Capabilities */ 0x9e3779b1, 2, SLOTS(1,2,0,0),
    LIST_OF_ALIAS("add", "v1.Capability"), LIST_OF_ALIAS("drop", "v1.Capability"));
static TYPE(core_se_linux_options, /* v1.SELinuxOptions */ 0x3c6ef363, 3, SLOTS(2,1,0,0,0,4,3,0),
    STRING("user"), STRING("role"), STRING("type"), STRING("level"));
static TYPE(core_windows_security_context_options, /* v1.WindowsSecurityContextOptions */ 0x9e3779b1, 3,
    SLOTS(3,0,0,4,1,0,0,2), STRING("gmsaCredentialSpecName"), STRING("gmsaCredentialSpec"),
    STRING("runAsUserName"), BOOL("hostProcess"));
static TYPE(core_seccomp_profile, /* v1.SeccompProfile */ 0xdaa66d13, 2, SLOTS(2,1,0,0),
    ALIAS("type", "v1.SeccompProfileType"), STRING("localhostProfile"));
static TYPE(core_app_armor_profile, /* v1.AppArmorProfile */ 0xdaa66d13, 2, SLOTS(2,1,0,0),
    ALIAS("type", "v1.AppArmorProfileType"), STRING("localhostProfile"));
static TYPE(core_security_context, /* v1.SecurityContext */ 0xacf96e43, 4, SLOTS(0,10,0,2,6,0,4,8,9,11,12,3,7,
    1,0,5), OBJECT("capabilities", core_capabilities), BOOL("privileged"),
    OBJECT("seLinuxOptions", core_se_linux_options),
    OBJECT("windowsOptions", core_windows_security_context_options), INT64("runAsUser"), INT64("runAsGroup"),
    BOOL("runAsNonRoot"), BOOL("readOnlyRootFilesystem"), BOOL("allowPrivilegeEscalation"),
    ALIAS("procMount", "v1.ProcMountType"), OBJECT("seccompProfile", core_seccomp_profile),
    OBJECT("appArmorProfile", core_app_armor_profile));
static TYPE(core_container, /* v1.Container */ 0x52b8c767, 6, SLOTS(0,3,0,0,22,0,0,6,0,8,0,0,0,2,0,23,0,0,24,
    0,21,12,0,20,0,0,0,0,17,0,0,0,0,11,0,0,0,0,0,13,16,0,25,0,0,0,0,0,1,7,10,0,18,4,5,0,9,19,14,0,0,15,0,0),
    STRING("name"), STRING("image"), LIST_OF_STRING("command"), LIST_OF_STRING("args"), STRING("workingDir"),
    LIST_OF_OBJECT("ports", core_container_port), LIST_OF_OBJECT("envFrom", core_env_from_source),
    LIST_OF_OBJECT("env", core_env_var), OBJECT("resources", core_resource_requirements),
    LIST_OF_OBJECT("resizePolicy", core_container_resize_policy),
    ALIAS("restartPolicy", "v1.ContainerRestartPolicy"),
    LIST_OF_OBJECT("restartPolicyRules", core_container_restart_rule, VT_ARGOCD_3_2),
    LIST_OF_OBJECT("volumeMounts", core_volume_mount), LIST_OF_OBJECT("volumeDevices", core_volume_device),
    OBJECT("livenessProbe", core_probe), OBJECT("readinessProbe", core_probe),
    OBJECT("startupProbe", core_probe), OBJECT("lifecycle", core_lifecycle), STRING("terminationMessagePath"),
    ALIAS("terminationMessagePolicy", "v1.TerminationMessagePolicy"),
    ALIAS("imagePullPolicy", "v1.PullPolicy"), OBJECT("securityContext", core_security_context),
    BOOL("stdin"), BOOL("stdinOnce"), BOOL("tty"));
static TYPE(core_ephemeral_container, /* v1.EphemeralContainer */ 0x52b8c767, 6, SLOTS(0,3,0,0,22,0,0,6,0,8,0,
    0,0,2,0,23,0,0,24,0,21,12,0,20,0,0,0,0,17,26,0,0,0,11,0,0,0,0,0,13,16,0,25,0,0,0,0,0,1,7,10,0,18,4,5,0,9,
    19,14,0,0,15,0,0), STRING("name"), STRING("image"), LIST_OF_STRING("command"), LIST_OF_STRING("args"),
    STRING("workingDir"), LIST_OF_OBJECT("ports", core_container_port),
    LIST_OF_OBJECT("envFrom", core_env_from_source), LIST_OF_OBJECT("env", core_env_var),
    OBJECT("resources", core_resource_requirements),
    LIST_OF_OBJECT("resizePolicy", core_container_resize_policy),
    ALIAS("restartPolicy", "v1.ContainerRestartPolicy"),
    LIST_OF_OBJECT("restartPolicyRules", core_container_restart_rule, VT_ARGOCD_3_2),
    LIST_OF_OBJECT("volumeMounts", core_volume_mount), LIST_OF_OBJECT("volumeDevices", core_volume_device),
    OBJECT("livenessProbe", core_probe), OBJECT("readinessProbe", core_probe),
    OBJECT("startupProbe", core_probe), OBJECT("lifecycle", core_lifecycle), STRING("terminationMessagePath"),
    ALIAS("terminationMessagePolicy", "v1.TerminationMessagePolicy"),
    ALIAS("imagePullPolicy", "v1.PullPolicy"), OBJECT("securityContext", core_security_context),
    BOOL("stdin"), BOOL("stdinOnce"), BOOL("tty"), STRING("targetContainerName"));
static TYPE(core_sysctl, /* v1.Sysctl */ 0x9e3779b1, 2, SLOTS(0,2,0,1), STRING("name"), STRING("value"));
static TYPE(core_pod_security_context, /* v1.PodSecurityContext */ 0x2b2c86ed, 4, SLOTS(0,4,0,9,8,7,5,11,0,13,
    1,12,3,10,6,2), OBJECT("seLinuxOptions", core_se_linux_options),
    OBJECT("windowsOptions", core_windows_security_context_options), INT64("runAsUser"), INT64("runAsGroup"),
    BOOL("runAsNonRoot"), LIST_OF_INT64("supplementalGroups"),
    ALIAS("supplementalGroupsPolicy", "v1.SupplementalGroupsPolicy"), INT64("fsGroup"),
    LIST_OF_OBJECT("sysctls", core_sysctl), ALIAS("fsGroupChangePolicy", "v1.PodFSGroupChangePolicy"),
    OBJECT("seccompProfile", core_seccomp_profile), OBJECT("appArmorProfile", core_app_armor_profile),
    ALIAS("seLinuxChangePolicy", "v1.PodSELinuxChangePolicy", VT_ARGOCD_3_0));
static TYPE(core_node_selector_requirement, /* v1.NodeSelectorRequirement */ 0x3c6ef363, 2, SLOTS(1,0,2,3),
    STRING("key"), ALIAS("operator", "v1.NodeSelectorOperator"), LIST_OF_STRING("values"));
static TYPE(core_node_selector_term, /* v1.NodeSelectorTerm */ 0x538453d7, 2, SLOTS(1,0,0,2),
    LIST_OF_OBJECT("matchExpressions", core_node_selector_requirement),
    LIST_OF_OBJECT("matchFields", core_node_selector_requirement));
static TYPE(core_node_selector, /* v1.NodeSelector */ 0x9e3779b1, 1, SLOTS(1,0),
    LIST_OF_OBJECT("nodeSelectorTerms", core_node_selector_term));
static TYPE(core_preferred_scheduling_term, /* v1.PreferredSchedulingTerm */ 0x9e3779b1, 2, SLOTS(0,0,1,2),
    INT32("weight"), OBJECT("preference", core_node_selector_term));
static TYPE(core_node_affinity, /* v1.NodeAffinity */ 0x9e3779b1, 2, SLOTS(2,0,1,0),
    OBJECT("requiredDuringSchedulingIgnoredDuringExecution", core_node_selector),
    LIST_OF_OBJECT("preferredDuringSchedulingIgnoredDuringExecution", core_preferred_scheduling_term));
static TYPE(core_pod_affinity_term, /* v1.PodAffinityTerm */ 0xafd9d5ab, 3, SLOTS(5,0,0,2,1,4,3,6),
    OBJECT("labelSelector", meta_label_selector), LIST_OF_STRING("namespaces"), STRING("topologyKey"),
    OBJECT("namespaceSelector", meta_label_selector), LIST_OF_STRING("matchLabelKeys"),
    LIST_OF_STRING("mismatchLabelKeys"));
static TYPE(core_weighted_pod_affinity_term, /* v1.WeightedPodAffinityTerm */ 0x9e3779b1, 2, SLOTS(2,0,1,0),
    INT32("weight"), OBJECT("podAffinityTerm", core_pod_affinity_term));
static TYPE(core_pod_affinity, /* v1.PodAffinity */ 0x9e3779b1, 2, SLOTS(2,0,1,0),
    LIST_OF_OBJECT("requiredDuringSchedulingIgnoredDuringExecution", core_pod_affinity_term),
    LIST_OF_OBJECT("preferredDuringSchedulingIgnoredDuringExecution", core_weighted_pod_affinity_term));
static TYPE(core_pod_anti_affinity, /* v1.PodAntiAffinity */ 0x9e3779b1, 2, SLOTS(2,0,1,0),
    LIST_OF_OBJECT("requiredDuringSchedulingIgnoredDuringExecution", core_pod_affinity_term),
    LIST_OF_OBJECT("preferredDuringSchedulingIgnoredDuringExecution", core_weighted_pod_affinity_term));
static TYPE(core_affinity, /* v1.Affinity */ 0x9e3779b1, 2, SLOTS(0,1,3,2),
    OBJECT("nodeAffinity", core_node_affinity), OBJECT("podAffinity", core_pod_affinity),
    OBJECT("podAntiAffinity", core_pod_anti_affinity));
static TYPE(core_toleration, /* v1.Toleration */ 0x6a99b44d, 3, SLOTS(4,0,1,2,5,0,3,0), STRING("key"),
    ALIAS("operator", "v1.TolerationOperator"), STRING("value"), ALIAS("effect", "v1.TaintEffect"),
    INT64("tolerationSeconds"));
static TYPE(core_host_alias, /* v1.HostAlias */ 0x9e3779b1, 2, SLOTS(2,0,0,1), STRING("ip"),
    LIST_OF_STRING("hostnames"));
static TYPE(core_pod_dns_config_option, /* v1.PodDNSConfigOption */ 0x9e3779b1, 2, SLOTS(0,2,0,1),
    STRING("name"), STRING("value"));
static TYPE(core_pod_dns_config, /* v1.PodDNSConfig */ 0x9e3779b1, 2, SLOTS(3,0,1,2),
    LIST_OF_STRING("nameservers"), LIST_OF_STRING("searches"),
    LIST_OF_OBJECT("options", core_pod_dns_config_option));
static TYPE(core_pod_readiness_gate, /* v1.PodReadinessGate */ 0x9e3779b1, 1, SLOTS(0,1),
    ALIAS("conditionType", "v1.PodConditionType"));
static TYPE(core_topology_spread_constraint, /* v1.TopologySpreadConstraint */ 0xdaa66d13, 4, SLOTS(4,2,0,0,0,
    8,0,6,1,0,0,0,7,3,5,0), INT32("maxSkew"), STRING("topologyKey"),
    ALIAS("whenUnsatisfiable", "v1.UnsatisfiableConstraintAction"),
    OBJECT("labelSelector", meta_label_selector), INT32("minDomains"),
    ALIAS("nodeAffinityPolicy", "v1.NodeInclusionPolicy"),
    ALIAS("nodeTaintsPolicy", "v1.NodeInclusionPolicy"), LIST_OF_STRING("matchLabelKeys"));
static TYPE(core_pod_os, /* v1.PodOS */ 0x9e3779b1, 1, SLOTS(0,1), ALIAS("name", "v1.OSName"));
static TYPE(core_pod_scheduling_gate, /* v1.PodSchedulingGate */ 0x9e3779b1, 1, SLOTS(0,1), STRING("name"));
static TYPE(core_pod_resource_claim, /* v1.PodResourceClaim */ 0x78dde6c5, 2, SLOTS(1,3,2,0), STRING("name"),
    STRING("resourceClaimName"), STRING("resourceClaimTemplateName"));
static TYPE(core_pod_scheduling_group, /* v1.PodSchedulingGroup */ 0x9e3779b1, 1, SLOTS(1,0),
    STRING("podGroupName"));
static TYPE(core_eviction_responder, /* v1.EvictionResponder */ 0x9e3779b1, 2, SLOTS(0,0,2,1), STRING("name"),
    INT32("priority"));
static TYPE(core_pod_spec, /* v1.PodSpec */ 0x7ee0d285, 7, SLOTS(0,17,0,10,37,0,39,0,0,27,0,0,0,0,0,0,42,21,0,
    4,19,0,0,0,0,0,26,20,0,33,0,0,0,0,0,32,5,0,34,40,0,0,0,0,28,0,0,0,0,30,0,0,0,12,23,0,0,0,9,0,15,0,0,0,0,
    29,0,38,0,25,13,0,2,0,41,0,0,0,36,11,0,0,0,24,0,0,22,0,0,0,0,0,0,0,43,18,0,0,0,0,0,0,0,0,0,0,35,6,0,8,1,3,
    0,0,0,0,14,0,0,7,16,0,0,0,31,0,0,0), LIST_OF_OBJECT("volumes", core_volume),
    LIST_OF_OBJECT("initContainers", core_container), LIST_OF_OBJECT("containers", core_container),
    LIST_OF_OBJECT("ephemeralContainers", core_ephemeral_container),
    ALIAS("restartPolicy", "v1.RestartPolicy"), INT64("terminationGracePeriodSeconds"),
    INT64("activeDeadlineSeconds"), ALIAS("dnsPolicy", "v1.DNSPolicy"), MAP_OF_STRING("nodeSelector"),
    STRING("serviceAccountName"), STRING("serviceAccount"), BOOL("automountServiceAccountToken"),
    STRING("nodeName"), BOOL("hostNetwork"), BOOL("hostPID"), BOOL("hostIPC"), BOOL("shareProcessNamespace"),
    OBJECT("securityContext", core_pod_security_context),
    LIST_OF_OBJECT("imagePullSecrets", core_local_object_reference), STRING("hostname"), STRING("subdomain"),
    OBJECT("affinity", core_affinity), STRING("schedulerName"),
    LIST_OF_OBJECT("tolerations", core_toleration), LIST_OF_OBJECT("hostAliases", core_host_alias),
    STRING("priorityClassName"), INT32("priority"), OBJECT("dnsConfig", core_pod_dns_config),
    LIST_OF_OBJECT("readinessGates", core_pod_readiness_gate), STRING("runtimeClassName"),
    BOOL("enableServiceLinks"), ALIAS("preemptionPolicy", "v1.PreemptionPolicy"), MAP_OF_QUANTITY("overhead"),
    LIST_OF_OBJECT("topologySpreadConstraints", core_topology_spread_constraint), BOOL("setHostnameAsFQDN"),
    OBJECT("os", core_pod_os), BOOL("hostUsers"), LIST_OF_OBJECT("schedulingGates", core_pod_scheduling_gate),
    LIST_OF_OBJECT("resourceClaims", core_pod_resource_claim),
    OBJECT("resources", core_resource_requirements, VT_ARGOCD_3_0), STRING("hostnameOverride", VT_ARGOCD_3_2),
    OBJECT("schedulingGroup", core_pod_scheduling_group, VT_ARGOCD_3_5),
    LIST_OF_OBJECT("evictionResponders", core_eviction_responder, VT_ARGOCD_3_6));
static TYPE(core_pod_template_spec, /* v1.PodTemplateSpec */ 0x9e3779b1, 2, SLOTS(2,0,1,0),
    OBJECT("metadata", meta_object_meta), OBJECT("spec", core_pod_spec));
static TYPE(apps_rolling_update_deployment, /* v1.RollingUpdateDeployment */ 0x3c6ef363, 2, SLOTS(2,1,0,0),
    INT_OR_STRING("maxUnavailable"), INT_OR_STRING("maxSurge"));
static TYPE(apps_deployment_strategy, /* v1.DeploymentStrategy */ 0x3c6ef363, 2, SLOTS(0,0,2,1),
    ALIAS("type", "v1.DeploymentStrategyType"), OBJECT("rollingUpdate", apps_rolling_update_deployment));
static TYPE(apps_deployment_spec, /* v1.DeploymentSpec */ 0x9e3779b1, 4, SLOTS(0,0,0,8,6,0,0,1,0,0,3,5,2,7,4,
    0), INT32("replicas"), OBJECT("selector", meta_label_selector),
    OBJECT("template", core_pod_template_spec), OBJECT("strategy", apps_deployment_strategy),
    INT32("minReadySeconds"), INT32("revisionHistoryLimit"), BOOL("paused"),
    INT32("progressDeadlineSeconds"));
static TYPE(apps_deployment_condition, /* v1.DeploymentCondition */ 0x98c47537, 3, SLOTS(0,2,5,1,0,3,4,6),
    ALIAS("type", "v1.DeploymentConditionType"), ALIAS("status", "v1.ConditionStatus"),
    TIME("lastUpdateTime"), TIME("lastTransitionTime"), STRING("reason"), STRING("message"));
static TYPE(apps_deployment_status, /* v1.DeploymentStatus */ 0xf1bbcd89, 4, SLOTS(0,4,0,6,2,0,7,0,5,0,3,0,0,
    9,8,1), INT64("observedGeneration"), INT32("replicas"), INT32("updatedReplicas"), INT32("readyReplicas"),
    INT32("availableReplicas"), INT32("unavailableReplicas"), INT32("terminatingReplicas", VT_ARGOCD_3_1),
    LIST_OF_OBJECT("conditions", apps_deployment_condition), INT32("collisionCount"));
TYPE(vt_native_deployment_type, /* v1.Deployment */ 0x78dde6c5, 3, SLOTS(0,5,2,0,1,3,4,0), STRING("kind"),
    STRING("apiVersion"), OBJECT("metadata", meta_object_meta), OBJECT("spec", apps_deployment_spec),
    OBJECT("status", apps_deployment_status));
static TYPE(apps_replica_set_spec, /* v1.ReplicaSetSpec */ 0xb54cda27, 3, SLOTS(0,3,2,1,0,0,0,4),
    INT32("replicas"), INT32("minReadySeconds"), OBJECT("selector", meta_label_selector),
    OBJECT("template", core_pod_template_spec));
static TYPE(apps_replica_set_condition, /* v1.ReplicaSetCondition */ 0x3c6ef363, 3, SLOTS(0,3,2,4,0,0,1,5),
    ALIAS("type", "v1.ReplicaSetConditionType"), ALIAS("status", "v1.ConditionStatus"),
    TIME("lastTransitionTime"), STRING("reason"), STRING("message"));
static TYPE(apps_replica_set_status, /* v1.ReplicaSetStatus */ 0xb54cda27, 3, SLOTS(6,5,2,1,0,7,4,3),
    INT32("replicas"), INT32("fullyLabeledReplicas"), INT32("readyReplicas"), INT32("availableReplicas"),
    INT32("terminatingReplicas", VT_ARGOCD_3_1), INT64("observedGeneration"),
    LIST_OF_OBJECT("conditions", apps_replica_set_condition));
TYPE(vt_native_replicaset_type, /* v1.ReplicaSet */ 0x78dde6c5, 3, SLOTS(0,5,2,0,1,3,4,0), STRING("kind"),
    STRING("apiVersion"), OBJECT("metadata", meta_object_meta), OBJECT("spec", apps_replica_set_spec),
    OBJECT("status", apps_replica_set_status));
static TYPE(core_persistent_volume_claim_condition, /* v1.PersistentVolumeClaimCondition */ 0x3c6ef363, 3,
    SLOTS(3,4,2,5,0,0,1,6), ALIAS("type", "v1.PersistentVolumeClaimConditionType"),
    ALIAS("status", "v1.ConditionStatus"), TIME("lastProbeTime"), TIME("lastTransitionTime"),
    STRING("reason"), STRING("message"));
static TYPE(core_modify_volume_status, /* v1.ModifyVolumeStatus */ 0x9e3779b1, 2, SLOTS(1,0,0,2),
    STRING("targetVolumeAttributesClassName"), ALIAS("status", "v1.PersistentVolumeClaimModifyVolumeStatus"));
static TYPE(core_volume_health_condition, /* v1.VolumeHealthCondition */ 0xdaa66d13, 2, SLOTS(0,2,3,1),
    ALIAS("status", "v1.VolumeHealthStatusType"), STRING("reason"), STRING("message"));
static TYPE(core_volume_health_status, /* v1.VolumeHealthStatus */ 0x3c6ef363, 2, SLOTS(2,1,0,0),
    LIST_OF_OBJECT("healthConditions", core_volume_health_condition), TIME("lastTransitionTime"));
static TYPE(core_persistent_volume_claim_status, /* v1.PersistentVolumeClaimStatus */ 0xfdeb2507, 4, SLOTS(9,
    1,3,0,0,0,0,6,5,0,4,7,8,0,0,2), ALIAS("phase", "v1.PersistentVolumeClaimPhase"),
    LIST_OF_ALIAS("accessModes", "v1.PersistentVolumeAccessMode"), MAP_OF_QUANTITY("capacity"),
    LIST_OF_OBJECT("conditions", core_persistent_volume_claim_condition),
    MAP_OF_QUANTITY("allocatedResources"),
    MAP_OF_ALIAS("allocatedResourceStatuses", "v1.ClaimResourceStatus"),
    STRING("currentVolumeAttributesClassName"), OBJECT("modifyVolumeStatus", core_modify_volume_status),
    OBJECT("healthStatus", core_volume_health_status, VT_ARGOCD_3_6));
TYPE(vt_native_persistentvolumeclaim_type, /* v1.PersistentVolumeClaim */ 0x78dde6c5, 3, SLOTS(0,5,2,0,1,3,4,
    0), STRING("kind"), STRING("apiVersion"), OBJECT("metadata", meta_object_meta),
    OBJECT("spec", core_persistent_volume_claim_spec), OBJECT("status", core_persistent_volume_claim_status));
static TYPE(apps_rolling_update_stateful_set_strategy, /* v1.RollingUpdateStatefulSetStrategy */ 0x9e3779b1, 2,
    SLOTS(2,0,1,0), INT32("partition"), INT_OR_STRING("maxUnavailable"));
static TYPE(apps_stateful_set_update_strategy, /* v1.StatefulSetUpdateStrategy */ 0x3c6ef363, 2, SLOTS(0,0,2,
    1), ALIAS("type", "v1.StatefulSetUpdateStrategyType"),
    OBJECT("rollingUpdate", apps_rolling_update_stateful_set_strategy));
static TYPE(apps_stateful_set_persistent_volume_claim_retention_policy, /* v1.StatefulSetPersistentVolumeClaimRetentionPolicy */ 0x9e3779b1, 2,
    SLOTS(0,2,0,1), ALIAS("whenDeleted", "v1.PersistentVolumeClaimRetentionPolicyType"),
    ALIAS("whenScaled", "v1.PersistentVolumeClaimRetentionPolicyType"));
static TYPE(apps_stateful_set_ordinals, /* v1.StatefulSetOrdinals */ 0x9e3779b1, 1, SLOTS(0,1),
    INT32("start"));
static TYPE(apps_stateful_set_spec, /* v1.StatefulSetSpec */ 0x71560751, 4, SLOTS(7,0,3,0,11,8,2,10,0,0,4,1,5,
    6,9,0), INT32("replicas"), OBJECT("selector", meta_label_selector),
    OBJECT("template", core_pod_template_spec),
    LIST_OF_OBJECT("volumeClaimTemplates", vt_native_persistentvolumeclaim_type), STRING("serviceName"),
    ALIAS("podManagementPolicy", "v1.PodManagementPolicyType"),
    OBJECT("updateStrategy", apps_stateful_set_update_strategy), INT32("revisionHistoryLimit"),
    INT32("minReadySeconds"),
    OBJECT("persistentVolumeClaimRetentionPolicy", apps_stateful_set_persistent_volume_claim_retention_policy),
    OBJECT("ordinals", apps_stateful_set_ordinals));
static TYPE(apps_stateful_set_condition, /* v1.StatefulSetCondition */ 0x3c6ef363, 3, SLOTS(0,3,2,4,0,0,1,5),
    ALIAS("type", "v1.StatefulSetConditionType"), ALIAS("status", "v1.ConditionStatus"),
    TIME("lastTransitionTime"), STRING("reason"), STRING("message"));
static TYPE(apps_stateful_set_status, /* v1.StatefulSetStatus */ 0xa708a7af, 4, SLOTS(2,0,7,6,0,4,5,0,8,3,1,9,
    10,0,0,0), INT64("observedGeneration"), INT32("replicas"), INT32("readyReplicas"),
    INT32("currentReplicas"), INT32("updatedReplicas"), STRING("currentRevision"), STRING("updateRevision"),
    INT32("collisionCount"), LIST_OF_OBJECT("conditions", apps_stateful_set_condition),
    INT32("availableReplicas"));
TYPE(vt_native_statefulset_type, /* v1.StatefulSet */ 0x78dde6c5, 3, SLOTS(0,5,2,0,1,3,4,0), STRING("kind"),
    STRING("apiVersion"), OBJECT("metadata", meta_object_meta), OBJECT("spec", apps_stateful_set_spec),
    OBJECT("status", apps_stateful_set_status));
static TYPE(apps_rolling_update_daemon_set, /* v1.RollingUpdateDaemonSet */ 0x3c6ef363, 2, SLOTS(2,1,0,0),
    INT_OR_STRING("maxUnavailable"), INT_OR_STRING("maxSurge"));
static TYPE(apps_daemon_set_update_strategy, /* v1.DaemonSetUpdateStrategy */ 0x3c6ef363, 2, SLOTS(0,0,2,1),
    ALIAS("type", "v1.DaemonSetUpdateStrategyType"), OBJECT("rollingUpdate", apps_rolling_update_daemon_set));
static TYPE(apps_daemon_set_spec, /* v1.DaemonSetSpec */ 0x538453d7, 3, SLOTS(4,0,1,0,3,2,0,5),
    OBJECT("selector", meta_label_selector), OBJECT("template", core_pod_template_spec),
    OBJECT("updateStrategy", apps_daemon_set_update_strategy), INT32("minReadySeconds"),
    INT32("revisionHistoryLimit"));
static TYPE(apps_daemon_set_condition, /* v1.DaemonSetCondition */ 0x3c6ef363, 3, SLOTS(0,3,2,4,0,0,1,5),
    ALIAS("type", "v1.DaemonSetConditionType"), ALIAS("status", "v1.ConditionStatus"),
    TIME("lastTransitionTime"), STRING("reason"), STRING("message"));
static TYPE(apps_daemon_set_status, /* v1.DaemonSetStatus */ 0x1fe68e73, 4, SLOTS(0,0,7,10,2,9,0,6,5,3,1,0,0,
    0,4,8), INT32("currentNumberScheduled"), INT32("numberMisscheduled"), INT32("desiredNumberScheduled"),
    INT32("numberReady"), INT64("observedGeneration"), INT32("updatedNumberScheduled"),
    INT32("numberAvailable"), INT32("numberUnavailable"), INT32("collisionCount"),
    LIST_OF_OBJECT("conditions", apps_daemon_set_condition));
TYPE(vt_native_daemonset_type, /* v1.DaemonSet */ 0x78dde6c5, 3, SLOTS(0,5,2,0,1,3,4,0), STRING("kind"),
    STRING("apiVersion"), OBJECT("metadata", meta_object_meta), OBJECT("spec", apps_daemon_set_spec),
    OBJECT("status", apps_daemon_set_status));
static TYPE(core_pod_condition, /* v1.PodCondition */ 0xa4f3ccb5, 3, SLOTS(4,3,0,2,7,6,5,1),
    ALIAS("type", "v1.PodConditionType"), INT64("observedGeneration", VT_ARGOCD_3_1),
    ALIAS("status", "v1.ConditionStatus"), TIME("lastProbeTime"), TIME("lastTransitionTime"),
    STRING("reason"), STRING("message"));
static TYPE(core_host_ip, /* v1.HostIP */ 0x9e3779b1, 1, SLOTS(0,1), STRING("ip"));
static TYPE(core_pod_ip, /* v1.PodIP */ 0x9e3779b1, 1, SLOTS(0,1), STRING("ip"));
static TYPE(core_container_state_waiting, /* v1.ContainerStateWaiting */ 0x3c6ef363, 2, SLOTS(0,1,0,2),
    STRING("reason"), STRING("message"));
static TYPE(core_container_state_running, /* v1.ContainerStateRunning */ 0x9e3779b1, 1, SLOTS(0,1),
    TIME("startedAt"));
static TYPE(core_container_state_terminated, /* v1.ContainerStateTerminated */ 0x538453d7, 3, SLOTS(5,7,1,0,3,
    6,2,4), INT32("exitCode"), INT32("signal"), STRING("reason"), STRING("message"), TIME("startedAt"),
    TIME("finishedAt"), STRING("containerID"));
static TYPE(core_container_state, /* v1.ContainerState */ 0x3c6ef363, 2, SLOTS(1,3,2,0),
    OBJECT("waiting", core_container_state_waiting), OBJECT("running", core_container_state_running),
    OBJECT("terminated", core_container_state_terminated));
static TYPE(core_image_volume_status, /* v1.ImageVolumeStatus */ 0x9e3779b1, 1, SLOTS(1,0),
    STRING("imageRef"));
static TYPE(core_volume_status, /* v1.VolumeStatus */ 0x9e3779b1, 1, SLOTS(1,0),
    OBJECT("image", core_image_volume_status));
static TYPE(core_volume_mount_status, /* v1.VolumeMountStatus */ 0x17156075, 3, SLOTS(2,0,3,0,5,4,0,1),
    STRING("name"), STRING("mountPath"), BOOL("readOnly"),
    ALIAS("recursiveReadOnly", "v1.RecursiveReadOnlyMode"),
    OBJECT("volumeStatus", core_volume_status, VT_ARGOCD_3_5));
static TYPE(core_linux_container_user, /* v1.LinuxContainerUser */ 0x9e3779b1, 2, SLOTS(2,0,1,3),
    INT64("uid"), INT64("gid"), LIST_OF_INT64("supplementalGroups"));
static TYPE(core_container_user, /* v1.ContainerUser */ 0x9e3779b1, 1, SLOTS(0,1),
    OBJECT("linux", core_linux_container_user));
static TYPE(core_resource_health, /* v1.ResourceHealth */ 0x9e3779b1, 2, SLOTS(2,0,1,3),
    ALIAS("resourceID", "v1.ResourceID"), ALIAS("health", "v1.ResourceHealthStatus"),
    STRING("message", VT_ARGOCD_3_5));
static TYPE(core_resource_status, /* v1.ResourceStatus */ 0x9e3779b1, 2, SLOTS(0,0,2,1),
    ALIAS("name", "v1.ResourceName"), LIST_OF_OBJECT("resources", core_resource_health));
static TYPE(core_container_status, /* v1.ContainerStatus */ 0x6a99b44d, 5, SLOTS(0,0,5,9,0,0,0,11,15,0,6,10,
    13,1,0,0,0,4,3,7,12,0,0,14,0,8,2,0,0,0,0,0), STRING("name"), OBJECT("state", core_container_state),
    OBJECT("lastState", core_container_state), BOOL("ready"), INT32("restartCount"), STRING("image"),
    STRING("imageID"), STRING("containerID"), BOOL("started"), MAP_OF_QUANTITY("allocatedResources"),
    OBJECT("resources", core_resource_requirements), LIST_OF_OBJECT("volumeMounts", core_volume_mount_status),
    OBJECT("user", core_container_user), LIST_OF_OBJECT("allocatedResourcesStatus", core_resource_status),
    ALIAS("stopSignal", "v1.Signal", VT_ARGOCD_3_1));
static TYPE(core_pod_resource_claim_status, /* v1.PodResourceClaimStatus */ 0x3c6ef363, 2, SLOTS(0,1,0,2),
    STRING("name"), STRING("resourceClaimName"));
static TYPE(core_container_extended_resource_request, /* v1.ContainerExtendedResourceRequest */ 0x3c6ef363, 2,
    SLOTS(1,0,3,2), STRING("containerName"), STRING("resourceName"), STRING("requestName"));
static TYPE(core_pod_extended_resource_claim_status, /* v1.PodExtendedResourceClaimStatus */ 0x9e3779b1, 2,
    SLOTS(0,0,1,2), LIST_OF_OBJECT("requestMappings", core_container_extended_resource_request),
    STRING("resourceClaimName"));
static TYPE(core_node_allocatable_mapped_resources, /* v1.NodeAllocatableMappedResources */ 0xdaa66d13, 2,
    SLOTS(0,1,0,2), ALIAS("name", "v1.ResourceName"), QUANTITY("quantity"));
static TYPE(core_node_allocatable_overhead_resources, /* v1.NodeAllocatableOverheadResources */ 0x78dde6c5, 2,
    SLOTS(1,3,2,0), ALIAS("name", "v1.ResourceName"), QUANTITY("perPod"), QUANTITY("perContainer"));
static TYPE(core_node_allocatable_resource_claim_status, /* v1.NodeAllocatableResourceClaimStatus */ 0xe3779b11, 3,
    SLOTS(3,1,0,4,2,0,5,0), STRING("resourceClaimName"), LIST_OF_STRING("containers"),
    LIST_OF_OBJECT("mapping", core_node_allocatable_mapped_resources, VT_ARGOCD_3_6),
    LIST_OF_OBJECT("overhead", core_node_allocatable_overhead_resources, VT_ARGOCD_3_6),
    MAP_OF_QUANTITY("resources", 0, VT_ARGOCD_3_6));
static TYPE(core_pod_volume_health, /* v1.PodVolumeHealth */ 0x538453d7, 2, SLOTS(3,0,1,2), STRING("name"),
    LIST_OF_OBJECT("healthConditions", core_volume_health_condition), TIME("lastTransitionTime"));
static TYPE(core_pod_status, /* v1.PodStatus */ 0xc17c31a5, 6, SLOTS(19,0,0,0,0,0,0,0,6,12,1,0,0,0,10,0,0,0,0,
    20,0,9,18,0,3,17,0,2,11,0,21,0,0,0,0,0,0,8,0,0,0,0,0,16,0,0,13,0,0,7,0,0,15,14,0,0,22,0,0,0,4,0,0,5),
    INT64("observedGeneration", VT_ARGOCD_3_1), ALIAS("phase", "v1.PodPhase"),
    LIST_OF_OBJECT("conditions", core_pod_condition), STRING("message"), STRING("reason"),
    STRING("nominatedNodeName"), STRING("hostIP"), LIST_OF_OBJECT("hostIPs", core_host_ip), STRING("podIP"),
    LIST_OF_OBJECT("podIPs", core_pod_ip), TIME("startTime"),
    LIST_OF_OBJECT("initContainerStatuses", core_container_status),
    LIST_OF_OBJECT("containerStatuses", core_container_status), ALIAS("qosClass", "v1.PodQOSClass"),
    LIST_OF_OBJECT("ephemeralContainerStatuses", core_container_status),
    ALIAS("resize", "v1.PodResizeStatus"),
    LIST_OF_OBJECT("resourceClaimStatuses", core_pod_resource_claim_status),
    OBJECT("extendedResourceClaimStatus", core_pod_extended_resource_claim_status, VT_ARGOCD_3_2),
    MAP_OF_QUANTITY("allocatedResources", VT_ARGOCD_3_5),
    OBJECT("resources", core_resource_requirements, VT_ARGOCD_3_5),
    LIST_OF_OBJECT("nodeAllocatableResourceClaimStatuses", core_node_allocatable_resource_claim_status, VT_ARGOCD_3_5),
    LIST_OF_OBJECT("volumeHealth", core_pod_volume_health, VT_ARGOCD_3_6));
TYPE(vt_native_pod_type, /* v1.Pod */ 0x78dde6c5, 3, SLOTS(0,5,2,0,1,3,4,0), STRING("kind"),
    STRING("apiVersion"), OBJECT("metadata", meta_object_meta), OBJECT("spec", core_pod_spec),
    OBJECT("status", core_pod_status));
static TYPE(core_service_port, /* v1.ServicePort */ 0xcc623a9b, 3, SLOTS(0,0,5,3,6,2,1,4), STRING("name"),
    ALIAS("protocol", "v1.Protocol"), STRING("appProtocol"), INT32("port"), INT_OR_STRING("targetPort"),
    INT32("nodePort"));
static TYPE(core_client_ip_config, /* v1.ClientIPConfig */ 0x9e3779b1, 1, SLOTS(1,0),
    INT32("timeoutSeconds"));
static TYPE(core_session_affinity_config, /* v1.SessionAffinityConfig */ 0x9e3779b1, 1, SLOTS(1,0),
    OBJECT("clientIP", core_client_ip_config));
static TYPE(core_service_spec, /* v1.ServiceSpec */ 0x5d510607, 5, SLOTS(13,0,10,18,0,4,0,0,20,5,0,3,0,0,6,17,
    12,1,0,14,8,9,7,0,0,16,0,15,11,2,19,0), LIST_OF_OBJECT("ports", core_service_port),
    MAP_OF_STRING("selector"), STRING("clusterIP"), LIST_OF_STRING("clusterIPs"),
    ALIAS("type", "v1.ServiceType"), LIST_OF_STRING("externalIPs"),
    ALIAS("sessionAffinity", "v1.ServiceAffinity"), STRING("loadBalancerIP"),
    LIST_OF_STRING("loadBalancerSourceRanges"), STRING("externalName"),
    ALIAS("externalTrafficPolicy", "v1.ServiceExternalTrafficPolicy"), INT32("healthCheckNodePort"),
    BOOL("publishNotReadyAddresses"), OBJECT("sessionAffinityConfig", core_session_affinity_config),
    LIST_OF_ALIAS("ipFamilies", "v1.IPFamily"), ALIAS("ipFamilyPolicy", "v1.IPFamilyPolicy"),
    BOOL("allocateLoadBalancerNodePorts"), STRING("loadBalancerClass"),
    ALIAS("internalTrafficPolicy", "v1.ServiceInternalTrafficPolicy"), STRING("trafficDistribution"));
static TYPE(core_port_status, /* v1.PortStatus */ 0x78dde6c5, 2, SLOTS(2,1,0,3), INT32("port"),
    ALIAS("protocol", "v1.Protocol"), STRING("error"));
static TYPE(core_load_balancer_ingress, /* v1.LoadBalancerIngress */ 0x9e3779b1, 3, SLOTS(4,2,0,0,0,3,1,0),
    STRING("ip"), STRING("hostname"), ALIAS("ipMode", "v1.LoadBalancerIPMode"),
    LIST_OF_OBJECT("ports", core_port_status));
static TYPE(core_load_balancer_status, /* v1.LoadBalancerStatus */ 0x9e3779b1, 1, SLOTS(0,1),
    LIST_OF_OBJECT("ingress", core_load_balancer_ingress));
static TYPE(meta_condition, /* v1.Condition */ 0x6884d953, 3, SLOTS(5,0,2,0,3,1,6,4), STRING("type"),
    ALIAS("status", "v1.ConditionStatus"), INT64("observedGeneration"), TIME("lastTransitionTime"),
    STRING("reason"), STRING("message"));
static TYPE(core_service_status, /* v1.ServiceStatus */ 0x9e3779b1, 2, SLOTS(0,0,2,1),
    OBJECT("loadBalancer", core_load_balancer_status), LIST_OF_OBJECT("conditions", meta_condition));
TYPE(vt_native_service_type, /* v1.Service */ 0x78dde6c5, 3, SLOTS(0,5,2,0,1,3,4,0), STRING("kind"),
    STRING("apiVersion"), OBJECT("metadata", meta_object_meta), OBJECT("spec", core_service_spec),
    OBJECT("status", core_service_status));
static TYPE(batch_pod_failure_policy_on_exit_codes_requirement, /* v1.PodFailurePolicyOnExitCodesRequirement */ 0x3c6ef363, 2,
    SLOTS(1,0,2,3), STRING("containerName"), ALIAS("operator", "v1.PodFailurePolicyOnExitCodesOperator"),
    LIST_OF_INT32("values"));
static TYPE(batch_pod_failure_policy_on_pod_conditions_pattern, /* v1.PodFailurePolicyOnPodConditionsPattern */ 0x9e3779b1, 2,
    SLOTS(1,0,0,2), ALIAS("type", "v1.PodConditionType"), ALIAS("status", "v1.ConditionStatus"));
static TYPE(batch_pod_failure_policy_rule, /* v1.PodFailurePolicyRule */ 0xdaa66d13, 2, SLOTS(3,0,2,1),
    ALIAS("action", "v1.PodFailurePolicyAction"),
    OBJECT("onExitCodes", batch_pod_failure_policy_on_exit_codes_requirement),
    LIST_OF_OBJECT("onPodConditions", batch_pod_failure_policy_on_pod_conditions_pattern));
static TYPE(batch_pod_failure_policy, /* v1.PodFailurePolicy */ 0x9e3779b1, 1, SLOTS(1,0),
    LIST_OF_OBJECT("rules", batch_pod_failure_policy_rule));
static TYPE(batch_success_policy_rule, /* v1.SuccessPolicyRule */ 0x9e3779b1, 2, SLOTS(2,1,0,0),
    STRING("succeededIndexes"), INT32("succeededCount"));
static TYPE(batch_success_policy, /* v1.SuccessPolicy */ 0x9e3779b1, 1, SLOTS(1,0),
    LIST_OF_OBJECT("rules", batch_success_policy_rule));
static EMPTY(scheduling_v1alpha3_workload_pod_group_basic_scheduling_policy); /* v1alpha3.WorkloadPodGroupBasicSchedulingPolicy */
static TYPE(scheduling_v1alpha3_workload_pod_group_gang_scheduling_policy, /* v1alpha3.WorkloadPodGroupGangSchedulingPolicy */ 0x9e3779b1, 1,
    SLOTS(0,1), INT32("minCount"));
static TYPE(scheduling_v1alpha3_workload_pod_group_scheduling_policy, /* v1alpha3.WorkloadPodGroupSchedulingPolicy */ 0x3c6ef363, 2,
    SLOTS(1,0,0,2), OBJECT("basic", scheduling_v1alpha3_workload_pod_group_basic_scheduling_policy),
    OBJECT("gang", scheduling_v1alpha3_workload_pod_group_gang_scheduling_policy));
static TYPE(scheduling_v1alpha3_topology_constraint, /* v1alpha3.TopologyConstraint */ 0x9e3779b1, 1, SLOTS(0,
    1), STRING("key"));
static TYPE(scheduling_v1alpha3_workload_pod_group_scheduling_constraints, /* v1alpha3.WorkloadPodGroupSchedulingConstraints */ 0x9e3779b1, 1,
    SLOTS(0,1), LIST_OF_OBJECT("topology", scheduling_v1alpha3_topology_constraint));
static EMPTY(scheduling_v1alpha3_workload_pod_group_single_disruption_mode); /* v1alpha3.WorkloadPodGroupSingleDisruptionMode */
static EMPTY(scheduling_v1alpha3_workload_pod_group_all_disruption_mode); /* v1alpha3.WorkloadPodGroupAllDisruptionMode */
static TYPE(scheduling_v1alpha3_workload_pod_group_disruption_mode, /* v1alpha3.WorkloadPodGroupDisruptionMode */ 0x3c6ef363, 2,
    SLOTS(0,0,2,1), OBJECT("single", scheduling_v1alpha3_workload_pod_group_single_disruption_mode),
    OBJECT("all", scheduling_v1alpha3_workload_pod_group_all_disruption_mode));
static TYPE(scheduling_v1alpha3_workload_pod_group_resource_claim, /* v1alpha3.WorkloadPodGroupResourceClaim */ 0x78dde6c5, 2,
    SLOTS(1,3,2,0), STRING("name"), STRING("resourceClaimName"), STRING("resourceClaimTemplateName"));
static TYPE(batch_job_scheduling_configuration, /* v1.JobSchedulingConfiguration */ 0x9e3779b1, 3, SLOTS(3,0,
    4,0,0,1,2,0), OBJECT("schedulingPolicy", scheduling_v1alpha3_workload_pod_group_scheduling_policy),
    OBJECT("schedulingConstraints", scheduling_v1alpha3_workload_pod_group_scheduling_constraints),
    OBJECT("disruptionMode", scheduling_v1alpha3_workload_pod_group_disruption_mode),
    LIST_OF_OBJECT("resourceClaims", scheduling_v1alpha3_workload_pod_group_resource_claim));
static TYPE(batch_job_spec, /* v1.JobSpec */ 0xf6634593, 5, SLOTS(2,0,10,17,0,0,0,0,11,3,14,8,4,0,0,12,0,9,0,
    0,7,0,0,15,6,16,0,1,0,0,13,5), INT32("parallelism"), INT32("completions"), INT64("activeDeadlineSeconds"),
    OBJECT("podFailurePolicy", batch_pod_failure_policy), OBJECT("successPolicy", batch_success_policy),
    INT32("backoffLimit"), INT32("backoffLimitPerIndex"), INT32("maxFailedIndexes"),
    OBJECT("selector", meta_label_selector), BOOL("manualSelector"),
    OBJECT("template", core_pod_template_spec), INT32("ttlSecondsAfterFinished"),
    ALIAS("completionMode", "v1.CompletionMode"), BOOL("suspend"),
    ALIAS("podReplacementPolicy", "v1.PodReplacementPolicy"), STRING("managedBy"),
    OBJECT("scheduling", batch_job_scheduling_configuration, VT_ARGOCD_3_6));
static TYPE(batch_job_condition, /* v1.JobCondition */ 0x3c6ef363, 3, SLOTS(3,4,2,5,0,0,1,6),
    ALIAS("type", "v1.JobConditionType"), ALIAS("status", "v1.ConditionStatus"), TIME("lastProbeTime"),
    TIME("lastTransitionTime"), STRING("reason"), STRING("message"));
static TYPE(batch_uncounted_terminated_pods, /* v1.UncountedTerminatedPods */ 0x9e3779b1, 2, SLOTS(1,0,0,2),
    LIST_OF_ALIAS("succeeded", "types.UID"), LIST_OF_ALIAS("failed", "types.UID"));
static TYPE(batch_job_status, /* v1.JobStatus */ 0x886b67c5, 4, SLOTS(0,10,11,5,2,0,0,3,1,8,4,0,7,6,9,0),
    LIST_OF_OBJECT("conditions", batch_job_condition), TIME("startTime"), TIME("completionTime"),
    INT32("active"), INT32("succeeded"), INT32("failed"), INT32("terminating"), STRING("completedIndexes"),
    STRING("failedIndexes"), OBJECT("uncountedTerminatedPods", batch_uncounted_terminated_pods),
    INT32("ready"));
TYPE(vt_native_job_type, /* v1.Job */ 0x78dde6c5, 3, SLOTS(0,5,2,0,1,3,4,0), STRING("kind"),
    STRING("apiVersion"), OBJECT("metadata", meta_object_meta), OBJECT("spec", batch_job_spec),
    OBJECT("status", batch_job_status));
static TYPE(autoscaling_cross_version_object_reference, /* v1.CrossVersionObjectReference */ 0x78dde6c5, 2,
    SLOTS(2,3,1,0), STRING("kind"), STRING("name"), STRING("apiVersion"));
static TYPE(autoscaling_horizontal_pod_autoscaler_spec, /* v1.HorizontalPodAutoscalerSpec */ 0xdaa66d13, 3,
    SLOTS(0,1,0,2,0,4,0,3), OBJECT("scaleTargetRef", autoscaling_cross_version_object_reference),
    INT32("minReplicas"), INT32("maxReplicas"), INT32("targetCPUUtilizationPercentage"));
static TYPE(autoscaling_horizontal_pod_autoscaler_status, /* v1.HorizontalPodAutoscalerStatus */ 0x9e3779b1, 3,
    SLOTS(4,0,3,1,2,0,5,0), INT64("observedGeneration"), TIME("lastScaleTime"), INT32("currentReplicas"),
    INT32("desiredReplicas"), INT32("currentCPUUtilizationPercentage"));
TYPE(vt_native_horizontalpodautoscaler_v1_type, /* v1.HorizontalPodAutoscaler */ 0x78dde6c5, 3, SLOTS(0,5,2,0,
    1,3,4,0), STRING("kind"), STRING("apiVersion"), OBJECT("metadata", meta_object_meta),
    OBJECT("spec", autoscaling_horizontal_pod_autoscaler_spec),
    OBJECT("status", autoscaling_horizontal_pod_autoscaler_status));
static TYPE(autoscaling_v2_cross_version_object_reference, /* v2.CrossVersionObjectReference */ 0x78dde6c5, 2,
    SLOTS(2,3,1,0), STRING("kind"), STRING("name"), STRING("apiVersion"));
static TYPE(autoscaling_v2_metric_target, /* v2.MetricTarget */ 0x17156075, 3, SLOTS(0,3,2,0,4,1,0,0),
    ALIAS("type", "v2.MetricTargetType"), QUANTITY("value"), QUANTITY("averageValue"),
    INT32("averageUtilization"));
static TYPE(autoscaling_v2_metric_identifier, /* v2.MetricIdentifier */ 0x3c6ef363, 2, SLOTS(2,1,0,0),
    STRING("name"), OBJECT("selector", meta_label_selector));
static TYPE(autoscaling_v2_object_metric_source, /* v2.ObjectMetricSource */ 0x3c6ef363, 2, SLOTS(1,3,0,2),
    OBJECT("describedObject", autoscaling_v2_cross_version_object_reference),
    OBJECT("target", autoscaling_v2_metric_target), OBJECT("metric", autoscaling_v2_metric_identifier));
static TYPE(autoscaling_v2_pods_metric_source, /* v2.PodsMetricSource */ 0x9e3779b1, 2, SLOTS(2,0,0,1),
    OBJECT("metric", autoscaling_v2_metric_identifier), OBJECT("target", autoscaling_v2_metric_target));
static TYPE(autoscaling_v2_resource_metric_source, /* v2.ResourceMetricSource */ 0x9e3779b1, 2, SLOTS(2,0,0,
    1), ALIAS("name", "v1.ResourceName"), OBJECT("target", autoscaling_v2_metric_target));
static TYPE(autoscaling_v2_container_resource_metric_source, /* v2.ContainerResourceMetricSource */ 0x9e3779b1, 2,
    SLOTS(2,3,0,1), ALIAS("name", "v1.ResourceName"), OBJECT("target", autoscaling_v2_metric_target),
    STRING("container"));
static TYPE(autoscaling_v2_external_metric_source, /* v2.ExternalMetricSource */ 0x9e3779b1, 2, SLOTS(2,0,0,
    1), OBJECT("metric", autoscaling_v2_metric_identifier), OBJECT("target", autoscaling_v2_metric_target));
static TYPE(autoscaling_v2_metric_spec, /* v2.MetricSpec */ 0x81af14c1, 3, SLOTS(5,1,2,0,6,4,3,0),
    ALIAS("type", "v2.MetricSourceType"), OBJECT("object", autoscaling_v2_object_metric_source),
    OBJECT("pods", autoscaling_v2_pods_metric_source),
    OBJECT("resource", autoscaling_v2_resource_metric_source),
    OBJECT("containerResource", autoscaling_v2_container_resource_metric_source),
    OBJECT("external", autoscaling_v2_external_metric_source));
static TYPE(autoscaling_v2_hpa_scaling_policy, /* v2.HPAScalingPolicy */ 0x9e3779b1, 2, SLOTS(1,2,3,0),
    ALIAS("type", "v2.HPAScalingPolicyType"), INT32("value"), INT32("periodSeconds"));
static TYPE(autoscaling_v2_hpa_scaling_rules, /* v2.HPAScalingRules */ 0x9e3779b1, 3, SLOTS(1,0,0,4,3,0,2,0),
    INT32("stabilizationWindowSeconds"), ALIAS("selectPolicy", "v2.ScalingPolicySelect"),
    LIST_OF_OBJECT("policies", autoscaling_v2_hpa_scaling_policy), QUANTITY("tolerance", VT_ARGOCD_3_1));
static TYPE(autoscaling_v2_horizontal_pod_autoscaler_behavior, /* v2.HorizontalPodAutoscalerBehavior */ 0x3c6ef363, 2,
    SLOTS(0,0,2,1), OBJECT("scaleUp", autoscaling_v2_hpa_scaling_rules),
    OBJECT("scaleDown", autoscaling_v2_hpa_scaling_rules));
static TYPE(autoscaling_v2_horizontal_pod_autoscaler_spec, /* v2.HorizontalPodAutoscalerSpec */ 0x1fe68e73, 3,
    SLOTS(0,1,5,4,0,3,0,2), OBJECT("scaleTargetRef", autoscaling_v2_cross_version_object_reference),
    INT32("minReplicas"), INT32("maxReplicas"), LIST_OF_OBJECT("metrics", autoscaling_v2_metric_spec),
    OBJECT("behavior", autoscaling_v2_horizontal_pod_autoscaler_behavior));
static TYPE(autoscaling_v2_metric_value_status, /* v2.MetricValueStatus */ 0x78dde6c5, 2, SLOTS(1,0,2,3),
    QUANTITY("value"), QUANTITY("averageValue"), INT32("averageUtilization"));
static TYPE(autoscaling_v2_object_metric_status, /* v2.ObjectMetricStatus */ 0x3c6ef363, 2, SLOTS(3,1,0,2),
    OBJECT("metric", autoscaling_v2_metric_identifier), OBJECT("current", autoscaling_v2_metric_value_status),
    OBJECT("describedObject", autoscaling_v2_cross_version_object_reference));
static TYPE(autoscaling_v2_pods_metric_status, /* v2.PodsMetricStatus */ 0x3c6ef363, 2, SLOTS(0,1,0,2),
    OBJECT("metric", autoscaling_v2_metric_identifier),
    OBJECT("current", autoscaling_v2_metric_value_status));
static TYPE(autoscaling_v2_resource_metric_status, /* v2.ResourceMetricStatus */ 0x3c6ef363, 2, SLOTS(0,1,0,
    2), ALIAS("name", "v1.ResourceName"), OBJECT("current", autoscaling_v2_metric_value_status));
static TYPE(autoscaling_v2_container_resource_metric_status, /* v2.ContainerResourceMetricStatus */ 0x78dde6c5, 2,
    SLOTS(1,3,0,2), ALIAS("name", "v1.ResourceName"), OBJECT("current", autoscaling_v2_metric_value_status),
    STRING("container"));
static TYPE(autoscaling_v2_external_metric_status, /* v2.ExternalMetricStatus */ 0x3c6ef363, 2, SLOTS(0,1,0,
    2), OBJECT("metric", autoscaling_v2_metric_identifier),
    OBJECT("current", autoscaling_v2_metric_value_status));
static TYPE(autoscaling_v2_metric_status, /* v2.MetricStatus */ 0x81af14c1, 3, SLOTS(5,1,2,0,6,4,3,0),
    ALIAS("type", "v2.MetricSourceType"), OBJECT("object", autoscaling_v2_object_metric_status),
    OBJECT("pods", autoscaling_v2_pods_metric_status),
    OBJECT("resource", autoscaling_v2_resource_metric_status),
    OBJECT("containerResource", autoscaling_v2_container_resource_metric_status),
    OBJECT("external", autoscaling_v2_external_metric_status));
static TYPE(autoscaling_v2_horizontal_pod_autoscaler_condition, /* v2.HorizontalPodAutoscalerCondition */ 0x6884d953, 3,
    SLOTS(4,0,2,0,6,1,5,3), ALIAS("type", "v2.HorizontalPodAutoscalerConditionType"),
    ALIAS("status", "v1.ConditionStatus"), TIME("lastTransitionTime"), STRING("reason"), STRING("message"),
    INT64("observedGeneration", VT_ARGOCD_3_6));
static TYPE(autoscaling_v2_horizontal_pod_autoscaler_status, /* v2.HorizontalPodAutoscalerStatus */ 0x9e3779b1, 3,
    SLOTS(4,5,3,1,2,6,0,0), INT64("observedGeneration"), TIME("lastScaleTime"), INT32("currentReplicas"),
    INT32("desiredReplicas"), LIST_OF_OBJECT("currentMetrics", autoscaling_v2_metric_status),
    LIST_OF_OBJECT("conditions", autoscaling_v2_horizontal_pod_autoscaler_condition));
TYPE(vt_native_horizontalpodautoscaler_v2_type, /* v2.HorizontalPodAutoscaler */ 0x78dde6c5, 3, SLOTS(0,5,2,0,
    1,3,4,0), STRING("kind"), STRING("apiVersion"), OBJECT("metadata", meta_object_meta),
    OBJECT("spec", autoscaling_v2_horizontal_pod_autoscaler_spec),
    OBJECT("status", autoscaling_v2_horizontal_pod_autoscaler_status));
static TYPE(typed_v2beta1_cross_version_object_reference, /* v2beta1.CrossVersionObjectReference */ 0x78dde6c5, 2,
    SLOTS(2,3,1,0), STRING("kind"), STRING("name"), STRING("apiVersion"));
static TYPE(typed_v2beta1_object_metric_source, /* v2beta1.ObjectMetricSource */ 0x9e3779b1, 3, SLOTS(1,0,0,5,
    3,0,4,2), OBJECT("target", typed_v2beta1_cross_version_object_reference), STRING("metricName"),
    QUANTITY("targetValue"), OBJECT("selector", meta_label_selector), QUANTITY("averageValue"));
static TYPE(typed_v2beta1_pods_metric_source, /* v2beta1.PodsMetricSource */ 0x3c6ef363, 2, SLOTS(3,1,0,2),
    STRING("metricName"), QUANTITY("targetAverageValue"), OBJECT("selector", meta_label_selector));
static TYPE(typed_v2beta1_resource_metric_source, /* v2beta1.ResourceMetricSource */ 0x3c6ef363, 2, SLOTS(2,1,
    0,3), ALIAS("name", "v1.ResourceName"), INT32("targetAverageUtilization"),
    QUANTITY("targetAverageValue"));
static TYPE(typed_v2beta1_container_resource_metric_source, /* v2beta1.ContainerResourceMetricSource */ 0xdaa66d13, 3,
    SLOTS(0,0,2,1,0,0,3,4), ALIAS("name", "v1.ResourceName"), INT32("targetAverageUtilization"),
    QUANTITY("targetAverageValue"), STRING("container"));
static TYPE(typed_v2beta1_external_metric_source, /* v2beta1.ExternalMetricSource */ 0x78dde6c5, 3, SLOTS(4,0,
    1,0,2,0,3,0), STRING("metricName"), OBJECT("metricSelector", meta_label_selector),
    QUANTITY("targetValue"), QUANTITY("targetAverageValue"));
static TYPE(typed_v2beta1_metric_spec, /* v2beta1.MetricSpec */ 0x81af14c1, 3, SLOTS(5,1,2,0,6,4,3,0),
    ALIAS("type", "v2beta1.MetricSourceType"), OBJECT("object", typed_v2beta1_object_metric_source),
    OBJECT("pods", typed_v2beta1_pods_metric_source),
    OBJECT("resource", typed_v2beta1_resource_metric_source),
    OBJECT("containerResource", typed_v2beta1_container_resource_metric_source),
    OBJECT("external", typed_v2beta1_external_metric_source));
static TYPE(typed_v2beta1_horizontal_pod_autoscaler_spec, /* v2beta1.HorizontalPodAutoscalerSpec */ 0x538453d7, 3,
    SLOTS(0,0,2,0,4,3,0,1), OBJECT("scaleTargetRef", typed_v2beta1_cross_version_object_reference),
    INT32("minReplicas"), INT32("maxReplicas"), LIST_OF_OBJECT("metrics", typed_v2beta1_metric_spec));
static TYPE(typed_v2beta1_object_metric_status, /* v2beta1.ObjectMetricStatus */ 0x2e2ac0eb, 3, SLOTS(0,4,5,3,
    0,0,1,2), OBJECT("target", typed_v2beta1_cross_version_object_reference), STRING("metricName"),
    QUANTITY("currentValue"), OBJECT("selector", meta_label_selector), QUANTITY("averageValue"));
static TYPE(typed_v2beta1_pods_metric_status, /* v2beta1.PodsMetricStatus */ 0xdaa66d13, 2, SLOTS(2,3,0,1),
    STRING("metricName"), QUANTITY("currentAverageValue"), OBJECT("selector", meta_label_selector));
static TYPE(typed_v2beta1_resource_metric_status, /* v2beta1.ResourceMetricStatus */ 0xdaa66d13, 2, SLOTS(3,1,
    2,0), ALIAS("name", "v1.ResourceName"), INT32("currentAverageUtilization"),
    QUANTITY("currentAverageValue"));
static TYPE(typed_v2beta1_container_resource_metric_status, /* v2beta1.ContainerResourceMetricStatus */ 0x9e3779b1, 3,
    SLOTS(3,2,4,0,0,0,1,0), ALIAS("name", "v1.ResourceName"), INT32("currentAverageUtilization"),
    QUANTITY("currentAverageValue"), STRING("container"));
static TYPE(typed_v2beta1_external_metric_status, /* v2beta1.ExternalMetricStatus */ 0x538453d7, 3, SLOTS(0,2,
    0,4,1,3,0,0), STRING("metricName"), OBJECT("metricSelector", meta_label_selector),
    QUANTITY("currentValue"), QUANTITY("currentAverageValue"));
static TYPE(typed_v2beta1_metric_status, /* v2beta1.MetricStatus */ 0x81af14c1, 3, SLOTS(5,1,2,0,6,4,3,0),
    ALIAS("type", "v2beta1.MetricSourceType"), OBJECT("object", typed_v2beta1_object_metric_status),
    OBJECT("pods", typed_v2beta1_pods_metric_status),
    OBJECT("resource", typed_v2beta1_resource_metric_status),
    OBJECT("containerResource", typed_v2beta1_container_resource_metric_status),
    OBJECT("external", typed_v2beta1_external_metric_status));
static TYPE(typed_v2beta1_horizontal_pod_autoscaler_condition, /* v2beta1.HorizontalPodAutoscalerCondition */ 0x3c6ef363, 3,
    SLOTS(0,3,2,4,0,0,1,5), ALIAS("type", "v2beta1.HorizontalPodAutoscalerConditionType"),
    ALIAS("status", "v1.ConditionStatus"), TIME("lastTransitionTime"), STRING("reason"), STRING("message"));
static TYPE(typed_v2beta1_horizontal_pod_autoscaler_status, /* v2beta1.HorizontalPodAutoscalerStatus */ 0x9e3779b1, 3,
    SLOTS(4,5,3,1,2,6,0,0), INT64("observedGeneration"), TIME("lastScaleTime"), INT32("currentReplicas"),
    INT32("desiredReplicas"), LIST_OF_OBJECT("currentMetrics", typed_v2beta1_metric_status),
    LIST_OF_OBJECT("conditions", typed_v2beta1_horizontal_pod_autoscaler_condition));
TYPE(vt_native_horizontalpodautoscaler_v2beta1_type, /* v2beta1.HorizontalPodAutoscaler */ 0x78dde6c5, 3,
    SLOTS(0,5,2,0,1,3,4,0), STRING("kind"), STRING("apiVersion"), OBJECT("metadata", meta_object_meta),
    OBJECT("spec", typed_v2beta1_horizontal_pod_autoscaler_spec),
    OBJECT("status", typed_v2beta1_horizontal_pod_autoscaler_status));
static TYPE(typed_v2beta2_cross_version_object_reference, /* v2beta2.CrossVersionObjectReference */ 0x78dde6c5, 2,
    SLOTS(2,3,1,0), STRING("kind"), STRING("name"), STRING("apiVersion"));
static TYPE(typed_v2beta2_metric_target, /* v2beta2.MetricTarget */ 0x17156075, 3, SLOTS(0,3,2,0,4,1,0,0),
    ALIAS("type", "v2beta2.MetricTargetType"), QUANTITY("value"), QUANTITY("averageValue"),
    INT32("averageUtilization"));
static TYPE(typed_v2beta2_metric_identifier, /* v2beta2.MetricIdentifier */ 0x3c6ef363, 2, SLOTS(2,1,0,0),
    STRING("name"), OBJECT("selector", meta_label_selector));
static TYPE(typed_v2beta2_object_metric_source, /* v2beta2.ObjectMetricSource */ 0x3c6ef363, 2, SLOTS(1,3,0,
    2), OBJECT("describedObject", typed_v2beta2_cross_version_object_reference),
    OBJECT("target", typed_v2beta2_metric_target), OBJECT("metric", typed_v2beta2_metric_identifier));
static TYPE(typed_v2beta2_pods_metric_source, /* v2beta2.PodsMetricSource */ 0x9e3779b1, 2, SLOTS(2,0,0,1),
    OBJECT("metric", typed_v2beta2_metric_identifier), OBJECT("target", typed_v2beta2_metric_target));
static TYPE(typed_v2beta2_resource_metric_source, /* v2beta2.ResourceMetricSource */ 0x9e3779b1, 2, SLOTS(2,0,
    0,1), ALIAS("name", "v1.ResourceName"), OBJECT("target", typed_v2beta2_metric_target));
static TYPE(typed_v2beta2_container_resource_metric_source, /* v2beta2.ContainerResourceMetricSource */ 0x9e3779b1, 2,
    SLOTS(2,3,0,1), ALIAS("name", "v1.ResourceName"), OBJECT("target", typed_v2beta2_metric_target),
    STRING("container"));
static TYPE(typed_v2beta2_external_metric_source, /* v2beta2.ExternalMetricSource */ 0x9e3779b1, 2, SLOTS(2,0,
    0,1), OBJECT("metric", typed_v2beta2_metric_identifier), OBJECT("target", typed_v2beta2_metric_target));
static TYPE(typed_v2beta2_metric_spec, /* v2beta2.MetricSpec */ 0x81af14c1, 3, SLOTS(5,1,2,0,6,4,3,0),
    ALIAS("type", "v2beta2.MetricSourceType"), OBJECT("object", typed_v2beta2_object_metric_source),
    OBJECT("pods", typed_v2beta2_pods_metric_source),
    OBJECT("resource", typed_v2beta2_resource_metric_source),
    OBJECT("containerResource", typed_v2beta2_container_resource_metric_source),
    OBJECT("external", typed_v2beta2_external_metric_source));
static TYPE(typed_v2beta2_hpa_scaling_policy, /* v2beta2.HPAScalingPolicy */ 0x9e3779b1, 2, SLOTS(1,2,3,0),
    ALIAS("type", "v2beta2.HPAScalingPolicyType"), INT32("value"), INT32("periodSeconds"));
static TYPE(typed_v2beta2_hpa_scaling_rules, /* v2beta2.HPAScalingRules */ 0x9e3779b1, 2, SLOTS(1,0,3,2),
    INT32("stabilizationWindowSeconds"), ALIAS("selectPolicy", "v2beta2.ScalingPolicySelect"),
    LIST_OF_OBJECT("policies", typed_v2beta2_hpa_scaling_policy));
static TYPE(typed_v2beta2_horizontal_pod_autoscaler_behavior, /* v2beta2.HorizontalPodAutoscalerBehavior */ 0x3c6ef363, 2,
    SLOTS(0,0,2,1), OBJECT("scaleUp", typed_v2beta2_hpa_scaling_rules),
    OBJECT("scaleDown", typed_v2beta2_hpa_scaling_rules));
static TYPE(typed_v2beta2_horizontal_pod_autoscaler_spec, /* v2beta2.HorizontalPodAutoscalerSpec */ 0x1fe68e73, 3,
    SLOTS(0,1,5,4,0,3,0,2), OBJECT("scaleTargetRef", typed_v2beta2_cross_version_object_reference),
    INT32("minReplicas"), INT32("maxReplicas"), LIST_OF_OBJECT("metrics", typed_v2beta2_metric_spec),
    OBJECT("behavior", typed_v2beta2_horizontal_pod_autoscaler_behavior));
static TYPE(typed_v2beta2_metric_value_status, /* v2beta2.MetricValueStatus */ 0x78dde6c5, 2, SLOTS(1,0,2,3),
    QUANTITY("value"), QUANTITY("averageValue"), INT32("averageUtilization"));
static TYPE(typed_v2beta2_object_metric_status, /* v2beta2.ObjectMetricStatus */ 0x3c6ef363, 2, SLOTS(3,1,0,
    2), OBJECT("metric", typed_v2beta2_metric_identifier),
    OBJECT("current", typed_v2beta2_metric_value_status),
    OBJECT("describedObject", typed_v2beta2_cross_version_object_reference));
static TYPE(typed_v2beta2_pods_metric_status, /* v2beta2.PodsMetricStatus */ 0x3c6ef363, 2, SLOTS(0,1,0,2),
    OBJECT("metric", typed_v2beta2_metric_identifier), OBJECT("current", typed_v2beta2_metric_value_status));
static TYPE(typed_v2beta2_resource_metric_status, /* v2beta2.ResourceMetricStatus */ 0x3c6ef363, 2, SLOTS(0,1,
    0,2), ALIAS("name", "v1.ResourceName"), OBJECT("current", typed_v2beta2_metric_value_status));
static TYPE(typed_v2beta2_container_resource_metric_status, /* v2beta2.ContainerResourceMetricStatus */ 0x78dde6c5, 2,
    SLOTS(1,3,0,2), ALIAS("name", "v1.ResourceName"), OBJECT("current", typed_v2beta2_metric_value_status),
    STRING("container"));
static TYPE(typed_v2beta2_external_metric_status, /* v2beta2.ExternalMetricStatus */ 0x3c6ef363, 2, SLOTS(0,1,
    0,2), OBJECT("metric", typed_v2beta2_metric_identifier),
    OBJECT("current", typed_v2beta2_metric_value_status));
static TYPE(typed_v2beta2_metric_status, /* v2beta2.MetricStatus */ 0x81af14c1, 3, SLOTS(5,1,2,0,6,4,3,0),
    ALIAS("type", "v2beta2.MetricSourceType"), OBJECT("object", typed_v2beta2_object_metric_status),
    OBJECT("pods", typed_v2beta2_pods_metric_status),
    OBJECT("resource", typed_v2beta2_resource_metric_status),
    OBJECT("containerResource", typed_v2beta2_container_resource_metric_status),
    OBJECT("external", typed_v2beta2_external_metric_status));
static TYPE(typed_v2beta2_horizontal_pod_autoscaler_condition, /* v2beta2.HorizontalPodAutoscalerCondition */ 0x3c6ef363, 3,
    SLOTS(0,3,2,4,0,0,1,5), ALIAS("type", "v2beta2.HorizontalPodAutoscalerConditionType"),
    ALIAS("status", "v1.ConditionStatus"), TIME("lastTransitionTime"), STRING("reason"), STRING("message"));
static TYPE(typed_v2beta2_horizontal_pod_autoscaler_status, /* v2beta2.HorizontalPodAutoscalerStatus */ 0x9e3779b1, 3,
    SLOTS(4,5,3,1,2,6,0,0), INT64("observedGeneration"), TIME("lastScaleTime"), INT32("currentReplicas"),
    INT32("desiredReplicas"), LIST_OF_OBJECT("currentMetrics", typed_v2beta2_metric_status),
    LIST_OF_OBJECT("conditions", typed_v2beta2_horizontal_pod_autoscaler_condition));
TYPE(vt_native_horizontalpodautoscaler_v2beta2_type, /* v2beta2.HorizontalPodAutoscaler */ 0x78dde6c5, 3,
    SLOTS(0,5,2,0,1,3,4,0), STRING("kind"), STRING("apiVersion"), OBJECT("metadata", meta_object_meta),
    OBJECT("spec", typed_v2beta2_horizontal_pod_autoscaler_spec),
    OBJECT("status", typed_v2beta2_horizontal_pod_autoscaler_status));
static TYPE(apiregistration_service_reference, /* v1.ServiceReference */ 0x3c6ef363, 2, SLOTS(1,2,3,0),
    STRING("namespace"), STRING("name"), INT32("port"));
static TYPE(apiregistration_api_service_spec, /* v1.APIServiceSpec */ 0xcc623a9b, 3, SLOTS(0,1,7,4,6,3,5,2),
    OBJECT("service", apiregistration_service_reference), STRING("group"), STRING("version"),
    BOOL("insecureSkipTLSVerify"), LIST_OF_UINT8("caBundle"), INT32("groupPriorityMinimum"),
    INT32("versionPriority"));
static TYPE(apiregistration_api_service_condition, /* v1.APIServiceCondition */ 0x3c6ef363, 3, SLOTS(0,3,2,4,
    0,0,1,5), ALIAS("type", "v1.APIServiceConditionType"), ALIAS("status", "v1.ConditionStatus"),
    TIME("lastTransitionTime"), STRING("reason"), STRING("message"));
static TYPE(apiregistration_api_service_status, /* v1.APIServiceStatus */ 0x9e3779b1, 1, SLOTS(0,1),
    LIST_OF_OBJECT("conditions", apiregistration_api_service_condition));
TYPE(vt_native_apiservice_v1_type, /* v1.APIService */ 0x78dde6c5, 3, SLOTS(0,5,2,0,1,3,4,0), STRING("kind"),
    STRING("apiVersion"), OBJECT("metadata", meta_object_meta),
    OBJECT("spec", apiregistration_api_service_spec), OBJECT("status", apiregistration_api_service_status));
static TYPE(apiregistration_v1beta1_service_reference, /* v1beta1.ServiceReference */ 0x3c6ef363, 2, SLOTS(1,
    2,3,0), STRING("namespace"), STRING("name"), INT32("port"));
static TYPE(apiregistration_v1beta1_api_service_spec, /* v1beta1.APIServiceSpec */ 0xcc623a9b, 3, SLOTS(0,1,7,
    4,6,3,5,2), OBJECT("service", apiregistration_v1beta1_service_reference), STRING("group"),
    STRING("version"), BOOL("insecureSkipTLSVerify"), LIST_OF_UINT8("caBundle"),
    INT32("groupPriorityMinimum"), INT32("versionPriority"));
static TYPE(apiregistration_v1beta1_api_service_condition, /* v1beta1.APIServiceCondition */ 0x3c6ef363, 3,
    SLOTS(0,3,2,4,0,0,1,5), ALIAS("type", "v1beta1.APIServiceConditionType"),
    ALIAS("status", "v1beta1.ConditionStatus"), TIME("lastTransitionTime"), STRING("reason"),
    STRING("message"));
static TYPE(apiregistration_v1beta1_api_service_status, /* v1beta1.APIServiceStatus */ 0x9e3779b1, 1, SLOTS(0,
    1), LIST_OF_OBJECT("conditions", apiregistration_v1beta1_api_service_condition));
TYPE(vt_native_apiservice_v1beta1_type, /* v1beta1.APIService */ 0x78dde6c5, 3, SLOTS(0,5,2,0,1,3,4,0),
    STRING("kind"), STRING("apiVersion"), OBJECT("metadata", meta_object_meta),
    OBJECT("spec", apiregistration_v1beta1_api_service_spec),
    OBJECT("status", apiregistration_v1beta1_api_service_status));
static TYPE(networking_service_backend_port, /* v1.ServiceBackendPort */ 0x3c6ef363, 2, SLOTS(2,1,0,0),
    STRING("name"), INT32("number"));
static TYPE(networking_ingress_service_backend, /* v1.IngressServiceBackend */ 0x3c6ef363, 2, SLOTS(0,1,2,0),
    STRING("name"), OBJECT("port", networking_service_backend_port));
static TYPE(networking_ingress_backend, /* v1.IngressBackend */ 0x9e3779b1, 2, SLOTS(0,1,0,2),
    OBJECT("service", networking_ingress_service_backend),
    OBJECT("resource", core_typed_local_object_reference));
static TYPE(networking_ingress_tls, /* v1.IngressTLS */ 0x9e3779b1, 2, SLOTS(1,0,2,0),
    LIST_OF_STRING("hosts"), STRING("secretName"));
static TYPE(networking_http_ingress_path, /* v1.HTTPIngressPath */ 0x9e3779b1, 2, SLOTS(1,0,2,3),
    STRING("path"), ALIAS("pathType", "v1.PathType"), OBJECT("backend", networking_ingress_backend));
static TYPE(networking_http_ingress_rule_value, /* v1.HTTPIngressRuleValue */ 0x9e3779b1, 1, SLOTS(1,0),
    LIST_OF_OBJECT("paths", networking_http_ingress_path));
static TYPE(networking_ingress_rule, /* v1.IngressRule */ 0xdaa66d13, 2, SLOTS(0,1,0,2), STRING("host"),
    OBJECT("http", networking_http_ingress_rule_value));
static TYPE(networking_ingress_spec, /* v1.IngressSpec */ 0x9e3779b1, 3, SLOTS(1,4,0,0,0,0,3,2),
    STRING("ingressClassName"), OBJECT("defaultBackend", networking_ingress_backend),
    LIST_OF_OBJECT("tls", networking_ingress_tls), LIST_OF_OBJECT("rules", networking_ingress_rule));
static TYPE(networking_ingress_port_status, /* v1.IngressPortStatus */ 0x78dde6c5, 2, SLOTS(2,1,0,3),
    INT32("port"), ALIAS("protocol", "v1.Protocol"), STRING("error"));
static TYPE(networking_ingress_load_balancer_ingress, /* v1.IngressLoadBalancerIngress */ 0x78dde6c5, 2,
    SLOTS(1,3,2,0), STRING("ip"), STRING("hostname"),
    LIST_OF_OBJECT("ports", networking_ingress_port_status));
static TYPE(networking_ingress_load_balancer_status, /* v1.IngressLoadBalancerStatus */ 0x9e3779b1, 1,
    SLOTS(0,1), LIST_OF_OBJECT("ingress", networking_ingress_load_balancer_ingress));
static TYPE(networking_ingress_status, /* v1.IngressStatus */ 0x9e3779b1, 1, SLOTS(0,1),
    OBJECT("loadBalancer", networking_ingress_load_balancer_status));
TYPE(vt_native_ingress_type, /* v1.Ingress */ 0x78dde6c5, 3, SLOTS(0,5,2,0,1,3,4,0), STRING("kind"),
    STRING("apiVersion"), OBJECT("metadata", meta_object_meta), OBJECT("spec", networking_ingress_spec),
    OBJECT("status", networking_ingress_status));
static TYPE(networking_v1beta1_ingress_backend, /* v1beta1.IngressBackend */ 0x9e3779b1, 2, SLOTS(2,1,0,3),
    STRING("serviceName"), INT_OR_STRING("servicePort"),
    OBJECT("resource", core_typed_local_object_reference));
static TYPE(networking_v1beta1_ingress_tls, /* v1beta1.IngressTLS */ 0x9e3779b1, 2, SLOTS(1,0,2,0),
    LIST_OF_STRING("hosts"), STRING("secretName"));
static TYPE(networking_v1beta1_http_ingress_path, /* v1beta1.HTTPIngressPath */ 0x9e3779b1, 2, SLOTS(1,0,2,3),
    STRING("path"), ALIAS("pathType", "v1beta1.PathType"),
    OBJECT("backend", networking_v1beta1_ingress_backend));
static TYPE(networking_v1beta1_http_ingress_rule_value, /* v1beta1.HTTPIngressRuleValue */ 0x9e3779b1, 1,
    SLOTS(1,0), LIST_OF_OBJECT("paths", networking_v1beta1_http_ingress_path));
static TYPE(networking_v1beta1_ingress_rule, /* v1beta1.IngressRule */ 0xdaa66d13, 2, SLOTS(0,1,0,2),
    STRING("host"), OBJECT("http", networking_v1beta1_http_ingress_rule_value));
static TYPE(networking_v1beta1_ingress_spec, /* v1beta1.IngressSpec */ 0x9e3779b1, 3, SLOTS(1,4,0,0,0,0,3,2),
    STRING("ingressClassName"), OBJECT("backend", networking_v1beta1_ingress_backend),
    LIST_OF_OBJECT("tls", networking_v1beta1_ingress_tls),
    LIST_OF_OBJECT("rules", networking_v1beta1_ingress_rule));
static TYPE(networking_v1beta1_ingress_port_status, /* v1beta1.IngressPortStatus */ 0x78dde6c5, 2, SLOTS(2,1,
    0,3), INT32("port"), ALIAS("protocol", "v1.Protocol"), STRING("error"));
static TYPE(networking_v1beta1_ingress_load_balancer_ingress, /* v1beta1.IngressLoadBalancerIngress */ 0x78dde6c5, 2,
    SLOTS(1,3,2,0), STRING("ip"), STRING("hostname"),
    LIST_OF_OBJECT("ports", networking_v1beta1_ingress_port_status));
static TYPE(networking_v1beta1_ingress_load_balancer_status, /* v1beta1.IngressLoadBalancerStatus */ 0x9e3779b1, 1,
    SLOTS(0,1), LIST_OF_OBJECT("ingress", networking_v1beta1_ingress_load_balancer_ingress));
static TYPE(networking_v1beta1_ingress_status, /* v1beta1.IngressStatus */ 0x9e3779b1, 1, SLOTS(0,1),
    OBJECT("loadBalancer", networking_v1beta1_ingress_load_balancer_status));
TYPE(vt_native_ingress_v1beta1_type, /* v1beta1.Ingress */ 0x78dde6c5, 3, SLOTS(0,5,2,0,1,3,4,0),
    STRING("kind"), STRING("apiVersion"), OBJECT("metadata", meta_object_meta),
    OBJECT("spec", networking_v1beta1_ingress_spec), OBJECT("status", networking_v1beta1_ingress_status));
static TYPE(core_taint, /* v1.Taint */ 0x3c6ef363, 3, SLOTS(2,1,0,3,0,0,4,0), STRING("key"), STRING("value"),
    ALIAS("effect", "v1.TaintEffect"), TIME("timeAdded"));
static TYPE(core_config_map_node_config_source, /* v1.ConfigMapNodeConfigSource */ 0x9e3779b1, 3, SLOTS(4,0,5,
    0,1,3,2,0), STRING("namespace"), STRING("name"), ALIAS("uid", "types.UID"), STRING("resourceVersion"),
    STRING("kubeletConfigKey"));
static TYPE(core_node_config_source, /* v1.NodeConfigSource */ 0x9e3779b1, 1, SLOTS(0,1),
    OBJECT("configMap", core_config_map_node_config_source));
static TYPE(core_node_pod_preemption_policy, /* v1.NodePodPreemptionPolicy */ 0x9e3779b1, 1, SLOTS(0,1),
    LIST_OF_STRING("disableResizePreemption"));
static TYPE(core_node_spec, /* v1.NodeSpec */ 0xcc623a9b, 4, SLOTS(0,0,3,0,5,0,0,1,7,6,0,0,2,0,8,4),
    STRING("podCIDR"), LIST_OF_STRING("podCIDRs"), STRING("providerID"), BOOL("unschedulable"),
    LIST_OF_OBJECT("taints", core_taint), OBJECT("configSource", core_node_config_source),
    STRING("externalID"), OBJECT("podPreemptionPolicy", core_node_pod_preemption_policy, VT_ARGOCD_3_6));
static TYPE(core_node_condition, /* v1.NodeCondition */ 0xf1bbcd89, 3, SLOTS(6,5,3,0,1,0,4,2),
    ALIAS("type", "v1.NodeConditionType"), ALIAS("status", "v1.ConditionStatus"), TIME("lastHeartbeatTime"),
    TIME("lastTransitionTime"), STRING("reason"), STRING("message"));
static TYPE(core_node_address, /* v1.NodeAddress */ 0x9e3779b1, 2, SLOTS(1,2,0,0),
    ALIAS("type", "v1.NodeAddressType"), STRING("address"));
static TYPE(core_daemon_endpoint, /* v1.DaemonEndpoint */ 0x9e3779b1, 1, SLOTS(1,0), INT32("Port"));
static TYPE(core_node_daemon_endpoints, /* v1.NodeDaemonEndpoints */ 0x9e3779b1, 1, SLOTS(0,1),
    OBJECT("kubeletEndpoint", core_daemon_endpoint));
static TYPE(core_node_swap_status, /* v1.NodeSwapStatus */ 0x9e3779b1, 1, SLOTS(0,1), INT64("capacity"));
static TYPE(core_node_system_info, /* v1.NodeSystemInfo */ 0x81af14c1, 4, SLOTS(11,0,8,6,1,12,10,0,4,7,9,0,5,
    0,3,2), STRING("machineID"), STRING("systemUUID"), STRING("bootID"), STRING("kernelVersion"),
    STRING("osImage"), STRING("containerRuntimeVersion"), STRING("kubeletVersion"),
    STRING("kubeProxyVersion"), STRING("operatingSystem"), STRING("architecture"),
    OBJECT("swap", core_node_swap_status, VT_ARGOCD_3_1), BOOL("runningInUserNamespace", VT_ARGOCD_3_6));
static TYPE(core_container_image, /* v1.ContainerImage */ 0x9e3779b1, 2, SLOTS(0,2,0,1),
    LIST_OF_STRING("names"), INT64("sizeBytes"));
static TYPE(core_attached_volume, /* v1.AttachedVolume */ 0x9e3779b1, 2, SLOTS(2,0,0,1),
    ALIAS("name", "v1.UniqueVolumeName"), STRING("devicePath"));
static TYPE(core_node_config_status, /* v1.NodeConfigStatus */ 0x78dde6c5, 3, SLOTS(0,2,3,1,0,0,0,4),
    OBJECT("assigned", core_node_config_source), OBJECT("active", core_node_config_source),
    OBJECT("lastKnownGood", core_node_config_source), STRING("error"));
static TYPE(core_node_runtime_handler_features, /* v1.NodeRuntimeHandlerFeatures */ 0x3c6ef363, 2, SLOTS(1,2,
    0,0), BOOL("recursiveReadOnlyMounts"), BOOL("userNamespaces"));
static TYPE(core_node_runtime_handler, /* v1.NodeRuntimeHandler */ 0x3c6ef363, 2, SLOTS(0,1,0,2),
    STRING("name"), OBJECT("features", core_node_runtime_handler_features));
static TYPE(core_node_features, /* v1.NodeFeatures */ 0x9e3779b1, 1, SLOTS(0,1),
    BOOL("supplementalGroupsPolicy"));
static TYPE(core_node_status, /* v1.NodeStatus */ 0x6d509bb9, 4, SLOTS(1,13,8,2,11,0,14,4,10,9,7,0,6,12,5,3),
    MAP_OF_QUANTITY("capacity"), MAP_OF_QUANTITY("allocatable"), ALIAS("phase", "v1.NodePhase"),
    LIST_OF_OBJECT("conditions", core_node_condition), LIST_OF_OBJECT("addresses", core_node_address),
    OBJECT("daemonEndpoints", core_node_daemon_endpoints), OBJECT("nodeInfo", core_node_system_info),
    LIST_OF_OBJECT("images", core_container_image), LIST_OF_ALIAS("volumesInUse", "v1.UniqueVolumeName"),
    LIST_OF_OBJECT("volumesAttached", core_attached_volume), OBJECT("config", core_node_config_status),
    LIST_OF_OBJECT("runtimeHandlers", core_node_runtime_handler), OBJECT("features", core_node_features),
    LIST_OF_STRING("declaredFeatures", VT_ARGOCD_3_5));
TYPE(vt_native_node_type, /* v1.Node */ 0x78dde6c5, 3, SLOTS(0,5,2,0,1,3,4,0), STRING("kind"),
    STRING("apiVersion"), OBJECT("metadata", meta_object_meta), OBJECT("spec", core_node_spec),
    OBJECT("status", core_node_status));
static TYPE(core_namespace_spec, /* v1.NamespaceSpec */ 0x9e3779b1, 1, SLOTS(1,0),
    LIST_OF_ALIAS("finalizers", "v1.FinalizerName"));
static TYPE(core_namespace_condition, /* v1.NamespaceCondition */ 0x3c6ef363, 3, SLOTS(0,3,2,4,0,0,1,5),
    ALIAS("type", "v1.NamespaceConditionType"), ALIAS("status", "v1.ConditionStatus"),
    TIME("lastTransitionTime"), STRING("reason"), STRING("message"));
static TYPE(core_namespace_status, /* v1.NamespaceStatus */ 0x9e3779b1, 2, SLOTS(0,1,2,0),
    ALIAS("phase", "v1.NamespacePhase"), LIST_OF_OBJECT("conditions", core_namespace_condition));
TYPE(vt_native_namespace_type, /* v1.Namespace */ 0x78dde6c5, 3, SLOTS(0,5,2,0,1,3,4,0), STRING("kind"),
    STRING("apiVersion"), OBJECT("metadata", meta_object_meta), OBJECT("spec", core_namespace_spec),
    OBJECT("status", core_namespace_status));
static TYPE(core_glusterfs_persistent_volume_source, /* v1.GlusterfsPersistentVolumeSource */ 0x3c6ef363, 3,
    SLOTS(0,2,0,4,0,0,1,3), STRING("endpoints"), STRING("path"), BOOL("readOnly"),
    STRING("endpointsNamespace"));
static TYPE(core_secret_reference, /* v1.SecretReference */ 0x9e3779b1, 2, SLOTS(0,0,2,1), STRING("name"),
    STRING("namespace"));
static TYPE(core_rbd_persistent_volume_source, /* v1.RBDPersistentVolumeSource */ 0x2e2ac0eb, 4, SLOTS(0,0,0,
    7,2,0,8,4,5,3,1,0,6,0,0,0), LIST_OF_STRING("monitors"), STRING("image"), STRING("fsType"), STRING("pool"),
    STRING("user"), STRING("keyring"), OBJECT("secretRef", core_secret_reference), BOOL("readOnly"));
static TYPE(core_iscsi_persistent_volume_source, /* v1.ISCSIPersistentVolumeSource */ 0x850d3e43, 4, SLOTS(0,
    1,8,5,4,7,0,0,0,11,6,3,10,0,9,2), STRING("targetPortal"), STRING("iqn"), INT32("lun"),
    STRING("iscsiInterface"), STRING("fsType"), BOOL("readOnly"), LIST_OF_STRING("portals"),
    BOOL("chapAuthDiscovery"), BOOL("chapAuthSession"), OBJECT("secretRef", core_secret_reference),
    STRING("initiatorName"));
static TYPE(core_cinder_persistent_volume_source, /* v1.CinderPersistentVolumeSource */ 0x9e3779b1, 3,
    SLOTS(3,0,1,2,0,0,4,0), STRING("volumeID"), STRING("fsType"), BOOL("readOnly"),
    OBJECT("secretRef", core_secret_reference));
static TYPE(core_ceph_fs_persistent_volume_source, /* v1.CephFSPersistentVolumeSource */ 0xb54cda27, 3,
    SLOTS(5,6,2,1,0,0,4,3), LIST_OF_STRING("monitors"), STRING("path"), STRING("user"), STRING("secretFile"),
    OBJECT("secretRef", core_secret_reference), BOOL("readOnly"));
static TYPE(core_flex_persistent_volume_source, /* v1.FlexPersistentVolumeSource */ 0xb54cda27, 3, SLOTS(3,4,
    0,1,5,0,0,2), STRING("driver"), STRING("fsType"), OBJECT("secretRef", core_secret_reference),
    BOOL("readOnly"), MAP_OF_STRING("options"));
static TYPE(core_azure_file_persistent_volume_source, /* v1.AzureFilePersistentVolumeSource */ 0x9e3779b1, 3,
    SLOTS(3,0,0,0,0,1,4,2), STRING("secretName"), STRING("shareName"), BOOL("readOnly"),
    STRING("secretNamespace"));
static TYPE(core_scale_io_persistent_volume_source, /* v1.ScaleIOPersistentVolumeSource */ 0xa708a7af, 4,
    SLOTS(0,1,6,0,9,0,3,0,4,10,5,8,7,0,0,2), STRING("gateway"), STRING("system"),
    OBJECT("secretRef", core_secret_reference), BOOL("sslEnabled"), STRING("protectionDomain"),
    STRING("storagePool"), STRING("storageMode"), STRING("volumeName"), STRING("fsType"), BOOL("readOnly"));
static TYPE(core_local_volume_source, /* v1.LocalVolumeSource */ 0x9e3779b1, 2, SLOTS(1,2,0,0),
    STRING("path"), STRING("fsType"));
static TYPE(core_object_reference, /* v1.ObjectReference */ 0x5c5581d5, 3, SLOTS(1,2,6,4,5,7,3,0),
    STRING("kind"), STRING("namespace"), STRING("name"), ALIAS("uid", "types.UID"), STRING("apiVersion"),
    STRING("resourceVersion"), STRING("fieldPath"));
static TYPE(core_storage_os_persistent_volume_source, /* v1.StorageOSPersistentVolumeSource */ 0xb54cda27, 3,
    SLOTS(5,4,2,1,0,0,0,3), STRING("volumeName"), STRING("volumeNamespace"), STRING("fsType"),
    BOOL("readOnly"), OBJECT("secretRef", core_object_reference));
static TYPE(core_csi_persistent_volume_source, /* v1.CSIPersistentVolumeSource */ 0x01494e89, 4, SLOTS(2,4,5,
    1,0,6,0,0,8,3,0,10,9,0,7,0), STRING("driver"), STRING("volumeHandle"), BOOL("readOnly"), STRING("fsType"),
    MAP_OF_STRING("volumeAttributes"), OBJECT("controllerPublishSecretRef", core_secret_reference),
    OBJECT("nodeStageSecretRef", core_secret_reference),
    OBJECT("nodePublishSecretRef", core_secret_reference),
    OBJECT("controllerExpandSecretRef", core_secret_reference),
    OBJECT("nodeExpandSecretRef", core_secret_reference));
static TYPE(core_volume_node_affinity, /* v1.VolumeNodeAffinity */ 0x9e3779b1, 1, SLOTS(1,0),
    OBJECT("required", core_node_selector));
static TYPE(core_persistent_volume_spec, /* v1.PersistentVolumeSpec */ 0x9459e477, 6, SLOTS(12,0,0,0,22,0,0,7,
    0,11,27,16,4,1,9,0,0,0,24,26,10,0,20,0,0,0,0,15,5,0,19,30,0,0,18,17,0,6,14,0,31,29,0,0,3,0,21,0,0,0,0,0,0,
    0,23,0,0,8,0,25,28,13,2,0), MAP_OF_QUANTITY("capacity"),
    OBJECT("gcePersistentDisk", core_gce_persistent_disk_volume_source),
    OBJECT("awsElasticBlockStore", core_aws_elastic_block_store_volume_source),
    OBJECT("hostPath", core_host_path_volume_source),
    OBJECT("glusterfs", core_glusterfs_persistent_volume_source), OBJECT("nfs", core_nfs_volume_source),
    OBJECT("rbd", core_rbd_persistent_volume_source), OBJECT("iscsi", core_iscsi_persistent_volume_source),
    OBJECT("cinder", core_cinder_persistent_volume_source),
    OBJECT("cephfs", core_ceph_fs_persistent_volume_source), OBJECT("fc", core_fc_volume_source),
    OBJECT("flocker", core_flocker_volume_source), OBJECT("flexVolume", core_flex_persistent_volume_source),
    OBJECT("azureFile", core_azure_file_persistent_volume_source),
    OBJECT("vsphereVolume", core_vsphere_virtual_disk_volume_source),
    OBJECT("quobyte", core_quobyte_volume_source), OBJECT("azureDisk", core_azure_disk_volume_source),
    OBJECT("photonPersistentDisk", core_photon_persistent_disk_volume_source),
    OBJECT("portworxVolume", core_portworx_volume_source),
    OBJECT("scaleIO", core_scale_io_persistent_volume_source), OBJECT("local", core_local_volume_source),
    OBJECT("storageos", core_storage_os_persistent_volume_source),
    OBJECT("csi", core_csi_persistent_volume_source),
    LIST_OF_ALIAS("accessModes", "v1.PersistentVolumeAccessMode"), OBJECT("claimRef", core_object_reference),
    ALIAS("persistentVolumeReclaimPolicy", "v1.PersistentVolumeReclaimPolicy"), STRING("storageClassName"),
    LIST_OF_STRING("mountOptions"), ALIAS("volumeMode", "v1.PersistentVolumeMode"),
    OBJECT("nodeAffinity", core_volume_node_affinity), STRING("volumeAttributesClassName"));
static TYPE(core_persistent_volume_status, /* v1.PersistentVolumeStatus */ 0x3c6ef363, 3, SLOTS(0,0,4,3,0,0,1,
    2), ALIAS("phase", "v1.PersistentVolumePhase"), STRING("message"), STRING("reason"),
    TIME("lastPhaseTransitionTime"));
TYPE(vt_native_persistentvolume_type, /* v1.PersistentVolume */ 0x78dde6c5, 3, SLOTS(0,5,2,0,1,3,4,0),
    STRING("kind"), STRING("apiVersion"), OBJECT("metadata", meta_object_meta),
    OBJECT("spec", core_persistent_volume_spec), OBJECT("status", core_persistent_volume_status));
static TYPE(core_replication_controller_spec, /* v1.ReplicationControllerSpec */ 0xb54cda27, 3, SLOTS(0,3,2,1,
    0,0,0,4), INT32("replicas"), INT32("minReadySeconds"), MAP_OF_STRING("selector"),
    OBJECT("template", core_pod_template_spec));
static TYPE(core_replication_controller_condition, /* v1.ReplicationControllerCondition */ 0x3c6ef363, 3,
    SLOTS(0,3,2,4,0,0,1,5), ALIAS("type", "v1.ReplicationControllerConditionType"),
    ALIAS("status", "v1.ConditionStatus"), TIME("lastTransitionTime"), STRING("reason"), STRING("message"));
static TYPE(core_replication_controller_status, /* v1.ReplicationControllerStatus */ 0xb54cda27, 3, SLOTS(5,0,
    2,1,0,6,4,3), INT32("replicas"), INT32("fullyLabeledReplicas"), INT32("readyReplicas"),
    INT32("availableReplicas"), INT64("observedGeneration"),
    LIST_OF_OBJECT("conditions", core_replication_controller_condition));
TYPE(vt_native_replicationcontroller_type, /* v1.ReplicationController */ 0x78dde6c5, 3, SLOTS(0,5,2,0,1,3,4,
    0), STRING("kind"), STRING("apiVersion"), OBJECT("metadata", meta_object_meta),
    OBJECT("spec", core_replication_controller_spec), OBJECT("status", core_replication_controller_status));
static TYPE(core_scoped_resource_selector_requirement, /* v1.ScopedResourceSelectorRequirement */ 0x9e3779b1, 2,
    SLOTS(0,1,3,2), ALIAS("scopeName", "v1.ResourceQuotaScope"),
    ALIAS("operator", "v1.ScopeSelectorOperator"), LIST_OF_STRING("values"));
static TYPE(core_scope_selector, /* v1.ScopeSelector */ 0x9e3779b1, 1, SLOTS(0,1),
    LIST_OF_OBJECT("matchExpressions", core_scoped_resource_selector_requirement));
static TYPE(core_resource_quota_spec, /* v1.ResourceQuotaSpec */ 0x3c6ef363, 2, SLOTS(0,1,2,3),
    MAP_OF_QUANTITY("hard"), LIST_OF_ALIAS("scopes", "v1.ResourceQuotaScope"),
    OBJECT("scopeSelector", core_scope_selector));
static TYPE(core_resource_quota_status, /* v1.ResourceQuotaStatus */ 0x9e3779b1, 2, SLOTS(1,0,2,0),
    MAP_OF_QUANTITY("hard"), MAP_OF_QUANTITY("used"));
TYPE(vt_native_resourcequota_type, /* v1.ResourceQuota */ 0x78dde6c5, 3, SLOTS(0,5,2,0,1,3,4,0),
    STRING("kind"), STRING("apiVersion"), OBJECT("metadata", meta_object_meta),
    OBJECT("spec", core_resource_quota_spec), OBJECT("status", core_resource_quota_status));
static TYPE(certificates_certificate_signing_request_spec, /* v1.CertificateSigningRequestSpec */ 0xb54cda27, 4,
    SLOTS(6,0,3,8,0,0,0,0,0,7,1,0,5,4,2,0), LIST_OF_UINT8("request"), STRING("signerName"),
    INT32("expirationSeconds"), LIST_OF_ALIAS("usages", "v1.KeyUsage"), STRING("username"), STRING("uid"),
    LIST_OF_STRING("groups"), MAP_OF_ANYTHING("extra"));
static TYPE(certificates_certificate_signing_request_condition, /* v1.CertificateSigningRequestCondition */ 0x98c47537, 3,
    SLOTS(0,2,3,1,0,5,6,4), ALIAS("type", "v1.RequestConditionType"), ALIAS("status", "v1.ConditionStatus"),
    STRING("reason"), STRING("message"), TIME("lastUpdateTime"), TIME("lastTransitionTime"));
static TYPE(certificates_certificate_signing_request_status, /* v1.CertificateSigningRequestStatus */ 0x9e3779b1, 2,
    SLOTS(2,0,1,0), LIST_OF_OBJECT("conditions", certificates_certificate_signing_request_condition),
    LIST_OF_UINT8("certificate"));
TYPE(vt_native_certificatesigningrequest_type, /* v1.CertificateSigningRequest */ 0x78dde6c5, 3, SLOTS(0,5,2,
    0,1,3,4,0), STRING("kind"), STRING("apiVersion"), OBJECT("metadata", meta_object_meta),
    OBJECT("spec", certificates_certificate_signing_request_spec),
    OBJECT("status", certificates_certificate_signing_request_status));
static TYPE(certificates_v1beta1_certificate_signing_request_spec, /* v1beta1.CertificateSigningRequestSpec */ 0xb54cda27, 4,
    SLOTS(6,0,3,8,0,0,0,0,0,7,1,0,5,4,2,0), LIST_OF_UINT8("request"), STRING("signerName"),
    INT32("expirationSeconds"), LIST_OF_ALIAS("usages", "v1beta1.KeyUsage"), STRING("username"),
    STRING("uid"), LIST_OF_STRING("groups"), MAP_OF_ANYTHING("extra"));
static TYPE(certificates_v1beta1_certificate_signing_request_condition, /* v1beta1.CertificateSigningRequestCondition */ 0x98c47537, 3,
    SLOTS(0,2,3,1,0,5,6,4), ALIAS("type", "v1beta1.RequestConditionType"),
    ALIAS("status", "v1.ConditionStatus"), STRING("reason"), STRING("message"), TIME("lastUpdateTime"),
    TIME("lastTransitionTime"));
static TYPE(certificates_v1beta1_certificate_signing_request_status, /* v1beta1.CertificateSigningRequestStatus */ 0x9e3779b1, 2,
    SLOTS(2,0,1,0), LIST_OF_OBJECT("conditions", certificates_v1beta1_certificate_signing_request_condition),
    LIST_OF_UINT8("certificate"));
TYPE(vt_native_certificatesigningrequest_v1beta1_type, /* v1beta1.CertificateSigningRequest */ 0x78dde6c5, 3,
    SLOTS(0,5,2,0,1,3,4,0), STRING("kind"), STRING("apiVersion"), OBJECT("metadata", meta_object_meta),
    OBJECT("spec", certificates_v1beta1_certificate_signing_request_spec),
    OBJECT("status", certificates_v1beta1_certificate_signing_request_status));
static TYPE(workflow_status, /* main.workflowStatus */ 0x9e3779b1, 2, SLOTS(0,1,0,2), STRING("phase"),
    STRING("message"));
TYPE(vt_native_workflow_type, /* main.workflow */ 0x9e3779b1, 2, SLOTS(0,0,1,2),
    OBJECT("metadata", meta_object_meta), OBJECT("status", workflow_status));
static TYPE(status, /* health.status */ 0x9e3779b1, 2, SLOTS(0,1,0,2), ALIAS("phase", "health.nodePhase"),
    STRING("message"));
TYPE(vt_native_workflow_argocd_3_1_type, /* health.Workflow */ 0x9e3779b1, 1, SLOTS(0,1),
    OBJECT("status", status));

/* clang-format on */
