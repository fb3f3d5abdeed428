-- uses: problems
-- vitals:profiles combined
-- Which logs go where, by the Logging operator. problems decide.

return (problems(obj))
