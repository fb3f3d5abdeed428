// A `vitals serve` that was started, at a port that it chose.

/** The address that it says. */
export const address = (child) => new Promise((resolve, reject) => {
  let said = ''
  child.stderr.on('data', (part) => {
    said += part
    const found = /(http:\/\/127\.0\.0\.1:\d+)\//.exec(said)
    if (found) resolve(found[1])
  })
  child.on('exit', () => reject(new Error(said)))
})
