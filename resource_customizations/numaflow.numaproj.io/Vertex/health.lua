-- uses: numaflow
-- A vertex of a pipeline of Numaflow. Its phase decides; while it runs, so do its conditions.

return (numaflow(obj))
