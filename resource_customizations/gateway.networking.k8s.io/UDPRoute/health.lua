-- uses: answers
-- vitals:profiles combined
-- Each parent of a route reports whether it accepted the route and resolved its references.

return (answers(obj, {}))
