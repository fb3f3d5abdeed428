-- uses: bound
-- vitals:profiles combined
-- A Probe of the Prometheus Operator. Each workload that selects it says in a binding whether
-- it accepts it; older releases write no status.

return (bound(obj, "The probe is"))
