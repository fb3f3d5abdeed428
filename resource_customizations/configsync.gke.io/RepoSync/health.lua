-- uses: configsync
-- vitals:profiles combined
-- What Config Sync applies to a namespace. Stalled, Reconciling and Syncing decide; errorSummary
-- counts what went wrong, and the errors of the source, the rendering and the sync name it.

return (configsync(obj))
