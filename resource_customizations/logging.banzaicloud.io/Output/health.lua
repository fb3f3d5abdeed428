-- uses: problems
-- vitals:profiles combined
-- Where logs of a namespace go, by the Logging operator. problems decide.

return (problems(obj))
