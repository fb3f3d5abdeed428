// What a link of the playground holds: the rule, and of the object only the fields that it read, without identity.
import { keysOf, write } from './yaml.js'

const bytes = (text) => new TextEncoder().encode(text)

async function through(stream, data) {
  return new Uint8Array(await new Response(new Blob([data]).stream().pipeThrough(stream)).arrayBuffer())
}

/** A value as the fragment of a link: deflate and base64url. It never leaves the browser but in the link. */
export async function pack(value) {
  const packed = await through(new CompressionStream('deflate-raw'), bytes(JSON.stringify(value)))
  let binary = ''
  for (const byte of packed) binary += String.fromCharCode(byte)
  return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
}

/** The value of a fragment; null when it is not one. */
export async function unpack(fragment) {
  try {
    const binary = atob(fragment.replace(/-/g, '+').replace(/_/g, '/'))
    const data = await through(new DecompressionStream('deflate-raw'), Uint8Array.from(binary, (char) => char.charCodeAt(0)))
    const value = JSON.parse(new TextDecoder().decode(data))
    return typeof value === 'object' && value && typeof value.o === 'string' && typeof value.r === 'string' ? value : null
  } catch {
    return null
  }
}

// What may name people, machines and places in a text.
const patterns = [
  [/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, 'someone@example.com'],
  [/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, '00000000-0000-4000-8000-000000000000'],
  [/\b\d{1,3}(\.\d{1,3}){3}\b/g, '192.0.2.1'],
  [/(?<![@\w.-])(?:[a-z0-9-]+\.)+(?:com|net|org|io|dev|local|internal|cloud|corp|lan|svc|eu|de|uk|us)\b/gi, 'host.example'],
]

const quoted = (text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

/** A function that replaces the identity of an object in texts. */
function anonymous({ name, namespace, uid }) {
  const names = [[namespace, 'namespace'], [name, 'name'], [uid, patterns[1][1]]].filter(([found]) => found)
    .sort((a, b) => b[0].length - a[0].length)
    // Short names are parts of other words.
    .map(([found, other]) => [new RegExp(found.length > 3 ? quoted(found) : `(?<![\\w-])${quoted(found)}(?![\\w-])`, 'g'), other])
  const one = (text) => [...names, ...patterns].reduce((so, [pattern, other]) => so.replace(pattern, other), text)
  return function replace(value) {
    if (typeof value === 'string') return one(value)
    if (Array.isArray(value)) return value.map(replace)
    if (value && typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replace(inner)]))
    return value
  }
}

/** Set a field by its keys. What is above it is made. */
export function put(object, keys, value) {
  let at = object
  keys.forEach((key, i) => {
    if (i === keys.length - 1) {
      // A field that was read as a whole may have been read in parts as well.
      at[key] = at[key] && typeof at[key] === 'object' && value && typeof value === 'object' ? Object.assign(at[key], value) : value
      return
    }
    if (!at[key] || typeof at[key] !== 'object') at[key] = typeof keys[i + 1] === 'number' ? [] : {}
    at = at[key]
    if (Array.isArray(at) && typeof keys[i + 1] === 'number') while (at.length < keys[i + 1]) at.push({})
  })
}

/** YAML of the fields that a rule read ([{ path, value }]), with names, hosts, addresses and ids replaced. */
export function reduced({ apiVersion, kind, name, namespace, uid }, fields) {
  const replace = anonymous({ name, namespace, uid })
  const object = { apiVersion, kind, metadata: { name: 'name' } }
  for (const { path, value } of fields) {
    const keys = keysOf(path)
    if (value === undefined || !keys.length || keys.some((key) => key === '__proto__')) continue
    if (!['apiVersion', 'kind'].includes(keys[0])) put(object, keys, replace(value))
  }
  return write(object).slice(1)
}
