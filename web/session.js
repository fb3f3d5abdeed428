// Signing in with the token of the server.
import { el, replace } from './dom.js'
import { post } from './api.js'

/** Ask for the token in `page`; `done()` afterwards. */
export function signIn(page, done) {
  const token = el('input', { id: 'token', type: 'password', autocomplete: 'current-password', required: true })
  const failure = el('p.missing', { role: 'alert' })
  async function submit(event) {
    event.preventDefault()
    try {
      await post('session', { token: token.value })
      done()
    } catch (problem) {
      failure.textContent = problem.status === 401 ? 'The server does not know this token.' : problem.message
      token.select()
    }
  }
  replace(page, el('form.sign', { onsubmit: submit }, el('h1', {}, 'Sign in'), el('label', { for: 'token' }, 'Token of this server'), token,
    el('button.btn.main', { type: 'submit' }, 'Sign in'), failure))
  token.focus()
}
