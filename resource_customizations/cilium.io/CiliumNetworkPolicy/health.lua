-- uses: conditions
-- vitals:profiles combined
-- A network policy of Cilium. Valid says whether its rules make sense; older releases write no
-- status, and such a policy counts as good.

return (conditions(obj, {
  otherwise = "Healthy",
  says = "The policy has no error",
  { "Valid", False = "Degraded", says = "The policy is not valid" },
  { "Valid", True = "Healthy", says = "The policy has no error" },
}))
