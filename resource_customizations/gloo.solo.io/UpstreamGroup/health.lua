-- uses: gloo
-- A group of weighted destinations of Gloo: each installation of Gloo that watches it reports
-- whether it accepts it. The worst report decides.

return (gloo(obj))
