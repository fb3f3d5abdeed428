-- uses: elastic
-- A Logstash of Elastic Cloud on Kubernetes. Its health is green, yellow or red.

return (elastic(obj, "expectedNodes", "Unknown"))
