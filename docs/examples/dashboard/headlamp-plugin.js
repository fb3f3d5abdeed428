// A section "vitals" on every page of a resource in Headlamp: its health, and the rule that decided. Put it as main.js, with a
// package.json of { "name": "vitals", "version": "0.1.0" }, into a folder of Headlamp's plugins.
//
// Headlamp's page asks `vitals serve` through the Kubernetes API, as the user who is logged in: the Service of kubernetes.yaml by
// the API server's proxy. That user needs the right to `get` services/proxy there. The proxy keeps the Authorization to itself and
// names the server by the address of its pod: run such a server with --insecure-listen and --host=$(POD_IP), behind a
// NetworkPolicy that lets the API server alone reach it.
//
// It uses what Headlamp shares with plugins, and holds no library of its own.
(({ pluginLib }) => {
  const { React, ApiProxy, CommonComponents, registerDetailsViewSection } = pluginLib
  const { createElement: el, useEffect, useState } = React
  const service = '/api/v1/namespaces/vitals/services/http:vitals:7007/proxy'
  const cluster = 'cluster' // the name that `vitals serve` gives the cluster

  const ask = (uid) => ApiProxy.request(`${service}/v1/resources/${encodeURIComponent(cluster)}/${encodeURIComponent(uid)}`)

  function Vitals({ resource }) {
    const [state, setState] = useState({})
    const uid = resource?.metadata?.uid
    useEffect(() => {
      let ended = false
      if (uid) ask(uid).then((row) => ended || setState({ row }), (problem) => ended || setState({ problem: problem.message }))
      return () => { ended = true }
    }, [uid])
    if (!uid || state.problem) return null // not followed, or not to be seen
    if (!state.row) return el(CommonComponents.Loader, { title: 'Loading' })
    const { row } = state
    return el(CommonComponents.SectionBox, { title: 'vitals' }, el(CommonComponents.NameValueTable, { rows: [
      { name: 'Health', value: row.raw ?? row.s ?? 'no health' },
      { name: 'Reason', value: row.m },
      { name: 'Decided by', value: [row.why?.rule, row.why?.lineAt ?? row.why?.at].filter(Boolean).join(' ') },
    ] }))
  }

  registerDetailsViewSection(Vitals)
})(window)
