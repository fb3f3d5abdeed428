-- uses: phases
-- An object store of Ceph: its phase decides.
-- Facts: rook/rook, pkg/operator/k8sutil/status.go and pkg/operator/ceph/object/controller.go.

return (phases(obj, {
  observed = "success",
  kind = "Ceph object store",
  message = { "message" },
  Healthy = { "Ready", "Connected" },
  Progressing = { "Progressing", "Connecting", "Deleting" },
  Degraded = { "Failure", "ReconcileFailed" },
}))
