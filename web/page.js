// The shell: the bar, the views, the drawer.
import './theme.js'
import * as route from './route.js'
import * as store from './store.js'
import { $, copy, el, replace, say, style } from './dom.js'
import { keys } from './keys.js'
import { moment, span } from './clock.js'
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

/** The module of a view, and its styles. */
async function maker(name) {
  const styles = { fleet: [], playground: ['views.css', 'playground.css'] }[name] ?? ['views.css']
  const [module] = await Promise.all([import(`./${name}.js`), ...styles.map(style)])
  return module[name]
}

const titles = {
  fleet: () => 'Fleet', application: ({ app, c }) => `${app} on ${c}`, resources: () => 'Resources', rules: () => 'Rules', playground: () => 'Playground',
}

const open = (row) => route.patch({ r: row.id, rc: row.c, tab: '' })

function navigation(state) {
  document.title = `${titles[state.view](state)} · vitals`
  const on = { fleet: '/', application: '/', resources: '/resources', rules: '/rules', playground: '/playground' }[state.view]
  for (const link of document.querySelectorAll('#views a')) {
    if (link.getAttribute('href') === on) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
  if (document.activeElement !== find) find.value = state.q
}

async function details(state, focus) {
  if (!state.r || state.view === 'playground') return side?.shut()
  const [{ drawer }] = await Promise.all([import('./drawer.js'), style('views.css')])
  side ??= drawer($('#drawer'), () => (view?.rows?.element ?? page).focus())
  if (route.state().r === state.r) await side.show(route.state(), view?.find?.(state.r, state.rc), focus)
}

async function change(state, before) {
  navigation(state)
  const place = [state.view, state.c, state.ns, state.app].join('\n')
  if (place === shown) {
    view?.update(false)
    return details(state, state.r && state.r !== before.r)
  }
  shown = place
  view?.end()
  view = null
  const make = await maker(state.view)
  if (shown !== place) return
  page.className = `page ${state.view}`
  page.scrollTop = 0
  view = make(page, open)
  // A new place begins at its list, as a new document begins at its top.
  if (before.view) (view.rows?.element ?? page).focus({ preventScroll: true })
  await view.ready
  await details(route.state(), false)
}

const words = {
  connecting: () => 'Connecting', paused: () => 'Paused',
  live: () => `Live · ${store.perSecond()}/s`,
  reconnecting: (since) => (Date.now() - since < 60000 ? `Reconnecting ${span((Date.now() - since) / 1000)}` : `Stale since ${moment(since)}`),
}

let spoken = 'connecting'
function connection() {
  const { state, since } = store.connection
  $('#live').dataset.state = state
  $('#live-word').textContent = words[state]?.(since) ?? state
  if (state === 'reconnecting' && spoken === 'live') say('The connection is lost. Reconnecting.')
  if (state === 'live' && spoken === 'reconnecting') say('The connection is back.')
  spoken = state
}

let due = null
function changed(event) {
  if (event.kind === 'connection') return connection()
  view?.event?.(event)
  if (event.kind === 'resource') side?.changed(event.data)
  due ??= setTimeout(() => { due = null; if (shown !== 'playground') view?.update(true) }, drawMs)
}

async function help() {
  const [module] = await Promise.all([import('./help.js'), style('views.css')])
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
    shown = 'sign in'
    side?.shut()
    const [{ signIn }] = await Promise.all([import('./session.js'), style('views.css')])
    signIn(page, () => location.reload())
  })
  store.subscribe(changed)
  setInterval(connection, 1000)
  await store.begin()
}

begin()
const connected = connect()
const first = new URL(location).pathname
if (isStatic || first === '/playground') route.start(change)
connected.then(() => { if (!view && !shown) route.start(change) }, (problem) => {
  if (problem.status !== 401 && first !== '/playground') replace(page, el('p.banner', { role: 'alert' }, problem.message, ' ', el('button.btn', { type: 'button', onclick: () => location.reload() }, 'Try again')))
}).then(() => performance.mark('interactive'))
