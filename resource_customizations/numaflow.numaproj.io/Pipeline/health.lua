-- uses: numaflow
-- A pipeline of Numaflow. Its phase decides; while it runs, so do its conditions, and a failed
-- upgrade of Numaplane.

return (numaflow(obj))
