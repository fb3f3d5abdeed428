-- uses: phases
-- vitals:profiles combined
-- An application that Ramen moves between clusters. Its phase decides.

return (phases(obj, {
  kind = "The application",
  because = "Available",
  Healthy = { "Deployed", "FailedOver", "Relocated" },
  Progressing = { "Initiating", "Deploying", "FailingOver", "Relocating", "Deleting" },
  Suspended = { "WaitForUser" },
}))
