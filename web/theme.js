// Light or dark: what the system wants, unless the reader chose.

const root = document.documentElement

function stored() {
  try {
    return localStorage.getItem('vitals theme')
  } catch {
    return null
  }
}

if (stored() === 'light' || stored() === 'dark') root.dataset.theme = stored()

/** The other theme, remembered. */
export function switchTheme() {
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  root.dataset.theme = dark ? 'light' : 'dark'
  try {
    localStorage.setItem('vitals theme', root.dataset.theme)
  } catch { /* Storage may be closed to us: the choice lasts as long as the page. */ }
}
