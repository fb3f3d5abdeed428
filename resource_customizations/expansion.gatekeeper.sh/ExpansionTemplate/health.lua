-- uses: gatekeeper
-- vitals:profiles combined
-- What Gatekeeper makes of workloads. Each pod of Gatekeeper reports its errors in byPod.

return (gatekeeper(obj))
