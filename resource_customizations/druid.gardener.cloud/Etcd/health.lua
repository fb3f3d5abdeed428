-- uses: conditions
-- vitals:profiles combined
-- An etcd of Gardener's etcd-druid. Its members and its backups decide.

return (conditions(obj, {
  { "Ready", False = "Degraded" },
  { "BackupReady", False = "Degraded" },
  { "DataVolumesReady", False = "Degraded" },
  { "AllMembersReady", False = "Progressing" },
  { "AllMembersUpdated", False = "Progressing" },
  { "Ready", Unknown = "Progressing", True = "Healthy" },
}))
