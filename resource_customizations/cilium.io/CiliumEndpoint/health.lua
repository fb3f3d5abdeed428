-- uses: phases
-- vitals:profiles combined
-- What Cilium knows of a Pod's network. Its state decides.

return (phases(obj, {
  field = "state",
  Healthy = { "ready" },
  Progressing = {
    "creating", "waiting-for-identity", "not-ready", "waiting-to-regenerate", "regenerating",
    "restoring", "disconnecting", "disconnected",
  },
  Degraded = { "invalid" },
}))
