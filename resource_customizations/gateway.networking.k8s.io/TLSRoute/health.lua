-- uses: answers
-- Each parent of a route reports whether it accepted the route and resolved its references;
-- some also report Programmed.

return (answers(obj, {}))
