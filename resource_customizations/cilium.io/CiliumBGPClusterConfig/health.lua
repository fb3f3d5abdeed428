-- uses: conditions
-- vitals:profiles combined
-- Peers of Cilium in BGP. Its conditions say what is missing; without any it is in force.

return (conditions(obj, {
  otherwise = "Healthy",
  says = "CiliumBGPClusterConfig has no error",
  {
    "cilium.io/ConflictingClusterConfigs", "cilium.io/MissingPeerConfigs",
    "cilium.io/NoMatchingNode", True = "Degraded",
  },
  {
    "cilium.io/NoMatchingNode", True = "Progressing", Unknown = "Progressing",
    absent = "Progressing",
  },
}))
