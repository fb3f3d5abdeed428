-- uses: gatekeeper
-- vitals:profiles combined
-- Every mutation of Gatekeeper. Each pod of Gatekeeper reports its errors in byPod.

return (gatekeeper(obj))
