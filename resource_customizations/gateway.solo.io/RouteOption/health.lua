-- uses: gloo
-- Options of routes of Gloo: each installation of Gloo that watches it reports whether it
-- accepts it. The worst report decides.

return (gloo(obj))
