// The shell: the bar, the views, the drawer.
import './theme.js'
import * as route from './route.js'
import * as store from './store.js'
import { $, copy, el, replace, say, style } from './dom.js'
import { keys } from './keys.js'
import { moment, span, tick } from './clock.js'
import { onSignIn } from './api.js'
import { switchTheme } from './theme.js'

/** Events come faster than anybody reads: the page follows them four times a second. */
const drawMs = 250

const isStatic = document.documentElement.dataset.static !== undefined
const page = $('#page')
const find = $('#find')
let side = null // the drawer, once it was opened
let view = null
let shown = ''
let failed = false // the view of the address could not be loaded

const plain = ['views.css']
/** Views by their names: title, the link that is lit, styles beside page.css. */
const views = {
  fleet: { title: () => 'Fleet', link: '/', styles: [] },
  application: { title: ({ app, c }) => `${app} on ${c}`, link: '/', styles: plain },
  resources: { title: () => 'Resources', link: '/resources', styles: plain },
  rules: { title: () => 'Rules', link: '/rules', styles: plain },
  playground: { title: () => 'Playground', link: '/playground', styles: ['views.css', 'playground.css'] },
}

const loaded = new Map() // modules by name
let attempts = 0

/** A module of the page by its name, and its styles. One that did not come is asked for by another address: browsers remember failures. */
async function load(name, styles = plain) {
  if (loaded.has(name)) return loaded.get(name)
  try {
    const [module] = await Promise.all([import(`./${name}.js${attempts ? `?again=${attempts}` : ''}`), ...styles.map(style)])
    loaded.set(name, module)
    return module
  } catch {
    attempts++
    throw new Error(`A part of the page (${name}) did not load: the server does not answer.`)
  }
}

// 43 kB: so that a server that is away later takes nothing from the page. A failure is found when the part is needed.
async function loadAll() {
  if (isStatic) return
  for (const [name, { styles }] of Object.entries(views)) await load(name, styles).catch(() => {})
  for (const name of ['drawer', 'help', 'matrix', 'session']) await load(name).catch(() => {})
}

/** What `shown` is while the page asks for the login. */
const signedOut = 'signed out'

const open = (row) => route.patch({ r: row.id, rc: row.c, tab: '' })

function navigation(state) {
  document.title = `${views[state.view].title(state)} · vitals`
  const on = views[state.view].link
  for (const link of document.querySelectorAll('#views a')) {
    if (link.getAttribute('href') === on) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
  if (document.activeElement !== find) find.value = state.q
}

async function details(state, focus) {
  if (!state.r || state.view === 'playground') return side?.shut()
  const { drawer } = await load('drawer')
  side ??= drawer($('#drawer'), () => (view?.rows?.element ?? page).focus())
  if (route.state().r === state.r) await side.show(route.state(), view?.find?.(state.r, state.rc), focus)
}

const again = (again) => el('button.btn', { type: 'button', onclick: again }, 'Try again')

/** Say what did not work where it was to be seen. */
const complain = (title, problem, retry) => replace(page, title && el('h1', {}, title), el('p.banner', { role: 'alert' }, problem.message, ' ', again(retry)))

/** Draw the view of the address. What was there before is gone at once: address, title and view always agree. */
async function enter(state, place, before) {
  shown = place
  failed = false
  view?.end()
  view = null
  side?.shut()
  page.className = `page ${state.view}`
  page.scrollTop = 0
  if (!loaded.has(state.view)) replace(page, el('p.soft', { role: 'status' }, 'Loading'))
  const module = await load(state.view, views[state.view].styles)
  if (shown !== place) return
  view = module[state.view](page, open)
  connection()
  // A new place begins at its list, as a new document begins at its top.
  if (before.view) (view.rows?.element ?? page).focus({ preventScroll: true })
  await view.ready
  if (shown === place) await details(route.state(), false)
}

async function change(state, before) {
  navigation(state)
  const place = [state.view, state.c, state.ns, state.app].join('\n')
  try {
    if (place !== shown) return await enter(state, place, before)
    view?.update(false)
    await details(state, state.r && state.r !== before.r)
  } catch (problem) {
    if (shown !== place || shown === signedOut) return
    if (view) return notice(problem)
    failed = true
    complain(views[state.view].title(state), problem, retry)
    connection()
  }
}

/** Draw the view of the address once more. */
function retry() {
  shown = ''
  change(route.state(), {})
}

/** What goes wrong beside a view that is there. */
function notice(problem) {
  $('#trouble')?.remove()
  page.prepend(el('p.banner', { id: 'trouble', role: 'alert' }, problem.message, ' ', again(() => { $('#trouble')?.remove(); retry() })))
}

const words = {
  connecting: () => 'Connecting', paused: () => 'Paused',
  live: () => `Live · ${store.perSecond()}/s`,
  reconnecting: (since) => (Date.now() - since < 60000 ? `Reconnecting ${span((Date.now() - since) / 1000)}` : `Stale since ${moment(since)}`),
}

// A view that is not there, or has not got its rows, follows nothing.
const follows = () => Boolean(view) && !view.failed

let spoken = 'connecting'
function connection() {
  const { state: stream, since } = store.connection
  const out = shown === signedOut
  const state = out || (stream === 'live' && !follows()) ? 'broken' : stream
  $('#live').dataset.state = state
  $('#live-word').textContent = words[state]?.(since) ?? (out ? 'Signed out' : failed || view?.failed ? 'Not shown' : 'Loading')
  if (stream === 'reconnecting' && spoken === 'live') say('The connection is lost. Reconnecting.')
  if (stream === 'live' && spoken === 'reconnecting') back()
  spoken = stream
}

// The server is there again: what could not be loaded is loaded now.
function back() {
  say('The connection is back.')
  if (shown === signedOut) location.reload() // another tab has signed in
  else if (failed) retry()
  else if (view?.failed) view.again()
}

let due = null
function changed(event) {
  if (event.kind === 'connection') return connection()
  view?.event?.(event)
  if (event.kind === 'resource') side?.changed(event.data)
  due ??= setTimeout(() => { due = null; if (shown !== 'playground') view?.update(true) }, drawMs)
}

async function help() {
  const module = await load('help')
  if (!$('dialog')) module.help()
}

function begin() {
  if (isStatic) for (const link of document.querySelectorAll('.top a')) link.removeAttribute('href')
  $('#theme').addEventListener('click', switchTheme)
  $('#help').addEventListener('click', help)
  find.addEventListener('input', () => {
    const state = route.state()
    if (state.view === 'playground') route.go({ view: 'fleet', q: find.value })
    else route.patch({ q: find.value })
  })
  keys({
    help, theme: switchTheme, link: () => copy(location.href),
    fleet: () => route.go({ view: 'fleet' }), playground: () => route.go({ view: 'playground' }),
    close: () => side?.close(), rows: () => view?.rows,
    clear: () => { find.value = ''; route.patch({ q: '' }); view?.rows?.element.focus() },
  })
}

async function connect() {
  if (isStatic) return
  onSignIn(async () => {
    if (shown === signedOut) return
    shown = signedOut
    view?.end()
    view = null
    side?.shut()
    connection()
    const { signIn } = await load('session')
    page.className = 'page'
    document.title = 'Sign in · vitals'
    signIn(page, () => location.reload())
  })
  store.subscribe(changed)
  setInterval(() => { connection(); tick() }, 1000)
  await store.begin()
}

addEventListener('unhandledrejection', (event) => {
  event.preventDefault()
  notice(event.reason instanceof Error ? event.reason : new Error(String(event.reason)))
})
begin()
const connected = connect()
const first = new URL(location).pathname
if (isStatic || first === '/playground') route.start(change)
connected.then(() => { if (!view && !shown) route.start(change) }, (problem) => {
  if (problem.status !== 401 && first !== '/playground') complain('', problem, () => location.reload())
}).then(() => {
  performance.mark('interactive')
  ;(globalThis.requestIdleCallback ?? setTimeout)(loadAll)
})
