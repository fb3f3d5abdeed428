// Made objects: a fleet that looks like one, in the forms of the HTTP API. The same seed gives the same fleet.

export const statuses = ['Healthy', 'Progressing', 'Degraded', 'Suspended', 'Missing', 'Unknown', 'Unassessed']

const clusterNames = ['prod-eu-1', 'prod-eu-2', 'prod-us-1', 'prod-us-2', 'prod-ap-1', 'staging-eu', 'staging-us', 'tools', 'ml-gpu-1', 'edge-lab-3']
const words = `shop checkout cart payments ledger invoices search catalog images sessions accounts auth gateway mailer webhooks audit
reports billing fraud geo pricing promo inventory warehouse shipping tracking returns support chat cms blog docs grafana loki tempo mimir
vault external-dns cert-manager istio keda velero kyverno kafka redis postgres clickhouse minio airflow spark mlflow trainer batch nightly
importer sync-erp sso backup dns-cache node-tools policy quota sandbox profiler crossplane status feature-store recommender`.split(/\s+/)

const reasons = {
  Degraded: [['Deployment', 'web', 'Deployment "web" exceeded its progress deadline'], ['Job', 'migrate-42', 'Job has reached the specified backoff limit'],
    ['HelmRelease', 'chart', 'Helm upgrade failed: timed out waiting for the condition']],
  Missing: [['Service', 'api', 'in Git, not in the cluster']],
  Unknown: [['Tenant', 'blue', 'line 12: attempt to index nil value (field "status")']],
  Progressing: [['StatefulSet', 'db', 'Waiting for 1 pods to be ready...'], ['Certificate', 'tls', 'Issuing certificate as Secret does not exist']],
  Suspended: [['HelmRelease', 'chart', 'HelmRelease is suspended: INC-4711, ask Dana']],
}

function random(seed) {
  let at = seed
  return () => {
    at = (at + 0x6d2b79f5) | 0
    let x = Math.imul(at ^ (at >>> 15), at | 1)
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61)
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296
  }
}

const countsOf = (rows) => statuses.map((status) => rows.filter((row) => row.s === status && row.counted !== false).length)

/** A fleet: { clusters, applications (rows), resources (rows by application) } of about `objects` objects at `now` (ms). */
export function fleet({ objects = 300, now = Date.now() } = {}) {
  const next = random(7)
  const pick = (list) => list[Math.floor(next() * list.length)]
  const ago = (minutes) => new Date(now - minutes * 60000).toISOString()
  const large = objects > 1000
  const clusters = clusterNames.map((c) => ({ c, state: { 'prod-ap-1': 'reconnecting', 'edge-lab-3': 'silent' }[c] ?? 'live', last: ago(c === 'edge-lab-3' ? 4.2 : 0), counts: [], applications: [], errors: c === 'prod-ap-1' ? ['watch of pods: connection reset'] : [] }))
  const applications = []
  const resources = new Map()
  const total = large ? 791 : 42
  const status = () => {
    const x = next() * (large ? 1 : 0.12)
    return x < 0.0065 ? 'Degraded' : x < 0.008 ? 'Missing' : x < 0.011 ? 'Unknown' : x < 0.025 ? 'Progressing' : x < 0.034 ? 'Suspended' : x < 0.042 ? 'Unassessed' : 'Healthy'
  }

  function add(c, n, ns, s, rows, more = {}) {
    const because = reasons[s] && pick(reasons[s])
    const sky = Array.from({ length: 24 }, (_, hour) => (hour === 23 ? statuses.indexOf(s) : next() < (s === 'Degraded' ? 0.18 : 0.012) ? pick([1, 2, 1]) : s === 'Suspended' || s === 'Unassessed' ? statuses.indexOf(s) : 0)).join('')
    const row = { c, ns, n, k: n.length % 3 ? 'Application' : 'Kustomization', s, since: ago(s === 'Healthy' || s === 'Suspended' ? 1440 * (1 + Math.floor(next() * 40)) : 2 + next() * next() * 400),
      counts: countsOf(rows), sky, delivery: { s: 'in-step', rev: 'main@sha1:4fcaa4ab' }, ...more }
    if (because && !row.w) row.w = { k: because[0], n: because[1], ns: n, m: because[2], uid: `${c}-${ns}-${n}-0` }
    applications.push(row)
    resources.set(`${c}/${ns}/${n}`, rows)
    for (const one of rows) one.app = [ns, n]
  }

  const node = (c, app, i, k, n, s = 'Healthy', more = {}) => ({ c, id: `${c}-argocd-${app}-${i}`, g: groups[k] ?? '', v: 'v1', k, ns: app, n, s, m: '', since: ago(s === 'Healthy' ? 8640 : 9), by: { rule: 'native' }, p: -1, counted: true, ...more })
  const shop = shopResources((...given) => node('prod-eu-1', 'shop', ...given), ago)
  add('prod-eu-1', 'shop', 'argocd', 'Degraded', shop, { k: 'Application', since: ago(9), w: { k: 'Deployment', n: 'web', ns: 'shop', m: 'Deployment "web" exceeded its progress deadline', uid: shop[0].id }, delivery: { s: 'failed', m: 'one or more synchronization tasks are not valid', rev: '4fcaa4ab01' } })
  if (large) {
    const many = bigResources((...given) => node('tools', 'crossplane', ...given), objects - shop.length)
    add('tools', 'crossplane', 'argocd', 'Progressing', many, { since: ago(3), w: { k: 'Bucket', n: 'r-0-0', ns: 'crossplane', m: 'Ready is False: Creating', uid: many[1].id } })
  }
  for (let i = 0; applications.length < total; i++) {
    const round = Math.floor(i / words.length)
    const n = words[i % words.length] + (round < clusterNames.length ? '' : `-${Math.floor(round / clusterNames.length)}`)
    const c = clusterNames[(round + i % words.length) % clusterNames.length]
    if (n === 'shop' || applications.some((row) => row.n === n && row.c === c)) continue
    const s = status()
    const first = !applications.some((row) => row.n === n)
    const rows = []
    const size = large ? 0 : 7
    for (let j = 0; j < size; j++) {
      const because = j === 0 && reasons[s]?.[0]
      rows.push(node(c, n, j, because ? because[0] : ['Deployment', 'Service', 'ConfigMap', 'Ingress', 'StatefulSet', 'Secret', 'CronJob'][j], because ? because[1] : `${n}-${j}`, because || j === 0 ? s : j === 2 || j === 5 ? null : 'Healthy', { m: because ? because[2] : '' }))
    }
    const more = large ? { counts: statuses.map((one) => (one === s ? 1 + Math.floor(next() * 2) : one === 'Healthy' ? 8 + Math.floor(next() * 60) : 0)) } : {}
    if (n === 'ledger' && first) more.incomplete = 'secrets may not be listed'
    if (n === 'search' && first) Object.assign(more, { raw: 'Degraded', until: new Date(now + 20000).toISOString() })
    if (n === 'gateway' && first) more.flaps = 1
    add(c, n, 'argocd', s, rows, more)
  }
  for (const cluster of clusters) {
    const mine = applications.filter((row) => row.c === cluster.c)
    cluster.applications = countsOf(mine)
    cluster.counts = statuses.map((_, i) => mine.reduce((sum, row) => sum + row.counts[i], 0))
  }
  return { clusters, applications, resources }
}

const groups = { Deployment: 'apps', ReplicaSet: 'apps', StatefulSet: 'apps', Certificate: 'cert-manager.io', HelmRelease: 'helm.toolkit.fluxcd.io', Ingress: 'networking.k8s.io', Job: 'batch', CronJob: 'batch', Widget: 'example.com' }

function shopResources(make, ago) {
  const rows = []
  const put = (...given) => rows.push(make(rows.length, ...given)) - 1
  const web = put('Deployment', 'web', 'Degraded', { m: 'Deployment "web" exceeded its progress deadline' })
  const set = put('ReplicaSet', 'web-7d9c4f8b6', 'Progressing', { p: web, counted: false, since: ago(19), m: 'Waiting for rollout to finish: 0 out of 2 new replicas are available...' })
  for (const end of ['4kq2x', 'zm8wd']) put('Pod', `web-7d9c4f8b6-${end}`, 'Degraded', { p: set, counted: false, since: ago(18), m: `back-off 5m0s restarting failed container=web pod=web-7d9c4f8b6-${end}_shop` })
  put('ReplicaSet', 'web-5f6b7c9d4', 'Healthy', { p: web, counted: false })
  put('Certificate', 'shop-tls', 'Progressing', { since: ago(4), m: 'Issuing certificate as Secret does not exist', by: { rule: 'cert-manager.io/Certificate', at: 'argocd-cm.yaml:49' } })
  put('HelmRelease', 'redis', 'Suspended', { since: ago(7200), m: 'HelmRelease is suspended: INC-4711, ask Dana', by: { rule: 'bundled', at: 'helm.toolkit.fluxcd.io/HelmRelease:6' } })
  for (const n of ['api', 'worker', 'images', 'search']) {
    const parent = put('Deployment', n)
    const replicas = put('ReplicaSet', `${n}-6c8d9f7b5`, 'Healthy', { p: parent, counted: false })
    for (const end of ['a7k2', 'b9x4']) put('Pod', `${n}-6c8d9f7b5-${end}`, 'Healthy', { p: replicas, counted: false })
  }
  for (const [k, n] of [['StatefulSet', 'db'], ['PersistentVolumeClaim', 'data-db-0'], ['Service', 'web'], ['Service', 'api'], ['Ingress', 'shop'], ['CronJob', 'cleanup']]) put(k, n)
  put('Widget', 'banner', 'Unassessed', { m: 'no rule for example.com/Widget', by: { rule: 'none' } })
  for (const [k, n] of [['ConfigMap', 'settings'], ['ConfigMap', 'flags'], ['ServiceAccount', 'web']]) put(k, n, null)
  return rows
}

function bigResources(make, size) {
  const rows = []
  let parent = -1
  for (let i = 0; i < size; i++) {
    if (i % 161 === 0) {
      parent = rows.push(make(i, 'Composition', `team-${i / 161}`, 'Healthy', { by: { rule: 'bundled', at: 'crossplane:9' } })) - 1
      continue
    }
    const bad = i % 167 === 1
    if (bad) rows[parent].s = 'Progressing'
    rows.push(make(i, ['Bucket', 'Role', 'Queue', 'Subnet'][i % 4], `r-${Math.floor(i / 161)}-${i % 161}`, bad ? 'Progressing' : 'Healthy', { p: parent, m: bad ? 'Ready is False: Creating' : '', by: { rule: 'bundled', at: 'crossplane:21' } }))
  }
  return rows
}

/** Text as a hostile cluster would send it. */
export const hostile = '<img src=x onerror=alert(1)><script>globalThis.broken=1</script>\u202egnitset\u202c \u001b[31mred\u001b[0m "]}\'--'

/** An application whose every text is hostile. */
export function hostileApplication(now = Date.now()) {
  const name = `__proto__<b>${hostile}`
  const at = new Date(now - 60000).toISOString()
  const row = { c: 'prod-eu-1', ns: 'constructor', n: name, k: 'Application', s: 'Degraded', since: at, counts: [0, 0, 1, 0, 0, 0, 0],
    w: { k: hostile, n: name, ns: hostile, m: hostile + 'm'.repeat(100000), uid: 'hostile/../<id>' }, incomplete: hostile, delivery: { s: 'failed', m: hostile, rev: hostile } }
  const resource = { c: 'prod-eu-1', id: 'hostile/../<id>', g: hostile, v: 'v1', k: hostile, ns: hostile, n: name, s: 'Degraded', m: row.w.m, since: at, by: { rule: hostile, at: hostile }, p: -1, counted: true, app: ['constructor', name] }
  return { row, resources: [resource] }
}
