-- uses: phases
-- vitals:profiles combined
-- A request to Velero for a file of a backup. Its phase decides.
-- Facts: velero-io/velero, pkg/apis/velero/v1/download_request_types.go.

return (phases(obj, {
  Healthy = { "Processed" },
  Progressing = { "New" },
  Degraded = { "Failed" },
}))
