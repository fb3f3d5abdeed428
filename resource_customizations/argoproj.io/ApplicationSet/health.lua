-- uses: conditions
-- A generator of applications. ErrorOccurred and ResourcesUpToDate report whether it could write
-- them, RolloutProgressing whether a progressive sync goes on. How the applications themselves
-- are does not count.

return (conditions(obj, {
  waiting = "Waiting for the status to be reported",
  { "ErrorOccurred", True = "Degraded" },
  { "ResourcesUpToDate", False = "Degraded" },
  { "RolloutProgressing", True = "Progressing" },
  { "ResourcesUpToDate", True = "Healthy" },
}))
