-- uses: problems
-- vitals:profiles combined
-- Where logs go, by the Logging operator. problems decide.

return (problems(obj))
