// The parts that need no browser.
import assert from 'node:assert/strict'
import test from 'node:test'
import { has, matcher, parse, toggle } from '../../web/filter.js'
import { pack, reduced, unpack } from '../../web/link.js'
import { build, flatten } from '../../web/tree.js'
import { keysOf, lineOf, linesOf, write } from '../../web/yaml.js'
import { span } from '../../web/clock.js'
import { day } from '../../web/application.js'

const rows = [{ n: 'shop', c: 'prod-1', s: 'Degraded', ns: 'a' }, { n: 'cart', c: 'prod-10', s: 'Healthy', ns: 'a b' }, { n: 'shop-eu', c: 'tools', s: 'Progressing', ns: '' }]
const read = (row, field) => ({ health: row.s, cluster: row.c, ns: row.ns, app: row.n })[field] ?? `${row.n} ${row.c}`
const found = (text, names) => rows.filter(matcher(text, read, names)).map((row) => row.n).join(' ')

test('filter: fields are alternatives within, and conditions between', () => {
  assert.equal(found(''), 'shop cart shop-eu')
  assert.equal(found('health:deg health:prog'), 'shop shop-eu')
  assert.equal(found('health:deg cluster:tools'), '')
  assert.equal(found('shop -eu'), 'shop')
  assert.equal(found('-health:healthy'), 'shop shop-eu')
  assert.equal(found('-health:healthy -health:degraded'), 'shop-eu')
  assert.equal(found('ns:"a b"'), 'cart')
  assert.equal(found('cluster:prod-1'), 'shop cart')
  assert.equal(found('cluster:prod-1', { cluster: new Set(['prod-1']) }), 'shop')
  assert.equal(found('http://x'), '')
  assert.equal(found('-'), 'shop cart shop-eu')
})

test('filter: toggles write the language', () => {
  assert.equal(toggle('', 'health', 'Degraded'), 'health:degraded')
  assert.equal(toggle('x health:degraded', 'health', 'Degraded'), 'x')
  assert.equal(toggle('', 'ns', 'a b'), 'ns:"a b"')
  assert.equal(toggle('ns:"a b" y', 'ns', 'a b'), 'y')
  assert.ok(has('x health:degraded', 'health', 'Degraded') && !has('-health:degraded', 'health', 'Degraded'))
  assert.equal(parse('a'.repeat(1000)).length, 1)
})

const resource = (id, s, p) => ({ id, k: 'K', n: id, s, p })

test('tree: problems open, the rest closed; cycles and wrong parents are roots', () => {
  const roots = build([resource('a', 'Healthy', -1), resource('b', 'Degraded', 0), resource('c', 'Healthy', -1), resource('d', 'Healthy', 2), resource('e', 'Healthy', 5), resource('f', 'Healthy', 4), resource('g', 'Healthy', 99)])
  const shown = flatten(roots, () => undefined)
  assert.deepEqual(shown.map(({ id, level }) => `${id}${level}`), ['a1', 'b2', 'c1', 'e1', 'f1', 'g1'])
  assert.deepEqual(shown.map(({ expanded }) => expanded), [true, undefined, false, undefined, undefined, undefined])
  assert.deepEqual(flatten(roots, (id) => id === 'c').map(({ id }) => id), ['a', 'c', 'd', 'e', 'f', 'g'])
  assert.deepEqual(flatten(roots, () => undefined, (node) => node.row.id === 'd').map(({ id }) => id), ['c', 'd'])
})

test('tree: a chain of 20,000 owners', () => {
  const chain = Array.from({ length: 20000 }, (_, i) => resource(`r${i}`, i === 19999 ? 'Degraded' : 'Healthy', i - 1))
  assert.equal(flatten(build(chain), () => undefined).length, 20000)
})

test('where fields are', () => {
  const lines = linesOf('a:\n  b: 1\n  "c.d": |\n    b: 2\n  list:\n  - x: 1\n    y: 2\n  - x: 3\n  deep:\n    - - 1\n      - 2\n# end\nz: {q: 1}\n')
  const at = (path) => lineOf(lines, path)?.line
  assert.deepEqual(['.a.b', '.a["c.d"]', '.a.list[0].y', '.a.list[1].x', '.a.deep[0][1]', '.z.q', '.none'].map(at), [2, 3, 7, 8, 11, 13, undefined])
  const json = linesOf(JSON.stringify({ a: { list: [{ x: 1 }, { x: 2 }] }, z: [] }, null, 2))
  assert.equal(lineOf(json, '.a.list[1].x').line, 8)
  assert.deepEqual(keysOf('.a["b.c"][0].d'), ['a', 'b.c', 0, 'd'])
})

test('YAML of values', () => {
  assert.equal(write({ a: 'true', b: [], c: {}, d: [{ e: 1, f: [2] }, 'x: y'] }).slice(1), 'a: "true"\nb: []\nc: {}\nd:\n- e: 1\n  f:\n  - 2\n- "x: y"\n')
})

test('links hold what was read, without identity', async () => {
  const text = reduced({ apiVersion: 'v1', kind: 'X', name: 'db', namespace: 'shop', uid: '' }, [
    { path: '.metadata.name', value: 'db' }, { path: '.metadata.labels["a/b"]' },
    { path: '.status.conditions[1].message', value: 'db of shop at 10.1.2.3 by x@y.com on node1.corp: feedback' }, { path: '.__proto__.x', value: 1 }])
  assert.equal(text, 'apiVersion: v1\nkind: X\nmetadata:\n  name: name\nstatus:\n  conditions:\n  - {}\n  - message: "name of namespace at 192.0.2.1 by someone@example.com on host.example: feedback"\n')
  assert.equal({}.x, undefined)
  assert.deepEqual(await unpack(await pack({ l: 'lua', r: 'ü', o: text })), { l: 'lua', r: 'ü', o: text })
  assert.equal(await unpack('not a link'), null)
})

test('a day', () => {
  assert.equal(span(59) + span(60) + span(3600) + span(86400) + span(NaN), '59s1m1h1d')
  const hour = (h) => new Date(Date.now() - h * 3600000).toISOString()
  const { parts, changes } = day([{ at: hour(1), s: 'Degraded' }, { at: hour(30), s: 'Healthy' }, { at: hour(-1), s: 'Missing' }], { s: 'Degraded' })
  assert.equal(changes, 1)
  assert.deepEqual(parts.map(({ s, ms }) => [s, Math.round(ms / 3600000)]), [['Healthy', 23], ['Degraded', 1]])
  assert.deepEqual(day([], { s: 'Healthy' }).parts.map(({ s }) => s), ['Healthy'])
  assert.deepEqual(day([], { s: 'Degraded', since: hour(2) }).parts.map(({ s, ms }) => [s, Math.round(ms / 3600000)]), [[null, 22], ['Degraded', 2]])
})
