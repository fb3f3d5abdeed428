-- uses: elastic
-- vitals:profiles combined
-- An APM Server of Elastic Cloud on Kubernetes. Its health is green, yellow or red; an
-- association that has failed is worse.

return (elastic(obj, "count"))
