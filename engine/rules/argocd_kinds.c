/* Argo CD, release by release: the names of its checks. ARGO: resource_customizations of the releases in releases.c. */
#include "rules/argocd_kinds.h"

#include "base/memory/sized.h"
#include "health/health.h"

/* --------------------------------------------------------------------- kinds */

/* A kind and, for each release, the number of the release that brought its script or changed it last. */
typedef struct history_row {
    const char *group, *kind;
    char revisions[VT_ARGOCD_NEWEST + 1];
} history_row;

/* clang-format off */
/* Sorted by group, then kind, bytewise. */
static const history_row exact_kinds[] = {
    { "acid.zalan.do", "postgresql", "11111111" },
    { "acme.cert-manager.io", "Challenge", "00000008" },
    { "acme.cert-manager.io", "Order", "00000008" },
    { "addons.cluster.x-k8s.io", "ClusterResourceSet", "11111111" },
    { "addons.projectcapsule.dev", "GlobalSopsSecret", "00000008" },
    { "addons.projectcapsule.dev", "SopsProvider", "00000008" },
    { "addons.projectcapsule.dev", "SopsSecret", "00000008" },
    { "apiextensions.k8s.io", "CustomResourceDefinition", "02222277" },
    { "apps.3scale.net", "APIManager", "00044444" },
    { "apps.kruise.io", "AdvancedCronJob", "11111111" },
    { "apps.kruise.io", "BroadcastJob", "11111111" },
    { "apps.kruise.io", "CloneSet", "11111111" },
    { "apps.kruise.io", "DaemonSet", "11111111" },
    { "apps.kruise.io", "StatefulSet", "11111111" },
    { "apps.openshift.io", "DeploymentConfig", "11111111" },
    { "argoproj.io", "AnalysisRun", "11111111" },
    { "argoproj.io", "ApplicationSet", "12244444" },
    { "argoproj.io", "CronWorkflow", "11111111" },
    { "argoproj.io", "EventBus", "11111111" },
    { "argoproj.io", "Experiment", "11111111" },
    { "argoproj.io", "Rollout", "11111111" },
    { "astra.netapp.io", "AppVault", "11111111" },
    { "astra.netapp.io", "Application", "11111111" },
    { "astra.netapp.io", "Backup", "11111111" },
    { "astra.netapp.io", "ExecHook", "11111111" },
    { "astra.netapp.io", "ExecHooksRun", "11111111" },
    { "astra.netapp.io", "ResourceBackup", "11111111" },
    { "astra.netapp.io", "ResticVolumeBackup", "11111111" },
    { "astra.netapp.io", "Schedule", "11111111" },
    { "astra.netapp.io", "Snapshot", "11111111" },
    { "batch", "CronJob", "00044666" },
    { "beat.k8s.elastic.co", "Beat", "11111111" },
    { "bitnami.com", "SealedSecret", "11115555" },
    { "camel.apache.org", "Integration", "11111111" },
    { "capabilities.3scale.net", "ActiveDoc", "00044444" },
    { "capabilities.3scale.net", "Application", "00044444" },
    { "capabilities.3scale.net", "ApplicationAuth", "00044444" },
    { "capabilities.3scale.net", "Backend", "00044444" },
    { "capabilities.3scale.net", "CustomPolicyDefinition", "00044444" },
    { "capabilities.3scale.net", "DeveloperAccount", "00044444" },
    { "capabilities.3scale.net", "DeveloperUser", "00044444" },
    { "capabilities.3scale.net", "OpenAPI", "00044444" },
    { "capabilities.3scale.net", "Product", "00044444" },
    { "capabilities.3scale.net", "ProxyConfigPromote", "00044444" },
    { "capabilities.3scale.net", "Tenant", "00044444" },
    { "capsule.clastix.io", "CapsuleConfiguration", "00000008" },
    { "capsule.clastix.io", "CustomQuota", "00000008" },
    { "capsule.clastix.io", "GlobalCustomQuota", "00000008" },
    { "capsule.clastix.io", "GlobalProxySettings", "00000008" },
    { "capsule.clastix.io", "GlobalTenantResource", "00000008" },
    { "capsule.clastix.io", "ProxySetting", "00000008" },
    { "capsule.clastix.io", "ResourcePool", "00000008" },
    { "capsule.clastix.io", "ResourcePoolClaim", "00000008" },
    { "capsule.clastix.io", "Tenant", "00000008" },
    { "capsule.clastix.io", "TenantOwner", "00000008" },
    { "capsule.clastix.io", "TenantResource", "00000008" },
    { "cassandra.rook.io", "Cluster", "11111111" },
    { "cdi.kubevirt.io", "DataVolume", "11111111" },
    { "ceph.rook.io", "CephCluster", "00005555" },
    { "ceph.rook.io", "CephObjectStore", "00005555" },
    { "cert-manager.io", "Certificate", "11111111" },
    { "cert-manager.io", "CertificateRequest", "00000008" },
    { "cert-manager.io", "ClusterIssuer", "11111111" },
    { "cert-manager.io", "Issuer", "11111111" },
    { "certmanager.k8s.io", "Certificate", "11111111" },
    { "certmanager.k8s.io", "Issuer", "11111111" },
    { "clickhouse-keeper.altinity.com", "ClickHouseKeeperInstallation", "00044444" },
    { "clickhouse.altinity.com", "ClickHouseInstallation", "00044444" },
    { "cloudfront.aws.crossplane.io", "Distribution", "11111111" },
    { "cloudfunctions.cnrm.cloud.google.com", "CloudFunctionsFunction", "11110000" },
    { "cloudscheduler.cnrm.cloud.google.com", "CloudSchedulerJob", "11110000" },
    { "cluster.x-k8s.io", "Cluster", "11115555" },
    { "cluster.x-k8s.io", "Machine", "11111111" },
    { "cluster.x-k8s.io", "MachineDeployment", "11111111" },
    { "cluster.x-k8s.io", "MachineHealthCheck", "11111111" },
    { "cluster.x-k8s.io", "MachinePool", "11333333" },
    { "compute.cnrm.cloud.google.com", "ComputeDisk", "11110000" },
    { "controlplane.cluster.x-k8s.io", "AWSManagedControlPlane", "11111118" },
    { "coralogix.com", "Alert", "00044444" },
    { "coralogix.com", "RecordingRuleGroupSet", "00044444" },
    { "core.gardener.cloud", "Shoot", "00000077" },
    { "core.humio.com", "HumioAction", "11111111" },
    { "core.humio.com", "HumioAlert", "11111111" },
    { "core.humio.com", "HumioCluster", "11111111" },
    { "core.humio.com", "HumioIngestToken", "11111111" },
    { "core.humio.com", "HumioParser", "11111111" },
    { "core.humio.com", "HumioRepository", "11111111" },
    { "core.humio.com", "HumioView", "11111111" },
    { "core.spinkube.dev", "SpinApp", "00333333" },
    { "datadoghq.com", "DatadogMetric", "00044444" },
    { "db.atlasgo.io", "AtlasMigration", "11111111" },
    { "db.atlasgo.io", "AtlasSchema", "11111111" },
    { "elasticsearch.k8s.elastic.co", "Elasticsearch", "11111111" },
    { "external-secrets.io", "ClusterExternalSecret", "11111111" },
    { "external-secrets.io", "ClusterSecretStore", "11111111" },
    { "external-secrets.io", "ExternalSecret", "11111111" },
    { "external-secrets.io", "PushSecret", "11111111" },
    { "external-secrets.io", "SecretStore", "11111111" },
    { "flagger.app", "Canary", "11111111" },
    { "flink.apache.org", "FlinkDeployment", "11115555" },
    { "flink.apache.org", "FlinkSessionJob", "00000008" },
    { "game.kruise.io", "GameServer", "00044444" },
    { "game.kruise.io", "GameServerSet", "00044444" },
    { "gateway.envoyproxy.io", "Backend", "00000008" },
    { "gateway.envoyproxy.io", "BackendTrafficPolicy", "00000008" },
    { "gateway.envoyproxy.io", "ClientTrafficPolicy", "00000008" },
    { "gateway.envoyproxy.io", "EnvoyExtensionPolicy", "00000008" },
    { "gateway.envoyproxy.io", "EnvoyPatchPolicy", "00000008" },
    { "gateway.envoyproxy.io", "SecurityPolicy", "00000008" },
    { "gateway.networking.k8s.io", "BackendTLSPolicy", "00000077" },
    { "gateway.networking.k8s.io", "GRPCRoute", "00335555" },
    { "gateway.networking.k8s.io", "Gateway", "00333333" },
    { "gateway.networking.k8s.io", "GatewayClass", "00000077" },
    { "gateway.networking.k8s.io", "HTTPRoute", "00333333" },
    { "gateway.networking.k8s.io", "ListenerSet", "00000008" },
    { "gateway.networking.k8s.io", "TLSRoute", "00000008" },
    { "gateway.solo.io", "Gateway", "11111111" },
    { "gateway.solo.io", "MatchableHttpGateway", "11111111" },
    { "gateway.solo.io", "RouteOption", "11111111" },
    { "gateway.solo.io", "RouteTable", "11111111" },
    { "gateway.solo.io", "VirtualHostOption", "11111111" },
    { "gateway.solo.io", "VirtualService", "11111111" },
    { "gloo.solo.io", "Proxy", "11111111" },
    { "gloo.solo.io", "Settings", "11111111" },
    { "gloo.solo.io", "Upstream", "11111111" },
    { "gloo.solo.io", "UpstreamGroup", "11111111" },
    { "grafana.integreatly.org", "Grafana", "11111111" },
    { "grafana.integreatly.org", "GrafanaDashboard", "00333333" },
    { "grafana.integreatly.org", "GrafanaDatasource", "11111111" },
    { "grafana.integreatly.org", "GrafanaFolder", "00335555" },
    { "helm.toolkit.fluxcd.io", "HelmRelease", "11111111" },
    { "iam.aws.crossplane.io", "Policy", "11111111" },
    { "iam.aws.crossplane.io", "Role", "11111111" },
    { "iam.aws.crossplane.io", "RolePolicyAttachment", "11111111" },
    { "iam.cnrm.cloud.google.com", "IAMPartialPolicy", "11110000" },
    { "iam.cnrm.cloud.google.com", "IAMPolicy", "11110000" },
    { "iam.cnrm.cloud.google.com", "IAMPolicyMember", "11110000" },
    { "iam.cnrm.cloud.google.com", "IAMServiceAccount", "11110000" },
    { "iammanager.keikoproj.io", "Iamrole", "11111111" },
    { "image.toolkit.fluxcd.io", "ImagePolicy", "11111111" },
    { "image.toolkit.fluxcd.io", "ImageRepository", "11111111" },
    { "image.toolkit.fluxcd.io", "ImageUpdateAutomation", "11111111" },
    { "install.istio.io", "IstioOperator", "11111111" },
    { "jaegertracing.io", "Jaeger", "11111111" },
    { "k8s.keycloak.org", "Keycloak", "11111111" },
    { "k8s.mariadb.com", "Backup", "11111111" },
    { "k8s.mariadb.com", "Database", "11111111" },
    { "k8s.mariadb.com", "Grant", "11111111" },
    { "k8s.mariadb.com", "MariaDB", "11111111" },
    { "k8s.mariadb.com", "SqlJob", "11111111" },
    { "k8s.mariadb.com", "User", "11111111" },
    { "kafka.banzaicloud.io", "KafkaCluster", "11111111" },
    { "kafka.strimzi.io", "Kafka", "11111111" },
    { "kafka.strimzi.io", "KafkaBridge", "11111111" },
    { "kafka.strimzi.io", "KafkaConnect", "11111111" },
    { "kafka.strimzi.io", "KafkaConnector", "11111111" },
    { "kafka.strimzi.io", "KafkaTopic", "11111111" },
    { "kafka.strimzi.io", "KafkaUser", "11111111" },
    { "karpenter.k8s.aws", "EC2NodeClass", "00333333" },
    { "karpenter.sh", "NodeClaim", "00000077" },
    { "karpenter.sh", "NodePool", "00333333" },
    { "keda.sh", "ScaledJob", "00005555" },
    { "keda.sh", "ScaledObject", "11333333" },
    { "kiali.io", "Kiali", "11111111" },
    { "kro.run", "ResourceGraphDefinition", "00000008" },
    { "kubernetes-client.io", "ExternalSecret", "11111111" },
    { "kubevirt.io", "VirtualMachine", "11115555" },
    { "kubevirt.io", "VirtualMachineInstance", "11111111" },
    { "kustomize.toolkit.fluxcd.io", "Kustomization", "11111111" },
    { "kyverno.io", "ClusterPolicy", "00000008" },
    { "kyverno.io", "Policy", "00333333" },
    { "lifecycle.keptn.sh", "KeptnAppVersion", "11111111" },
    { "lifecycle.keptn.sh", "KeptnEvaluation", "11111111" },
    { "lifecycle.keptn.sh", "KeptnTask", "11111111" },
    { "lifecycle.keptn.sh", "KeptnWorkloadInstance", "11111111" },
    { "lifecycle.keptn.sh", "KeptnWorkloadVersion", "11111111" },
    { "logstash.k8s.elastic.co", "Logstash", "00333333" },
    { "mariadb.mmontes.io", "MariaDB", "11111111" },
    { "medusa.k8ssandra.io", "MedusaBackupJob", "00000008" },
    { "medusa.k8ssandra.io", "MedusaTask", "00000008" },
    { "metrics.keptn.sh", "Analysis", "11111111" },
    { "metrics.keptn.sh", "KeptnMetric", "11111111" },
    { "minio.min.io", "Tenant", "11111111" },
    { "monitoring.coreos.com", "Alertmanager", "00000008" },
    { "monitoring.coreos.com", "Prometheus", "11111111" },
    { "monitoring.coreos.com", "ThanosRuler", "00000008" },
    { "networking.gke.io", "ManagedCertificate", "11111111" },
    { "nmstate.io", "NodeNetworkConfigurationPolicy", "00000666" },
    { "notification.toolkit.fluxcd.io", "Receiver", "11111111" },
    { "numaflow.numaproj.io", "InterStepBufferService", "11111666" },
    { "numaflow.numaproj.io", "MonoVertex", "11333666" },
    { "numaflow.numaproj.io", "Pipeline", "11333666" },
    { "numaflow.numaproj.io", "Vertex", "11333333" },
    { "numaplane.numaproj.io", "ISBServiceRollout", "12222222" },
    { "numaplane.numaproj.io", "MonoVertexRollout", "12333333" },
    { "numaplane.numaproj.io", "NumaflowControllerRollout", "12222222" },
    { "numaplane.numaproj.io", "PipelineRollout", "12333333" },
    { "objectbucket.io", "ObjectBucketClaim", "00005555" },
    { "ocs.openshift.io", "StorageCluster", "00333333" },
    { "onepassword.com", "OnePasswordItem", "11111111" },
    { "openfaas.com", "Function", "11111111" },
    { "opentelemetry.io", "OpenTelemetryCollector", "00335666" },
    { "operator.knative.dev", "KnativeEventing", "11111111" },
    { "operator.knative.dev", "KnativeServing", "11111111" },
    { "operator.openshift.io", "IngressController", "11111111" },
    { "operators.coreos.com", "Subscription", "12222277" },
    { "pkg.crossplane.io", "Provider", "11115555" },
    { "platform.confluent.io", "Connect", "11111111" },
    { "platform.confluent.io", "Connector", "11111111" },
    { "platform.confluent.io", "ControlCenter", "11111111" },
    { "platform.confluent.io", "Kafka", "11111111" },
    { "platform.confluent.io", "KsqlDB", "11111111" },
    { "platform.confluent.io", "SchemaRegistry", "11111111" },
    { "platform.confluent.io", "Zookeeper", "11111111" },
    { "policies.kyverno.io", "DeletingPolicy", "00000008" },
    { "policies.kyverno.io", "GeneratingPolicy", "00000008" },
    { "policies.kyverno.io", "ImageValidatingPolicy", "00000008" },
    { "policies.kyverno.io", "MutatingPolicy", "00000008" },
    { "policies.kyverno.io", "NamespacedDeletingPolicy", "00000008" },
    { "policies.kyverno.io", "NamespacedGeneratingPolicy", "00000008" },
    { "policies.kyverno.io", "NamespacedImageValidatingPolicy", "00000008" },
    { "policies.kyverno.io", "NamespacedMutatingPolicy", "00000008" },
    { "policies.kyverno.io", "NamespacedValidatingPolicy", "00000008" },
    { "policies.kyverno.io", "ValidatingPolicy", "00000008" },
    { "policy", "PodDisruptionBudget", "11111111" },
    { "policy.open-cluster-management.io", "CertificatePolicy", "11111111" },
    { "policy.open-cluster-management.io", "ConfigurationPolicy", "11111111" },
    { "policy.open-cluster-management.io", "OperatorPolicy", "11111111" },
    { "policy.open-cluster-management.io", "Policy", "11144444" },
    { "postgresql.cnpg.io", "Backup", "00000008" },
    { "postgresql.cnpg.io", "Cluster", "00335555" },
    { "postgresql.cnpg.io", "Database", "00000008" },
    { "proclaim.dogmatiq.io", "DNSSDServiceInstance", "11111111" },
    { "projectcontour.io", "ExtensionService", "00044444" },
    { "projectcontour.io", "HTTPProxy", "00344666" },
    { "promoter.argoproj.io", "ArgoCDCommitStatus", "00044478" },
    { "promoter.argoproj.io", "ChangeTransferPolicy", "00044478" },
    { "promoter.argoproj.io", "ClusterScmProvider", "00000078" },
    { "promoter.argoproj.io", "CommitStatus", "00044478" },
    { "promoter.argoproj.io", "GitCommitStatus", "00000078" },
    { "promoter.argoproj.io", "GitRepository", "00000078" },
    { "promoter.argoproj.io", "PromotionStrategy", "00045578" },
    { "promoter.argoproj.io", "PullRequest", "00044478" },
    { "promoter.argoproj.io", "ScmProvider", "00000078" },
    { "promoter.argoproj.io", "TimedCommitStatus", "00000078" },
    { "promoter.argoproj.io", "WebRequestCommitStatus", "00000078" },
    { "psmdb.percona.com", "PerconaServerMongoDB", "11111111" },
    { "pubsub.cnrm.cloud.google.com", "PubSubSubscription", "11110000" },
    { "pubsub.cnrm.cloud.google.com", "PubSubTopic", "11110000" },
    { "pulumi.com", "Stack", "00000008" },
    { "pxc.percona.com", "PerconaXtraDBCluster", "11111111" },
    { "rabbitmq.com", "Binding", "00333333" },
    { "rabbitmq.com", "Exchange", "00333333" },
    { "rabbitmq.com", "Permission", "00333333" },
    { "rabbitmq.com", "Policy", "00333333" },
    { "rabbitmq.com", "Queue", "00333333" },
    { "rabbitmq.com", "RabbitmqCluster", "11111668" },
    { "rabbitmq.com", "Shovel", "00333333" },
    { "rabbitmq.com", "User", "00333333" },
    { "rabbitmq.com", "Vhost", "00333333" },
    { "rds.aws.crossplane.io", "DBCluster", "11111111" },
    { "rds.aws.crossplane.io", "DBInstance", "11111111" },
    { "resourcemanager.cnrm.cloud.google.com", "Project", "11110000" },
    { "rollouts.kruise.io", "Rollout", "11111111" },
    { "route.openshift.io", "Route", "11111111" },
    { "route53.aws.crossplane.io", "ResourceRecordSet", "11111111" },
    { "s3.aws.crossplane.io", "Bucket", "11111111" },
    { "services.cloud.sap.com", "ServiceBinding", "00005555" },
    { "services.cloud.sap.com", "ServiceInstance", "00005555" },
    { "serving.knative.dev", "Service", "11111111" },
    { "serving.kserve.io", "InferenceService", "12222222" },
    { "serving.kserve.io", "LLMInferenceService", "00000008" },
    { "snapshot.storage.k8s.io", "VolumeSnapshot", "11111111" },
    { "snapshot.storage.k8s.io", "VolumeSnapshotContent", "11111111" },
    { "solr.apache.org", "SolrCloud", "11111111" },
    { "source.toolkit.fluxcd.io", "Bucket", "11111111" },
    { "source.toolkit.fluxcd.io", "GitRepository", "11111111" },
    { "source.toolkit.fluxcd.io", "HelmChart", "11111111" },
    { "source.toolkit.fluxcd.io", "HelmRepository", "11111111" },
    { "source.toolkit.fluxcd.io", "OCIRepository", "11111111" },
    { "sparkoperator.k8s.io", "SparkApplication", "11111111" },
    { "spot.io", "SpotDeployment", "11111111" },
    { "sql.cnrm.cloud.google.com", "SQLDatabase", "11110000" },
    { "sql.cnrm.cloud.google.com", "SQLInstance", "11110000" },
    { "stacks.crossplane.io", "ClusterStackInstall", "11111111" },
    { "storage.cnrm.cloud.google.com", "StorageBucket", "11110000" },
    { "storage.cnrm.cloud.google.com", "StorageBucketAccessControl", "11110000" },
    { "storage.cnrm.cloud.google.com", "StorageDefaultObjectAccessControl", "11110000" },
    { "tekton.dev", "PipelineRun", "00000008" },
    { "tekton.dev", "TaskRun", "00000008" },
    { "tower.ansible.com", "AnsibleJob", "11111111" },
    { "trident.netapp.io", "TridentBackendConfig", "11111111" },
    { "trident.netapp.io", "TridentOrchestrator", "11111111" },
    { "trust.cert-manager.io", "Bundle", "00000008" },
    { "velero.io", "Backup", "00000008" },
    { "velero.io", "Restore", "00000008" },
    { "velero.io", "Schedule", "00000008" },
    { "work.karmada.io", "ClusterResourceBinding", "11111111" },
    { "work.karmada.io", "ResourceBinding", "11111118" },
    { "zookeeper.pravega.io", "ZookeeperCluster", "11111111" },
};

/* Directories with a wildcard; the rest of the name is literal. */
static const history_row wildcard_kinds[] = {
    { "_.cnrm.cloud.google.com", "_", "00005555" },
    { "_.crossplane.io", "_", "00335555" },
    { "_.services.k8s.aws", "_", "00000008" },
    { "_.upbound.io", "_", "00335555" },
    { "grafana-org-operator.kubitus-project.gitlab.io", "_", "00005555" },
    { "kro.run", "_", "00000008" },
    { "microgateway.airlock.com", "_", "00000008" },
    { "operator.victoriametrics.com", "_", "00000078" },
};
/* clang-format on */

enum {
    EXACT_COUNT = sizeof exact_kinds / sizeof exact_kinds[0],
    WILDCARD_COUNT = sizeof wildcard_kinds / sizeof wildcard_kinds[0]
};

static unsigned revision_of(const history_row *row, unsigned release) {
    return (unsigned)(row->revisions[release - 1] - '0');
}

static int compare(vt_text group, vt_text kind, const history_row *row) {
    const int order = vt_text_compare(group, vt_text_from(row->group));
    return order ? order : vt_text_compare(kind, vt_text_from(row->kind));
}

static const history_row *find_exact(vt_text group, vt_text kind) {
    size_t low = 0, high = EXACT_COUNT;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const int order = compare(group, kind, &exact_kinds[middle]);
        if (order == 0) return &exact_kinds[middle];
        if (order < 0) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return NULL;
}

/* A leading `_` matches any prefix; the kind does not matter. */
static bool group_matches(vt_text group, vt_text pattern) {
    if (!vt_text_starts(pattern, VT_TEXT("_"))) return vt_text_equal(group, pattern);
    return vt_text_ends(group, vt_text_between(pattern, 1, pattern.size));
}

unsigned vt_argocd_revision(unsigned release, vt_text group, vt_text kind) {
    if (release == 0 || release > VT_ARGOCD_NEWEST) release = VT_ARGOCD_NEWEST;
    const history_row *exact = find_exact(group, kind);
    unsigned revision = exact ? revision_of(exact, release) : 0;
    for (size_t i = 0; i < WILDCARD_COUNT && !revision; i++) {
        if (group_matches(group, vt_text_from(wildcard_kinds[i].group))) {
            revision = revision_of(&wildcard_kinds[i], release);
        }
    }
    return revision;
}

unsigned vitals_argocd_check_revision(unsigned release, vitals_text group, vitals_text kind) {
    return vt_argocd_revision(release, group, kind);
}

bool vitals_argocd_bundles(vitals_text group, vitals_text kind) {
    return vt_argocd_revision(0, group, kind) != 0;
}

bool vt_argocd_kind_at(size_t index, vt_text *group, vt_text *kind) {
    if (index >= EXACT_COUNT) return false;
    *group = vt_text_from(exact_kinds[index].group);
    *kind = vt_text_from(exact_kinds[index].kind);
    return true;
}
