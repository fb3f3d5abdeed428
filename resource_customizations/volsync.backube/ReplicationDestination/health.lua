-- uses: volsync
-- vitals:profiles combined
-- Where VolSync copies to. Synchronizing decides, and the result of the last mover.

return (volsync(obj))
