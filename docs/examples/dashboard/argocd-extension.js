// A tab "Why" for every resource in Argo CD's own page: the rule that decided, its line, and what it read.
//
// Argo CD's server reads it from /tmp/extensions/vitals/extension-vitals.js, and passes requests on to `vitals serve` as
// the proxy extension `vitals`, in the ConfigMap argocd-cm:
//
//   extension.config: |
//     extensions:
//     - name: vitals
//       backend:
//         services:
//         - url: http://vitals.vitals.svc:7007
//           headers:
//           - name: Authorization
//             value: $vitals.authorization     # "Bearer TOKEN", in the Secret argocd-secret
//
// CLUSTER is the name that `vitals serve` gives the cluster. It holds no React of its own.
(({ React, extensionsAPI }) => {
  const { createElement: el, useEffect, useState } = React
  const cluster = 'cluster' // CLUSTER

  const colours = { Healthy: '#0a7c5f', Progressing: '#0873a3', Degraded: '#c22f3c', Suspended: '#645c8c', Missing: '#8a5d00' }

  // A proxy extension checks that the application may be seen, from these headers.
  const headers = (application) => ({
    'Argocd-Application-Name': `${application.metadata.namespace}:${application.metadata.name}`,
    'Argocd-Project-Name': application.spec.project,
  })

  const code = (why) => why.code?.length
    ? el('pre', {}, why.code.map(([number, text]) =>
      el('div', { key: number, style: number === why.line ? { background: 'rgba(244,192,48,.35)' } : {} }, `${String(number).padStart(4)}  ${text}`)))
    : null

  const read = (why) => why.read?.length
    ? el('table', {}, el('tbody', {}, why.read.map(({ path, value }) =>
      el('tr', { key: path }, el('td', { style: { paddingRight: 16 } }, el('code', {}, path)), el('td', {}, el('code', {}, value === undefined ? 'absent' : JSON.stringify(value)))))))
    : null

  /** The tab of one resource. */
  function Why({ application, resource }) {
    const [state, setState] = useState({})
    const uid = resource?.metadata?.uid
    useEffect(() => {
      if (!uid) return undefined
      const stop = new AbortController()
      fetch(`/extensions/vitals/v1/resources/${encodeURIComponent(cluster)}/${encodeURIComponent(uid)}`,
        { headers: headers(application), signal: stop.signal })
        .then(async (answer) => {
          if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).detail ?? `status ${answer.status}`)
          setState({ row: await answer.json() })
        })
        .catch((problem) => problem.name === 'AbortError' || setState({ problem: problem.message }))
      return () => stop.abort()
    }, [uid])
    if (state.problem) return el('p', {}, `vitals: ${state.problem}`)
    if (!state.row) return el('p', {}, 'Loading')
    const { row } = state
    const why = row.why ?? {}
    return el('div', {},
      el('p', {}, el('b', { style: { color: colours[row.raw ?? row.s] } }, row.raw ?? row.s ?? 'no health'), ` ${row.m}`),
      el('p', {}, 'Decided by ', el('b', {}, why.rule ?? 'no rule'), ' ', el('code', {}, why.lineAt ?? why.at ?? '')),
      code(why), read(why))
  }

  extensionsAPI.registerResourceExtension(Why, '**', '*', 'Why')
})(window)
