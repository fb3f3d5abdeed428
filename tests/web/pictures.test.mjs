// The pictures of the documentation, taken again: the page still looks like them.
import assert from 'node:assert/strict'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import { darkroom, develop, difference, fileOf, fonts, fontWidths, pictures, serve, take, themes } from './pictures.mjs'

/** Of all blocks of a picture: compression changes 0.0001, a word of the filter field 0.0018. */
const tolerated = 0.0008

const widths = await fontWidths()
const skip = widths.every((width, i) => Math.abs(width - fonts.widths[i]) < 0.5) ? false
  : `the fonts differ: the pictures are made with ${fonts.names}, whose texts are ${fonts.widths.join(' and ')} px wide; here they are ${widths.join(' and ')}`

let server
let room
before(async () => {
  server = await serve()
  room = await darkroom()
})
after(() => server.close())

for (const picture of pictures) {
  for (const theme of themes) {
    test(`${picture.name}, ${theme}`, { skip }, async () => {
      const { png, masks } = await take(server, picture, theme)
      const share = await difference(room, readFileSync(fileOf(picture, theme)), png, masks)
      if (share < tolerated) return
      const kept = join(tmpdir(), `vitals-${picture.name}-${theme}.png`)
      writeFileSync(kept, png)
      assert.fail(`${(share * 100).toFixed(2)} % of the picture differ (${kept}); if the page is meant to look like this, run tools/dev pictures`)
    })
  }
}

test('the pictures are small', () => {
  for (const picture of pictures) for (const theme of themes) assert.ok(statSync(fileOf(picture, theme)).size < 150000, picture.name)
})

test('the comparison sees a word that changed, and not the compression', { skip }, async () => {
  const [fleet] = pictures
  const { png } = await take(server, fleet, 'light')
  const same = await develop(room, png)
  assert.ok(await difference(room, same, png) < tolerated / 4)
  const { png: other } = await take(server, { ...fleet, path: '/?q=-app%3Anothing' }, 'light')
  assert.ok(await difference(room, same, other) > tolerated)
})
