// The pictures of docs/dashboard.md: each view in both themes, with made objects at a fixed time. `tools/dev pictures` writes
// them to docs/pictures; pictures.test.mjs takes them again and compares.
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { browser, patience, until } from './browser.mjs'
import { start } from './server.mjs'

export const folder = new URL('../../docs/pictures/', import.meta.url)
export const themes = ['light', 'dark']

const at = Date.parse('2026-03-12T09:30:00Z')
const shop = '/app/prod-eu-1/argocd/shop'
const drawer = (id, tab = '') => `r=prod-eu-1-argocd-shop-${id}&rc=prod-eu-1${tab && `&tab=${tab}`}`
const verdict = () => /decided/.test(document.querySelector('.verdict')?.textContent ?? '')

/** { name, path, wait (a selector), settled (a test in the page), size, masks (selectors of what differs from run to run) } */
export const pictures = [
  { name: 'fleet', path: '/' },
  { name: 'matrix', path: '/?show=matrix' },
  { name: 'application', path: shop },
  { name: 'why', path: `${shop}?${drawer(0)}`, wait: '.steps' },
  { name: 'why-script', path: `${shop}?${drawer(5)}`, wait: '.code .hit' },
  { name: 'conditions', path: `${shop}?${drawer(0, 'conditions')}`, wait: '.drawer .kv' },
  { name: 'history', path: `${shop}?${drawer(0, 'history')}`, wait: '.drawer .kv' },
  { name: 'yaml', path: `${shop}?${drawer(0, 'yaml')}`, wait: '.drawer .code' },
  { name: 'resources', path: '/resources' },
  { name: 'rules', path: '/rules' },
  { name: 'playground', path: '/playground', wait: '.ed .l', settled: verdict, masks: ['.verdict .faint'] },
  { name: 'fleet-narrow', path: '/', size: [320, 640] },
  { name: 'application-narrow', path: shop, size: [320, 640] },
  { name: 'why-narrow', path: `${shop}?${drawer(0)}`, wait: '.steps', size: [320, 640] },
  { name: 'resources-narrow', path: '/resources', size: [320, 640] },
  { name: 'rules-narrow', path: '/rules', size: [320, 640] },
  { name: 'playground-narrow', path: '/playground', wait: '.ed .l', settled: verdict, masks: ['.verdict .faint'], size: [320, 640] },
  // 200 % zoom is half as many pixels of CSS.
  { name: 'fleet-zoomed', path: '/', size: [640, 400], scale: 2 },
  { name: 'why-zoomed', path: `${shop}?${drawer(0)}`, wait: '.steps', size: [640, 400], scale: 2 },
]

/** Many applications, so that lists look as they do in a fleet; the same ones each time. */
export const serve = () => start({ objects: 10344, at })

/** The width of a text in the fonts that pictures are made with; other fonts, or other versions of them, give another width. */
export const fonts = { names: 'Inter 4.0 and JetBrains Mono (Debian: fonts-inter, fonts-jetbrains-mono)', widths: [379.8, 410.4] }

export async function fontWidths() {
  const page = await browser.newPage()
  const widths = await page.evaluate(() => ['13px Inter', '12px "JetBrains Mono"'].map((font) => {
    const context = document.createElement('canvas').getContext('2d')
    context.font = `${font}, serif`
    return Math.round(context.measureText('Which Kubernetes objects are healthy, and why? 0123456789').width * 10) / 10
  }))
  await page.close()
  return widths
}

/** A picture as PNG: { png, masks: [{ x, y, width, height }] }, in pixels of the picture. */
export async function take(server, { path, wait = '.row', settled, size: [width, height] = [1280, 800], scale = 1, masks = [] }, theme) {
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: scale, colorScheme: theme, reducedMotion: 'reduce', timezoneId: 'UTC', locale: 'en-US' })
  const page = await context.newPage()
  page.setDefaultTimeout(patience)
  await page.clock.setFixedTime(at)
  await page.goto(server.url + path)
  await page.waitForSelector(wait)
  await until(page, () => /^Live|^Connecting/.test(document.querySelector('#live-word').textContent))
  if (settled) await until(page, settled)
  await page.evaluate(() => document.fonts.ready)
  const boxes = []
  for (const mask of masks) for (const one of await page.locator(mask).all()) boxes.push(await one.boundingBox())
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  await context.close()
  return { png, masks: boxes.filter(Boolean).map((box) => Object.fromEntries(Object.entries(box).map(([key, n]) => [key, n * scale]))) }
}

/** A page without content, for work on images. */
export async function darkroom() {
  const page = await browser.newPage()
  await page.goto('about:blank')
  return page
}

/** A PNG as WebP, which is a third as large. */
export async function develop(page, png, quality = 0.8) {
  const data = await page.evaluate(async ([from, quality]) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${from}`)).blob())
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    canvas.getContext('2d').drawImage(bitmap, 0, 0)
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp', quality })).arrayBuffer())
    let text = ''
    for (const byte of bytes) text += String.fromCharCode(byte)
    return btoa(text)
  }, [png.toString('base64'), quality])
  return Buffer.from(data, 'base64')
}

/** How two images differ: the share of blocks of 4 × 4 pixels, outside of `masks`, whose mean colour differs visibly; 1 when the sizes differ. */
export function difference(page, before, after, masks = []) {
  return page.evaluate(async ([before, after, masks, block, visible]) => {
    const read = async (url) => {
      const bitmap = await createImageBitmap(await (await fetch(url)).blob())
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
      context.drawImage(bitmap, 0, 0)
      return context.getImageData(0, 0, bitmap.width, bitmap.height)
    }
    const [a, b] = await Promise.all([read(before), read(after)])
    if (a.width !== b.width || a.height !== b.height) return 1
    const mean = ({ data, width }, x, y, channel) => {
      let sum = 0
      for (let j = 0; j < block; j++) for (let i = 0; i < block; i++) sum += data[((y + j) * width + x + i) * 4 + channel]
      return sum / (block * block)
    }
    const masked = (x, y) => masks.some((box) => x + block > box.x && x < box.x + box.width && y + block > box.y && y < box.y + box.height)
    let all = 0
    let differ = 0
    for (let y = 0; y + block <= a.height; y += block) {
      for (let x = 0; x + block <= a.width; x += block) {
        if (masked(x, y)) continue
        all++
        if ([0, 1, 2].some((channel) => Math.abs(mean(a, x, y, channel) - mean(b, x, y, channel)) > visible)) differ++
      }
    }
    return differ / all
  }, [`data:image/webp;base64,${before.toString('base64')}`, `data:image/png;base64,${after.toString('base64')}`, masks, 4, 24])
}

export const fileOf = ({ name }, theme) => new URL(`dashboard-${name}-${theme}.webp`, folder)

async function write(only) {
  process.stdout.write(`fonts: ${JSON.stringify(await fontWidths())}\n`)
  const server = await serve()
  const room = await darkroom()
  mkdirSync(folder, { recursive: true })
  for (const picture of pictures.filter(({ name }) => !only.length || only.includes(name))) {
    for (const theme of themes) {
      const { png } = await take(server, picture, theme)
      const webp = await develop(room, png)
      if (process.env.VITALS_PICTURES_PNG) writeFileSync(`${process.env.VITALS_PICTURES_PNG}/${picture.name}-${theme}.png`, png)
      writeFileSync(fileOf(picture, theme), webp)
      process.stdout.write(`${fileURLToPath(fileOf(picture, theme))}: ${webp.length} bytes (as PNG ${png.length})\n`)
    }
  }
  await server.close()
  await browser.close()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await write(process.argv.slice(2))
