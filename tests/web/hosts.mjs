// Pages of ours that offer what Argo CD and Headlamp document for extensions: window.extensionsAPI.registerResourceExtension with
// React as a global, and window.pluginLib with registerDetailsViewSection, ApiProxy and CommonComponents. Requests of an extension go
// to `backend`, as the proxy extension of Argo CD and the service proxy of the Kubernetes API pass them on.
import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const umd = (name) => join(dirname(require.resolve(`${name}/package.json`)), 'umd', `${name}.production.min.js`)
const example = (name) => new URL(`../../docs/examples/dashboard/${name}.js`, import.meta.url)

const look = `body{margin:0;font:13px/1.5 Inter,sans-serif;background:#f3f4f6;color:#1a2129}header{background:#1c2733;color:#fff;padding:12px 18px;font-weight:600}
main{max-width:860px;margin:18px auto;background:#fff;border:1px solid #d8dee4;border-radius:8px;padding:14px 20px}h1{font-size:18px;margin:4px 0}h2{font-size:14px}
[role=tablist]{display:flex;gap:20px;border-bottom:1px solid #d8dee4;margin:12px 0}[role=tab]{border:0;background:none;font:inherit;padding:8px 0;cursor:pointer}[role=tab][aria-selected=true]{border-bottom:2px solid #0b62c4;font-weight:600}
table{border-collapse:collapse}td,th{text-align:left;padding:3px 14px 3px 0;font-weight:400;vertical-align:top}th{color:#4d5965}pre,code{font:12px/1.5 "JetBrains Mono",monospace}`

const page = (title, script) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><link rel="icon" href="data:,"><style>${look}</style>
<script src="/react.js"></script><script src="/react-dom.js"></script></head><body><header>${title}</header><main id="root"></main>${script}</body></html>`

// The sliding panel of a resource: tabs of its own, then those of extensions whose group and kind match.
function argocd(given) {
  return page('A page with the extensions of Argo CD', `<script>
const given = ${JSON.stringify(given)}, extensions = []
window.extensionsAPI = { registerResourceExtension: (component, group, kind, title, options) => extensions.push({ component, group, kind, title, options }) }
const matches = (pattern, text) => pattern === '**' || pattern === '*' || pattern === text
window.show = () => {
  const { createElement: el, useState } = React
  const { group, kind, resource } = given
  const tabs = [{ title: 'Summary', component: () => el('p', null, resource.apiVersion + ' ' + kind) }, ...extensions.filter((one) => matches(one.group, group) && matches(one.kind, kind))]
  const Panel = () => {
    const [at, choose] = useState(0)
    return el('div', null, el('h1', null, kind + ' ' + resource.metadata.name), el('div', { role: 'tablist' }, tabs.map((tab, i) =>
      el('button', { key: tab.title, role: 'tab', id: 'tab-' + i, 'aria-selected': i === at, 'aria-controls': 'panel', onClick: () => choose(i) }, tab.title))),
    el('div', { role: 'tabpanel', id: 'panel', 'aria-labelledby': 'tab-' + at, tabIndex: 0 }, el(tabs[at].component, { application: given.application, resource, tree: { nodes: [] } })))
  }
  ReactDOM.createRoot(document.getElementById('root')).render(el(Panel))
}
</script><script src="/argocd-extension.js"></script><script>show()</script>`)
}

// The page of a resource: its metadata, then the sections of plug-ins.
function headlamp(given) {
  return page('A page with the plug-ins of Headlamp', `<script>
const given = ${JSON.stringify(given)}, sections = []
const { createElement: el } = React
window.pluginLib = { React,
  registerDetailsViewSection: (section) => sections.push(section),
  ApiProxy: { request: async (path) => {
    const answer = await fetch(path)
    if (!answer.ok) throw new Error(answer.statusText)
    return answer.json()
  } },
  CommonComponents: {
    Loader: ({ title }) => el('p', null, title),
    SectionBox: ({ title, children }) => el('section', null, el('h2', null, title), children),
    NameValueTable: ({ rows }) => el('table', null, el('tbody', null, rows.map(({ name, value }) => el('tr', { key: name }, el('th', { scope: 'row' }, name), el('td', null, value))))),
  } }
window.show = () => {
  const { resource, kind } = given
  const { SectionBox, NameValueTable } = pluginLib.CommonComponents
  ReactDOM.createRoot(document.getElementById('root')).render(el('div', null, el('h1', null, kind + ': ' + resource.metadata.name),
    el(SectionBox, { title: 'Metadata' }, el(NameValueTable, { rows: [{ name: 'Name', value: resource.metadata.name }, { name: 'Namespace', value: resource.metadata.namespace }] })),
    sections.map((Section, i) => el(Section, { key: i, resource }))))
}
</script><script src="/headlamp-plugin.js"></script><script>show()</script>`)
}

/** { url, asked, close() } for `given`: { cluster, group, kind, resource, application }; the extensions ask `backend`, a URL. */
export async function hosts(backend, given) {
  const asked = []
  // Each user of an example writes the name of the cluster into it.
  const own = (name) => readFileSync(example(name), 'utf8').replace("const cluster = 'cluster'", `const cluster = ${JSON.stringify(given.cluster)}`)
  const files = {
    '/argocd': ['text/html', () => argocd(given)], '/headlamp': ['text/html', () => headlamp(given)],
    '/react.js': ['text/javascript', () => readFileSync(umd('react'))], '/react-dom.js': ['text/javascript', () => readFileSync(umd('react-dom'))],
    '/argocd-extension.js': ['text/javascript', () => own('argocd-extension')], '/headlamp-plugin.js': ['text/javascript', () => own('headlamp-plugin')],
  }
  const prefixes = ['/extensions/vitals', '/api/v1/namespaces/vitals/services/http:vitals:7007/proxy']

  async function pass(request, response, path) {
    asked.push({ path, headers: request.headers })
    // As Argo CD does: without these the proxy does not know whether the user may see the application.
    const refused = request.url.startsWith('/extensions/') && !(request.headers['argocd-application-name'] && request.headers['argocd-project-name'])
    const answer = refused ? { status: 400, text: () => 'headers are missing' } : await fetch(backend + path)
    response.writeHead(answer.status, { 'Content-Type': 'application/json' })
    response.end(await answer.text())
  }

  const server = createServer((request, response) => {
    const prefix = prefixes.find((one) => request.url.startsWith(`${one}/`))
    if (prefix) return pass(request, response, request.url.slice(prefix.length))
    const [type, body] = files[request.url] ?? ['text/plain', () => null]
    response.writeHead(body() === null ? 404 : 200, { 'Content-Type': `${type}; charset=utf-8` })
    response.end(body())
  })
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  return { url: `http://127.0.0.1:${server.address().port}`, asked,
    close() { server.closeAllConnections(); return new Promise((resolve) => { server.close(resolve) }) } }
}
