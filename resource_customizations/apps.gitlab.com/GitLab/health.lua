-- uses: conditions
-- vitals:profiles combined
-- An installation of GitLab. Upgrading and Available decide.

return (conditions(obj, {
  { "Upgrading", True = "Progressing" },
  { "Available", True = "Healthy", False = "Progressing" },
}))
