// The extension of Argo CD and the plug-in of Headlamp, run with a recorded answer and a React of a few lines.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import vm from 'node:vm'

const place = new URL('../../docs/examples/dashboard/', import.meta.url)
const uid = 'a b/1' // must be encoded
const row = {
  s: 'Healthy', raw: 'Degraded', m: 'no issuer', k: 'Certificate', n: 'tls',
  why: { rule: 'cert-manager.io/Certificate', lineAt: 'health.lua:7', line: 7, code: [[6, 'if ready then'], [7, '  return "<b>"']],
    read: [{ path: '.status.conditions', value: [1] }, { path: '.spec' }] },
}

/** Components are functions; state and effects are kept by their place. draw() renders until nothing changes. */
function react() {
  const states = []
  const ends = []
  let at = 0
  let due = []
  const React = {
    createElement: (type, props, ...children) => ({ type, props: { ...props, children } }),
    useState: (first) => {
      const place = at++
      if (!(place in states)) states[place] = first
      return [states[place], (value) => { states[place] = value }]
    },
    useEffect: (run, inputs) => {
      const place = at++
      if (JSON.stringify(states[place]) === JSON.stringify(inputs)) return
      states[place] = inputs
      due.push(run)
    },
  }
  const text = (node) => {
    if (node === null || node === undefined || typeof node === 'boolean') return ''
    if (Array.isArray(node)) return node.map(text).join('')
    if (typeof node !== 'object') return String(node)
    return typeof node.type === 'function' ? text(node.type(node.props)) : text(node.props.children) + (node.props.rows ? JSON.stringify(node.props.rows) : '')
  }
  const draw = async (component, props) => {
    let shown
    for (let i = 0; i < 5; i++) {
      at = 0
      shown = text(component(props))
      for (const run of due.splice(0)) ends.push(run())
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    return shown
  }
  return { React, draw, end: () => ends.forEach((end) => end?.()) }
}

const run = (name, window) => vm.runInNewContext(readFileSync(new URL(name, place), 'utf8'),
  { window, fetch: window.fetch, AbortController, encodeURIComponent, JSON, String, Error })

const application = { metadata: { name: 'shop', namespace: 'argocd' }, spec: { project: 'default' } }
const resource = { metadata: { uid } }

test('the extension of Argo CD shows the rule, its line and what it read', async () => {
  const { React, draw, end } = react()
  const asked = []
  let tab
  run('argocd-extension.js', {
    React, extensionsAPI: { registerResourceExtension: (...given) => { tab = given } },
    fetch: async (path, options) => { asked.push([path, { ...options.headers }]); return { ok: true, json: async () => row } },
  })
  assert.deepEqual(tab.slice(1), ['**', '*', 'Why'])
  const shown = await draw(tab[0], { application, resource })
  assert.deepEqual(asked, [['/extensions/vitals/v1/resources/cluster/a%20b%2F1',
    { 'Argocd-Application-Name': 'argocd:shop', 'Argocd-Project-Name': 'default' }]])
  for (const words of ['Degraded', 'no issuer', 'cert-manager.io/Certificate', 'health.lua:7', '   7    return "<b>"', '.status.conditions', 'absent']) assert.ok(shown.includes(words), words)
  end()
})

test('the extension of Argo CD shows why there is no answer', async () => {
  const { React, draw } = react()
  let component
  run('argocd-extension.js', {
    React, extensionsAPI: { registerResourceExtension: (given) => { component = given } },
    fetch: async () => ({ ok: false, status: 404, json: async () => ({ detail: 'this resource is not here' }) }),
  })
  assert.equal(await draw(component, { application, resource }), 'vitals: this resource is not here')
})

test('the plug-in of Headlamp shows health and rule, and nothing for what is not followed', async () => {
  const { React, draw } = react()
  const asked = []
  let component
  run('headlamp-plugin.js', { pluginLib: {
    React, CommonComponents: { SectionBox: 'section', NameValueTable: 'table', Loader: 'loader' },
    registerDetailsViewSection: (given) => { component = given },
    ApiProxy: { request: async (path) => { asked.push(path); return row } },
  } })
  const shown = await draw(component, { resource })
  assert.deepEqual(asked, ['/api/v1/namespaces/vitals/services/http:vitals:7007/proxy/v1/resources/cluster/a%20b%2F1'])
  for (const words of ['Degraded', 'no issuer', 'cert-manager.io/Certificate health.lua:7']) assert.ok(shown.includes(words), words)
  assert.equal(await draw(component, { resource: undefined }), '')
})
