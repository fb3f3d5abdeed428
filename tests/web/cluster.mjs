// A real API server with controllers and nodes without machines (tests/cluster/server), and a fleet on it: more than 300
// objects, a rollout that is broken, a sync that failed. VITALS_TEST_CLUSTER names the program.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Start one: { folder, kubeconfig, apply(objects), status(objects), end() }. */
export async function cluster(program) {
  const place = mkdtempSync(join(tmpdir(), 'vitals-web-'))
  const child = spawn(program, ['up', '--controllers'], { stdio: ['pipe', 'pipe', 'ignore'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const answer = async (asked) => {
    const { value = 'it ended' } = await lines.next()
    if (!value.startsWith('ok')) throw new Error(`${asked}: ${value}`)
    return value.slice(3)
  }
  const ask = (command) => {
    child.stdin.write(`${command}\n`)
    return answer(command)
  }
  const give = (command) => (objects) => {
    const file = join(place, 'objects.yaml')
    writeFileSync(file, objects.map((object) => JSON.stringify(object)).join('\n---\n'))
    return ask(`${command} ${file}`)
  }
  await answer('up')
  const folder = await ask('directory')
  return {
    folder, place, kubeconfig: join(folder, 'admin.kubeconfig'), apply: give('apply'), status: give('status'),
    async end() {
      child.stdin.end()
      await new Promise((resolve) => { child.on('exit', resolve) })
      rmSync(place, { recursive: true })
    },
  }
}

const crd = (group, version, plural, kind) => ({
  apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: `${plural}.${group}` },
  spec: { group, scope: 'Namespaced', names: { kind, plural },
    versions: [{ name: version, served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } } }] },
})

const here = { server: 'https://kubernetes.default.svc' }
const namespace = (name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })

function deployment(app, name, fail) {
  const labels = { app: name, ...(fail && { fail }) }
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, namespace: app, labels: { 'app.kubernetes.io/instance': app } },
    spec: { replicas: 2, ...(fail && { progressDeadlineSeconds: 5 }), selector: { matchLabels: { app: name } },
      template: { metadata: { labels }, spec: { containers: [{ name: 'app', image: `registry.example/${app}/${name}:1.4` }] } } } }
}

const service = (app, name) => ({ apiVersion: 'v1', kind: 'Service', metadata: { name, namespace: app, labels: { 'app.kubernetes.io/instance': app } },
  spec: { selector: { app: name }, ports: [{ port: 80 }] } })

const settings = (app) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: app, labels: { 'app.kubernetes.io/instance': app } }, data: { level: 'info' } })

const groupOf = ({ apiVersion }) => (apiVersion.includes('/') ? apiVersion.split('/')[0] : '')

/** Without the label of Argo CD. */
const unlabelled = ({ metadata: { labels, ...metadata }, ...object }) => ({ ...object, metadata })

function application(name, objects, status = {}) {
  return { apiVersion: 'argoproj.io/v1alpha1', kind: 'Application', metadata: { name, namespace: 'argocd' },
    spec: { project: 'default', destination: { ...here, namespace: name }, source: { repoURL: 'https://git.example/fleet', path: name } },
    status: { health: { status: name === 'shop' ? 'Degraded' : 'Healthy' }, sync: { status: 'Synced', revision: '4fcaa4ab0157d1c3' }, operationState: { phase: 'Succeeded', syncResult: { revision: '4fcaa4ab0157d1c3' } },
      resources: objects.map((object) => ({ group: groupOf(object), version: object.apiVersion.split('/').pop(), kind: object.kind, namespace: name, name: object.metadata.name })), ...status } }
}

const refused = 'one or more synchronization tasks are not valid: the namespace "ledgers" does not exist'

// ARGO: an automatic sync that failed is not tried again, and the condition repeats what the operation said.
const failedSync = { sync: { status: 'OutOfSync', revision: '9be04c7d21aa3f60' },
  operationState: { phase: 'Failed', message: refused, syncResult: { revision: '9be04c7d21aa3f60' } },
  conditions: [{ type: 'SyncError', message: `Failed last sync attempt to [9be04c7d21aa3f60]: ${refused}` }] }

const words = 'api worker web images search mailer'.split(' ')
const apps = 'shop payments catalog sessions accounts shipping pricing invoices reports audit webhooks geo'.split(' ')

const certificate = { apiVersion: 'cert-manager.io/v1', kind: 'Certificate', metadata: { name: 'shop-tls', namespace: 'shop', generation: 1, labels: { 'app.kubernetes.io/instance': 'shop' } },
  spec: { secretName: 'shop-tls', issuerRef: { name: 'letsencrypt' } },
  status: { conditions: [{ type: 'Ready', status: 'False', reason: 'DoesNotExist', message: 'Issuing certificate as Secret does not exist', lastTransitionTime: new Date().toISOString() },
    { type: 'Issuing', status: 'True', reason: 'DoesNotExist', message: 'Issuing certificate as Secret does not exist', lastTransitionTime: new Date().toISOString() }] } }

const flux = { apiVersion: 'kustomize.toolkit.fluxcd.io/v1', kind: 'Kustomization', metadata: { name: 'platform', namespace: 'flux-system', generation: 2 }, spec: { path: './platform', suspend: true },
  status: { observedGeneration: 2, lastAppliedRevision: 'main@sha1:4fcaa4ab', conditions: [{ type: 'Ready', status: 'True', reason: 'ReconciliationSucceeded', message: 'Applied revision: main@sha1:4fcaa4ab', lastTransitionTime: new Date().toISOString() }],
    inventory: { entries: [{ id: 'platform_gateway_apps_Deployment', v: 'v1' }, { id: 'platform_gateway__Service', v: 'v1' }] } } }

const widget = { apiVersion: 'example.com/v1', kind: 'Gadget', metadata: { name: 'banner', namespace: 'catalog', labels: { 'app.kubernetes.io/instance': 'catalog' } }, spec: {} }

const probed = (object) => ({ ...object, spec: { ...object.spec, progressDeadlineSeconds: 600, template: { ...object.spec.template, metadata: { labels: { ...object.spec.template.metadata.labels, fail: 'probe' } } } } })

/** Put the fleet on a cluster. */
export async function furnish({ apply }) {
  await apply([crd('argoproj.io', 'v1alpha1', 'applications', 'Application'), crd('kustomize.toolkit.fluxcd.io', 'v1', 'kustomizations', 'Kustomization'),
    crd('cert-manager.io', 'v1', 'certificates', 'Certificate'), crd('example.com', 'v1', 'gadgets', 'Gadget')])
  await apply([...apps, 'argocd', 'flux-system', 'platform'].map(namespace))
  for (const app of apps) {
    const objects = words.flatMap((name) => [deployment(app, name, app === 'shop' && name === 'web' ? 'crash' : ''), service(app, name)]).concat(settings(app))
    if (app === 'shop') objects.push(certificate)
    if (app === 'catalog') objects.push(widget)
    if (app === 'reports') objects[0] = probed(objects[0])
    await apply([...objects, application(app, objects, app === 'payments' ? failedSync : {})])
  }
  await apply([unlabelled(deployment('platform', 'gateway', '')), unlabelled(service('platform', 'gateway')), flux])
}
