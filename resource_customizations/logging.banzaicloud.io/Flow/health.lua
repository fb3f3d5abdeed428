-- uses: problems
-- vitals:profiles combined
-- Which logs of a namespace go where, by the Logging operator. problems decide.

return (problems(obj))
