-- uses: phases
-- vitals:profiles combined
-- A part of Splunk Enterprise. Its phase decides.

return (phases(obj, {
  message = { "message" },
  Healthy = { "Ready" },
  Progressing = { "Pending", "Updating", "ScalingUp", "ScalingDown", "Terminating" },
  Degraded = { "Error" },
}))
