-- uses: numaflow
-- A buffer between the steps of Numaflow. Its phase decides; while it runs, so do its conditions.

return (numaflow(obj))
