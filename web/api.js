// Requests to the server.

export class Problem extends Error {
  constructor(status, text) {
    super(text)
    this.status = status
  }
}

let signIn = () => {}
/** What to do when the server wants to know who asks. */
export const onSignIn = (ask) => { signIn = ask }

async function answer(path, options) {
  let response
  try {
    response = await fetch(`/v1/${path}`, { headers: { Accept: 'application/json' }, ...options })
  } catch {
    throw new Problem(0, 'The server does not answer')
  }
  if (response.ok) return response
  if (response.status === 401 && path !== 'session') signIn()
  const { title, detail } = await response.json().catch(() => ({}))
  throw new Problem(response.status, detail ?? title ?? `${response.status} ${response.statusText}`)
}

export const get = async (path, options) => (await answer(path, options)).json()
export const text = async (path) => (await answer(path, { headers: { Accept: '*/*' } })).text()
export const post = (path, body) => answer(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })

/** Ask whether the server still knows who this is: when it does not, it asks for the login. A stream cannot say so. */
export const probe = () => answer('summary', { method: 'HEAD' }).catch(() => {})

/** The parts of a path, each one segment. */
export const path = (...parts) => parts.map(encodeURIComponent).join('/')

/** All pages of a list, at most `most` rows: { items, eventId, asOf, total }. */
export async function list(name, query = {}, most = Infinity) {
  const items = []
  let first
  let after
  do {
    const page = await get(`${name}?${new URLSearchParams({ ...query, limit: 5000, ...(after && { after }) })}`)
    first ??= page
    items.push(...page.items)
    after = page.next
  } while (after && items.length < most)
  return { ...first, items, whole: !after }
}
