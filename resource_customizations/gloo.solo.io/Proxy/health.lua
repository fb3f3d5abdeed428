-- uses: gloo
-- The configuration of a proxy of Gloo: each installation of Gloo that watches it reports
-- whether it accepts it. The worst report decides.

return (gloo(obj))
