-- uses: istio
-- vitals:profiles combined
-- Every kind of security.istio.io. What Istio's analysis found decides. Status is optional
-- there: without one, an object counts as good.

return (istio(obj))
