// The page of `vitals serve` over a real API server: every view in both themes. VITALS_PICTURES names a folder for pictures.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { after, before } from 'node:test'
import { assertClean, eventually, findings, until, visit } from './browser.mjs'
import { cluster, furnish } from './cluster.mjs'
import { darkroom, develop, themes } from './pictures.mjs'
import { address } from './serving.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { VITALS: program, VITALS_TEST_CLUSTER: server, VITALS_PICTURES: folder } = process.env
const skip = !program ? 'VITALS is not set' : !server ? 'no real API server; tools/dev test-cluster has one' : false

let there
let serving
let url
let room

const get = async (path) => (await fetch(`${url}/v1/${path}`)).json()

before(async () => {
  if (skip) return
  there = await cluster(server)
  await furnish(there)
  serving = spawn(program, ['serve', '--kubeconfig', there.kubeconfig, '--argocd-cm', 'docs/examples/shop/argocd-cm.yaml', '--grace', '2s',
    '--history', join(there.place, 'history.db'), '--listen', '127.0.0.1:0'], { cwd: root })
  url = await address(serving)
  room = await darkroom()
  await eventually('the rollout is broken', async () => (await get('applications')).items.some(({ n, s }) => n === 'shop' && s === 'Degraded'))
  await eventually('the others run', async () => (await get('applications')).items.filter(({ s }) => s === 'Progressing').length <= 1)
})
after(async () => {
  serving?.kill()
  await there?.end()
})

test('the fleet is what was put there', { skip }, async () => {
  const { items, total } = await get('resources')
  process.stdout.write(`# ${total} resources, ${(await get('applications')).total} applications\n`)
  assert.ok(items.length >= 300, `${items.length}`)
  const byName = Object.fromEntries((await get('applications')).items.map((row) => [row.n, row]))
  assert.equal(byName.shop.s, 'Degraded')
  assert.match(`${byName.shop.w.k}/${byName.shop.w.n}`, /^Pod\/web-/)
  assert.equal(byName.payments.delivery.s, 'failed')
  const { clusters } = await get('summary')
  assert.deepEqual(clusters.map(({ state, errors }) => [state, errors]), [['live', []]])
})

/** The path of the page about a resource of an application. */
async function about(kind, name, tab = '') {
  const row = (await get('resources?limit=5000')).items.find(({ k, n, ns }) => k === kind && n === name && ns === 'shop')
  return `${await app('shop')}?${new URLSearchParams({ r: row.id, rc: row.c, ...(tab && { tab }) })}`
}

async function app(name) {
  const row = (await get('applications')).items.find(({ n }) => n === name)
  return `/app/${[row.c, row.ns ?? '', row.n].map(encodeURIComponent).join('/')}`
}

const views = {
  fleet: { path: () => '/', shows: /applications? needs? attention/ },
  matrix: { path: () => '/?show=matrix' },
  application: { path: () => app('shop'), shows: /because of.*web/ },
  delivery: { path: () => app('payments'), shows: /Delivery.*failed.*ledgers/ },
  why: { path: () => about('Deployment', 'web'), wait: '.steps', shows: /ProgressDeadlineExceeded/ },
  'why-script': { path: () => about('Certificate', 'shop-tls'), wait: '.code .hit', shows: /argocd-cm\.yaml/ },
  conditions: { path: () => about('Deployment', 'web', 'conditions'), wait: '.drawer .kv', shows: /MinimumReplicasUnavailable/ },
  history: { path: () => about('Deployment', 'web', 'history'), wait: '.drawer .kv', shows: /Degraded/ },
  yaml: { path: () => about('Deployment', 'web', 'yaml'), wait: '.drawer .code', shows: /kind: Deployment/ },
  resources: { path: () => '/resources', shows: /Pod/ },
  rules: { path: () => '/rules', shows: /cert-manager\.io\/Certificate/ },
  playground: { path: async () => (await about('Certificate', 'shop-tls')).replace(/.*\?/, '/playground?'), wait: '.ed .l', shows: /decided/ },
}

for (const [name, { path, wait = '.row', shows = /./ }] of Object.entries(views)) {
  for (const theme of themes) {
    test(`${name}, ${theme}`, { skip }, async () => {
      const page = await visit(url + await path(), { theme, wait, width: 1280, height: 800 })
      await until(page, (source) => new RegExp(source, 's').test(document.querySelector('main').textContent), shows.source)
      assert.deepEqual(await findings(page), [])
      await assertClean(page)
      if (folder) {
        mkdirSync(folder, { recursive: true })
        writeFileSync(join(folder, `${name}-${theme}.webp`), await develop(room, await page.screenshot({ animations: 'disabled' }), 0.6))
        if (process.env.VITALS_PICTURES_PNG) writeFileSync(join(process.env.VITALS_PICTURES_PNG, `real-${name}-${theme}.png`), await page.screenshot())
      }
      await page.close()
    })
  }
}
