-- uses: answers
-- vitals:profiles combined
-- A pool of model servers. Each gateway that uses it reports whether it accepted the pool and
-- resolved its references.

return (answers(obj, {}))
