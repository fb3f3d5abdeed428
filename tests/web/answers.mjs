// What the drawer asks for: why, conditions, history, the object, and the rules.

const lua = `hs = {status = "Progressing", message = "Waiting for certificate"}
if obj.status == nil or obj.status.conditions == nil then
  return hs
end
for _, c in ipairs(obj.status.conditions) do
  if c.type == "Issuing" and c.status == "True" then
    hs.message = c.message
    return hs
  end
end
for _, c in ipairs(obj.status.conditions) do
  if c.type == "Ready" then
    hs.status = c.status == "True" and "Healthy" or "Degraded"
    hs.message = c.message
    return hs
  end
end
return hs`

const certificate = `apiVersion: cert-manager.io/v1
kind: Certificate
metadata:
  name: shop-tls
  namespace: shop
  generation: 2
spec:
  secretName: shop-tls
  issuerRef:
    name: letsencrypt
status:
  observedGeneration: 2
  conditions:
  - type: Ready
    status: "False"
    reason: DoesNotExist
    message: Issuing certificate as Secret does not exist
  - type: Issuing
    status: "True"
    reason: DoesNotExist
    message: Issuing certificate as Secret does not exist
`

const deployment = (row) => `apiVersion: apps/v1
kind: ${row.k}
metadata:
  name: ${JSON.stringify(row.n)}
  namespace: ${JSON.stringify(row.ns)}
  generation: 14
spec:
  replicas: 2
  progressDeadlineSeconds: 600
status:
  observedGeneration: 14
  replicas: 3
  updatedReplicas: 2
  conditions:
  - type: Available
    status: "False"
  - type: Progressing
    status: "False"
    reason: ProgressDeadlineExceeded
    message: ReplicaSet "web-7d9c4f8b6" has timed out progressing.
`

export const objectOf = (row) => (row.k === 'Certificate' ? certificate : deployment(row))

const lines = lua.split('\n')
const passed = { deletion: '.metadata.deletionTimestamp is absent', customization: '12 keys, none near it', expression: 'no healthCheckExprs given', suspension: 'not a Flux kind', bundled: 'Argo CD 3.6 does not bundle one either' }
const sources = [...Object.keys(passed), 'native', 'kstatus']
const considered = (winner, text) => sources.map((rule, i) => (rule === winner ? { rule, outcome: 'decided', m: text }
  : i < sources.indexOf(winner) ? { rule, outcome: rule === 'deletion' ? 'no' : 'none', m: passed[rule] } : { rule, outcome: 'not asked' }))

function certificateWhy(row) {
  return { rule: 'cert-manager.io/Certificate', source: 'customization', at: 'argocd-cm.yaml:49', language: 'lua', line: 49, script: lua, code: lines.slice(5, 9).map((text, i) => [47 + i, text]),
    considered: considered('customization', 'no wildcard key matches as well'),
    read: [{ path: '.status.conditions[0].type', value: 'Ready' }, { path: '.status.conditions[1].type', value: 'Issuing' }, { path: '.status.conditions[1].status', value: 'True' }, { path: '.status.conditions[1].message', value: row.m }],
    below: [], profiles: { argocd: { s: 'Progressing' }, flux: { s: 'InProgress' }, kstatus: { s: 'InProgress' } }, cost: { steps: 35, ns: 8000 } }
}

function nativeWhy(row, owned) {
  return { rule: `${row.g ? `${row.g}/` : ''}${row.k}`, source: 'native', row: `${row.k}/3-progress-deadline`, language: 'native', code: [],
    considered: considered('native'),
    read: [{ path: '.spec.paused' }, { path: '.metadata.generation', value: 14 }, { path: '.status.observedGeneration', value: 14 }, { path: '.status.conditions[0].type', value: 'Available' }, { path: '.status.conditions[1].type', value: 'Progressing' }, { path: '.status.conditions[1].reason', value: 'ProgressDeadlineExceeded' }],
    below: owned, profiles: { argocd: { s: row.s }, flux: { s: row.s === 'Healthy' ? 'Current' : 'Failed' }, kstatus: { s: 'Failed', m: row.m } }, cost: { steps: 7, ns: 2100 } }
}

/** One resource in full; `rows` are those of its application. */
export function resourceOf(row, rows) {
  const at = rows.indexOf(row)
  const below = (one) => one && (one.p === at || below(rows[one.p]))
  const owned = rows.filter((one) => below(one) && one.s !== 'Healthy').map(({ k, n, s, m, id }) => ({ k, n, s, m, id }))
  const why = row.by?.rule === 'none' ? { rule: 'none', considered: considered('', ''), nearest: 'example.com/Wigdet', profiles: { flux: { s: 'Current' } } }
    : row.k === 'Certificate' ? certificateWhy(row) : nativeWhy(row, owned)
  return { ...row, why, conditions: row.s ? [
    { type: 'Available', status: 'False', lastTransitionTime: row.since, reason: 'MinimumReplicasUnavailable', message: 'Deployment does not have minimum availability.' },
    { type: 'Progressing', status: 'False', lastTransitionTime: row.since, reason: 'ProgressDeadlineExceeded', message: row.m }] : [] }
}

/** A day of an application or a resource. */
export function historyOf(row, now) {
  const at = (minutes) => new Date(now - minutes * 60000).toISOString()
  return [{ at: at(26 * 60), s: 'Healthy', m: '' }, { at: at(620), s: 'Progressing', m: '2 out of 3 new replicas' }, { at: at(590), s: 'Healthy', m: '' },
    { at: at(200), s: 'Degraded', m: 'damped: shorter than 30 s' }, { at: at(190), s: 'Healthy', m: '' }, { at: at(19), s: 'Progressing', m: '0 out of 2 new replicas are available' }, { at: at(9), s: row.s, m: row.m ?? '' }]
}

export const rules = [
  { rule: 'cert-manager.io/Certificate', at: 'argocd-cm.yaml:49', language: 'lua', kinds: ['Certificate'], matched: 214, failed: 0, p99: 11, differs: { argocd: 3 } },
  { rule: 'example.com/Tenant', at: 'argocd-cm.yaml:77', language: 'lua', kinds: ['Tenant'], matched: 9, failed: 9, p99: 14, lint: ['lua-nil-index: status may be nil on line 12'] },
  { rule: 'example.com/Wigdet', at: 'argocd-cm.yaml:91', language: 'lua', kinds: ['Wigdet'], matched: 0, failed: 0, lint: ['matches nothing: did you mean example.com/Widget?'] },
  { rule: 'apps/Deployment', language: 'native', kinds: ['Deployment'], matched: 1830, failed: 0, p99: 3, differs: { kstatus: 12 } },
  ...['apps/StatefulSet', 'apps/ReplicaSet', 'Pod', 'Service', 'Ingress', 'Job', 'PersistentVolumeClaim'].map((rule, i) => ({ rule, language: 'native', kinds: [rule.split('/').pop()], matched: 400 - i * 40, failed: 0, p99: 2 })),
  { rule: 'helm.toolkit.fluxcd.io/HelmRelease', at: 'kustomization.yaml:31', language: 'cel', kinds: 'HelmRelease', matched: 61, failed: 0, p99: 9 },
]
