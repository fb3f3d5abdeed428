// A server with the HTTP API of `vitals serve` over made objects, for tests of the page: the same paths, forms and headers.
// Run it to look at the page: node tests/web/server.mjs [OBJECTS [PORT]]
import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { fleet, hostileApplication, statuses } from './objects.mjs'
import { historyOf, objectOf, resourceOf, rules } from './answers.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const types = { html: 'text/html; charset=utf-8', css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml', wasm: 'application/wasm', bin: 'application/octet-stream' }

/** What `vitals serve` sends with every answer. */
export const headers = {
  'Content-Security-Policy': "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer', 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Resource-Policy': 'same-origin',
}

// A file of the page, or of the engine for the playground.
function file(name) {
  if (name.startsWith('/engine/')) {
    const asset = name.slice(8)
    return asset.endsWith('.js') ? readFileSync(join(root, 'bindings/npm', asset)) : gunzipSync(readFileSync(join(root, 'bindings/go/assets', `${asset}.gz`)))
  }
  return readFileSync(join(root, 'web', name))
}

/** What `vitals serve` answers for the module of the playground when the build has none. */
export const withoutModule = 'this build of vitals has no playground; to get it, run `tools/dev go-module` and build again'

const isPage = (path) => path === '/' || path.startsWith('/app/') || ['/resources', '/rules', '/playground'].includes(path)

/** Start one: { url, close, state, change(row), changeResource(row), remove(data), cut(), refuse(status), reset() }. With `at` (ms) its clock stands still. Without `module` it is
 * a build that has no playground. */
export async function start({ objects = 300, port = 0, hostile = false, token = null, at = null, module = true } = {}) {
  const now = at ?? Date.now()
  const clock = () => at ?? Date.now()
  const asOf = () => new Date(clock()).toISOString()
  const state = fleet({ objects, now })
  if (hostile) {
    const { row, resources } = hostileApplication(now)
    state.applications.push(row)
    state.resources.set(`${row.c}/${row.ns}/${row.n}`, resources)
  }
  const epoch = now
  let sequence = 100
  let refused = 0
  const log = []
  const streams = new Set()
  const count = { streams: 0, requests: 0 }

  const eventId = () => `${epoch}-${sequence}`
  const all = () => [...state.resources.values()].flat()
  const resource = (c, id) => all().find((row) => row.c === c && row.id === id)
  const rowsOf = (row) => [...state.resources.values()].find((rows) => rows.includes(row))
  const sum = (lists) => statuses.map((_, i) => lists.reduce((n, list) => n + (list[i] ?? 0), 0))
  const summary = () => ({ eventId: eventId(), asOf: asOf(), counts: sum(state.clusters.map((cluster) => cluster.counts)),
    applications: statuses.map((s) => state.applications.filter((row) => row.s === s).length), clusters: state.clusters, rules: 212,
    settings: { login: Boolean(token), objects: true, playground: true, grace: 30 }, limits: [{ name: 'objects', value: 500000, reached: false }] })

  function page(items, query) {
    const from = Number(query.get('after') ?? 0)
    const limit = Math.min(Number(query.get('limit') ?? 1000), 5000)
    const next = from + limit < items.length ? String(from + limit) : undefined
    return { eventId: eventId(), asOf: asOf(), total: items.length, next, items: items.slice(from, from + limit) }
  }

  // A row of a list has none of what the tree needs.
  const listed = ({ p, counted, ...row }) => row

  function answer(parts, query) {
    const [name, c, second, third] = parts
    if (name === 'summary') return summary()
    if (name === 'session') return { login: Boolean(token) }
    if (name === 'rules') return { items: rules }
    if (name === 'applications' && !c) return page(state.applications, query)
    if (name === 'resources' && !c) return page(all().map(listed), query)
    if (name === 'applications') {
      const row = state.applications.find((one) => one.c === c && one.ns === second && one.n === third)
      return row && { ...row, resources: state.resources.get(`${c}/${second}/${third}`), history: historyOf(row, clock()) }
    }
    const row = name === 'resources' && resource(c, second)
    if (!row) return null
    if (third === 'object') return objectOf(row)
    return third === 'history' ? { items: historyOf(row, clock()).map((one) => ({ ...one, source: 'watch' })) } : resourceOf(row, rowsOf(row))
  }

  function send(response, status, type, body, more = {}) {
    response.writeHead(status, { ...headers, 'Content-Type': type, 'Cache-Control': 'no-cache', ...more })
    response.end(body)
  }
  const problem = (response, status, title, detail) => send(response, status, 'application/problem+json', JSON.stringify({ type: 'about:blank', title, status, detail }))

  const wants = (stream, event, data) => event !== 'resource' || stream.query.get('resources') === '1' ||
    stream.query.getAll('app').includes([data.c, ...(data.app ?? [])].map(encodeURIComponent).join('/'))

  function write(stream, { id, event, data }) {
    if (wants(stream, event, data)) stream.response.write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  function emit(event, data) {
    sequence++
    const entry = { id: eventId(), sequence, event, data }
    log.push(entry)
    for (const stream of streams) write(stream, entry)
  }

  function stream(request, response, query) {
    if (refused) return problem(response, refused, 'Refused', 'a test')
    count.streams++
    response.writeHead(200, { ...headers, 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
    const one = { response, query }
    streams.add(one)
    request.on('close', () => streams.delete(one))
    response.write(`retry: 2000\n\nevent: hello\ndata: ${JSON.stringify({ eventId: eventId(), epoch: String(epoch) })}\n\n`)
    const after = request.headers['last-event-id'] ?? query.get('after')
    if (!after) return
    const [then, from] = after.split('-').map(Number)
    if (then !== epoch) return void response.write(`id: ${eventId()}\nevent: reset\ndata: {}\n\n`)
    for (const entry of log) if (entry.sequence > from) write(one, entry)
  }

  const allowed = (request, parts) => !token || parts[0] === 'session' || request.headers.cookie === 'vitals=yes'

  function signIn(request, response) {
    let body = ''
    request.on('data', (part) => { body += part })
    request.on('end', () => (JSON.parse(body).token === token ? send(response, 200, 'application/json', '{}', { 'Set-Cookie': 'vitals=yes; HttpOnly; SameSite=Strict' })
      : problem(response, 401, 'Unauthorized', 'The token is wrong')))
  }

  function handle(request, response) {
    count.requests++
    const url = new URL(request.url, 'http://localhost')
    if (url.pathname.startsWith('/v1/')) {
      const parts = url.pathname.slice(4).split('/').map(decodeURIComponent)
      if (!allowed(request, parts)) return problem(response, 401, 'Unauthorized', 'Sign in')
      if (request.method === 'POST' && parts[0] === 'session') return signIn(request, response)
      if (parts[0] === 'events') return stream(request, response, url.searchParams)
      const given = answer(parts, url.searchParams)
      if (!given) return problem(response, 404, 'Not found', `${url.pathname} is not there`)
      return typeof given === 'string' ? send(response, 200, 'application/yaml', given) : send(response, 200, 'application/json', JSON.stringify(given))
    }
    const name = normalize(isPage(url.pathname) ? '/index.html' : url.pathname)
    if (!module && /^\/engine\/.*\.(wasm|bin)$/.test(name)) return problem(response, 404, 'not found', withoutModule)
    try {
      const body = file(name)
      send(response, 200, types[name.split('.').pop()] ?? 'application/octet-stream', body)
    } catch {
      problem(response, 404, 'Not found', name)
    }
  }

  const server = createServer(handle)
  await new Promise((resolve) => { server.listen(port, '127.0.0.1', resolve) })
  const cut = () => { for (const { response } of streams) response.destroy() }
  return {
    url: `http://127.0.0.1:${server.address().port}`, state, count, emit, cut, streams,
    refuse(status) { refused = status; if (status) cut() },
    change(row, fields) {
      Object.assign(row, fields)
      emit('application', row)
    },
    changeResource(row, fields) {
      Object.assign(row, fields)
      emit('resource', listed(row))
    },
    close() {
      cut()
      server.closeAllConnections()
      return new Promise((resolve) => { server.close(resolve) })
    },
  }
}

// A few changes a second, as a fleet has them.
function wander({ state, change }) {
  const row = state.applications[Math.floor(Math.random() * state.applications.length)]
  if (!['Healthy', 'Progressing'].includes(row.s) || row.raw) return
  const s = row.s === 'Healthy' ? 'Progressing' : 'Healthy'
  change(row, { s, since: new Date().toISOString(), w: s === 'Progressing' ? { k: 'StatefulSet', n: 'db', ns: row.n, m: 'Waiting for 1 pods to be ready...' } : undefined })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = await start({ objects: Number(process.argv[2] ?? 300), port: Number(process.argv[3] ?? 8787) })
  process.stdout.write(`${server.url}\n`)
  setInterval(() => wander(server), 500)
}
