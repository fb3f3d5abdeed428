-- uses: volsync
-- vitals:profiles combined
-- What VolSync copies. Synchronizing decides, and the result of the last mover.

return (volsync(obj))
