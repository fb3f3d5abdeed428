// What the offline commands ask of an operating system, answered by Node: the part of WASI preview 1 that command.wasm
// imports. Node's own WASI is experimental, and ended this program with a segmentation fault after large inputs.
//
// It is not a sandbox: the program may open what its user may open. Descriptor 3 is the root directory, and every path
// is below it. Numbers of functions, flags and layouts are those of the WASI specification, wasi_snapshot_preview1.
import fs from 'node:fs'
import { join } from 'node:path'
import { isatty } from 'node:tty'

const errors = {
  EACCES: 2, EAGAIN: 6, EBADF: 8, EBUSY: 10, EEXIST: 20, EFBIG: 22, EINTR: 27, EINVAL: 28, EIO: 29, EISDIR: 31, ELOOP: 32,
  EMFILE: 33, EMLINK: 34, ENAMETOOLONG: 37, ENFILE: 41, ENODEV: 43, ENOENT: 44, ENOMEM: 48, ENOSPC: 51, ENOSYS: 52,
  ENOTDIR: 54, ENOTEMPTY: 55, ENOTSUP: 58, ENXIO: 60, EPERM: 63, EPIPE: 64, EROFS: 69, ESPIPE: 70, ETXTBSY: 74, EXDEV: 75,
}
const SUCCESS = 0
const ROOT = 3
const types = { block: 1, character: 2, directory: 3, regular: 4, socket: 6, link: 7, unknown: 0 }
const rights = { all: (1n << 29n) - 1n, seek: 1n << 2n, tell: 1n << 5n, write: 1n << 6n }
const events = { clock: 0, read: 1 }
const MILLION = 1000000n

/** Thrown to leave the program with a status. */
class Exit { constructor(status) { this.status = status } }

const failure = (code) => Object.assign(new Error(code), { code })

/** Sleep, as a program does: Node's own event loop waits too. */
const cell = new Int32Array(new SharedArrayBuffer(4))
const sleep = (milliseconds) => Atomics.wait(cell, 0, 0, milliseconds)

function typeOf(about) {
  if (about.isFile()) return types.regular
  if (about.isDirectory()) return types.directory
  if (about.isCharacterDevice()) return types.character
  if (about.isSymbolicLink()) return types.link
  if (about.isBlockDevice()) return types.block
  return about.isSocket() ? types.socket : types.unknown
}

/** A descriptor of the program: an open file, a standard stream, or a directory by its path. */
class File {
  constructor(descriptor, { path = null, position = null, append = false } = {}) {
    this.descriptor = descriptor
    this.path = path // of a directory
    this.position = position // of a file that seeks; null: where the operating system stands
    this.append = append
    this.names = null // of a directory that is being read
    this.ahead = null // bytes that were read to find out whether there are any
  }

  get isDirectory() { return this.path !== null }

  get about() {
    return this.isDirectory ? fs.statSync(this.path, { bigint: true }) : fs.fstatSync(this.descriptor, { bigint: true })
  }

  /** Read into `bytes`, and wait until there is something. */
  read(bytes) {
    if (this.isDirectory) throw failure('EISDIR')
    if (this.ahead) return this.#take(bytes)
    for (;;) {
      try {
        const size = fs.readSync(this.descriptor, bytes, 0, bytes.length, this.position)
        if (this.position !== null) this.position += size
        return size
      } catch (error) {
        if (error.code === 'EOF') return 0 // a closed pipe of Windows
        if (error.code !== 'EAGAIN') throw error
        sleep(5) // another program made it non-blocking
      }
    }
  }

  #take(bytes) {
    const size = Math.min(bytes.length, this.ahead.length)
    bytes.set(this.ahead.subarray(0, size))
    this.ahead = size < this.ahead.length ? this.ahead.subarray(size) : null
    return size
  }

  write(bytes) {
    for (;;) {
      try {
        const size = fs.writeSync(this.descriptor, bytes, 0, bytes.length, this.append ? null : this.position)
        if (this.position !== null) this.position += size
        return size
      } catch (error) {
        if (error.code !== 'EAGAIN') throw error
        sleep(1)
      }
    }
  }

  seek(offset, whence) {
    if (this.position === null) throw failure('ESPIPE')
    const from = [0, this.position, Number(this.about.size)][whence]
    if (from === undefined || from + offset < 0) throw failure('EINVAL')
    return this.position = from + offset
  }

  /**
   * Whether a read would return at once, now or within some milliseconds. Node cannot ask that of a descriptor, so a
   * pipe is opened once more, as only Linux can, without blocking. Elsewhere nothing is ever ready: the program then
   * shows what it has before each read.
   */
  ready(milliseconds) {
    if (this.ahead || this.isDirectory || this.position !== null) return true
    const about = fs.fstatSync(this.descriptor)
    if (!about.isFIFO() && !about.isSocket() && !isatty(this.descriptor)) return true
    if (process.platform !== 'linux' || !about.isFIFO()) return false
    const again = fs.openSync(`/proc/self/fd/${this.descriptor}`, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK)
    try {
      return this.#look(again, Date.now() + milliseconds)
    } finally {
      fs.closeSync(again)
    }
  }

  #look(descriptor, until) {
    const bytes = new Uint8Array(65536)
    for (;;) {
      try {
        this.ahead = bytes.subarray(0, fs.readSync(descriptor, bytes))
        return true
      } catch (error) {
        if (error.code !== 'EAGAIN') throw error
      }
      if (Date.now() >= until) return false
      sleep(2)
    }
  }
}

/** The host of one run of a program. */
export class Wasi {
  #texts
  #files = [new File(0), new File(1), new File(2)]
  #exports = null

  /** `root` is the directory that the program sees as `/`; `env` is an object of texts. */
  constructor({ args, env, root }) {
    const encoder = new TextEncoder()
    const encode = (list) => list.map((text) => encoder.encode(`${text}\0`))
    this.#texts = { args: encode(args), environ: encode(Object.entries(env).map(([name, value]) => `${name}=${value}`)) }
    this.#files[ROOT] = new File(null, { path: root })
  }

  /** The functions of the module `wasi_snapshot_preview1`. */
  get imports() {
    const imports = {}
    for (const name of Object.getOwnPropertyNames(Wasi.prototype).filter((each) => /^[a-z]+_/.test(each))) {
      imports[name] = (...given) => {
        try {
          return this[name](...given) ?? SUCCESS
        } catch (error) {
          if (error instanceof Exit) throw error
          return errors[error.code] ?? errors.EIO
        }
      }
    }
    return imports
  }

  /** Run the program of an instance, and return its exit status. */
  start(instance) {
    this.#exports = instance.exports
    try {
      instance.exports._start()
      return 0
    } catch (error) {
      if (error instanceof Exit) return error.status
      throw error
    }
  }

  // Memory moves when it grows, so no view of it is kept.
  get #view() { return new DataView(this.#exports.memory.buffer) }
  #bytes(at, size) { return new Uint8Array(this.#exports.memory.buffer, at >>> 0, size >>> 0) }

  #file(number) {
    const file = this.#files[number]
    if (!file) throw failure('EBADF')
    return file
  }

  #path(number, at, size) {
    const { path } = this.#file(number)
    if (path === null) throw failure('ENOTDIR')
    return join(path, new TextDecoder().decode(this.#bytes(at, size)))
  }

  #add(file) {
    let number = ROOT + 1
    while (this.#files[number]) number++
    this.#files[number] = file
    return number
  }

  #sizes(texts, count, size) {
    this.#view.setUint32(count, texts.length, true)
    this.#view.setUint32(size, texts.reduce((sum, text) => sum + text.length, 0), true)
  }

  #copy(texts, list, at) {
    for (const text of texts) {
      this.#view.setUint32(list, at, true)
      this.#bytes(at, text.length).set(text)
      list += 4
      at += text.length
    }
  }

  args_sizes_get(count, size) { this.#sizes(this.#texts.args, count, size) }
  args_get(list, at) { this.#copy(this.#texts.args, list, at) }
  environ_sizes_get(count, size) { this.#sizes(this.#texts.environ, count, size) }
  environ_get(list, at) { this.#copy(this.#texts.environ, list, at) }

  clock_time_get(clock, precision, at) {
    const now = clock === 0 ? BigInt(Date.now()) * MILLION : process.hrtime.bigint()
    this.#view.setBigUint64(at, now, true)
  }

  random_get(at, size) { crypto.getRandomValues(this.#bytes(at, size)) }
  proc_exit(status) { throw new Exit(status) }

  fd_close(number) {
    const file = this.#file(number)
    if (number > ROOT && !file.isDirectory) fs.closeSync(file.descriptor)
    delete this.#files[number]
  }

  // A terminal is a character device that does not seek; others, such as /dev/null, say that they do.
  fd_fdstat_get(number, at) {
    const file = this.#file(number)
    const view = this.#view
    const given = !file.isDirectory && isatty(file.descriptor) ? rights.all & ~(rights.seek | rights.tell) : rights.all
    view.setUint8(at, typeOf(file.about))
    view.setUint16(at + 2, file.append ? 1 : 0, true)
    view.setBigUint64(at + 8, given, true)
    view.setBigUint64(at + 16, rights.all, true)
  }

  fd_fdstat_set_flags(number) { this.#file(number) }
  fd_filestat_get(number, at) { this.#describe(this.#file(number).about, at) }

  fd_filestat_set_size(number, size) {
    const file = this.#file(number)
    if (file.isDirectory) throw failure('EBADF')
    fs.ftruncateSync(file.descriptor, Number(size))
  }

  #describe(about, at) {
    const view = this.#view
    view.setBigUint64(at, about.dev, true)
    view.setBigUint64(at + 8, about.ino, true)
    view.setBigUint64(at + 16, BigInt(typeOf(about)), true)
    const numbers = [about.nlink, about.size, about.atimeNs, about.mtimeNs, about.ctimeNs]
    numbers.forEach((number, i) => view.setBigUint64(at + 24 + 8 * i, BigInt.asUintN(64, number), true))
  }

  fd_prestat_get(number, at) {
    if (number !== ROOT) throw failure('EBADF')
    this.#view.setUint32(at, 0, true)
    this.#view.setUint32(at + 4, 1, true)
  }

  fd_prestat_dir_name(number, at) { this.#bytes(at, 1)[0] = 0x2f }

  #vectors(at, count) {
    const view = this.#view
    return Array.from({ length: count }, (_, i) => [view.getUint32(at + 8 * i, true), view.getUint32(at + 8 * i + 4, true)])
  }

  #move(at, count, result, one) {
    let sum = 0
    for (const [start, size] of this.#vectors(at, count)) {
      if (!size) continue
      const moved = one(this.#bytes(start, size))
      sum += moved
      if (moved < size) break
    }
    this.#view.setUint32(result, sum, true)
  }

  fd_read(number, at, count, result) {
    const file = this.#file(number)
    this.#move(at, count, result, (bytes) => file.read(bytes))
  }

  fd_write(number, at, count, result) {
    const file = this.#file(number)
    try {
      this.#move(at, count, result, (bytes) => file.write(bytes))
    } catch (error) {
      if (error.code === 'EPIPE' && number <= 2) throw new Exit('SIGPIPE')
      throw error
    }
  }

  fd_seek(number, offset, whence, result) {
    this.#view.setBigUint64(result, BigInt(this.#file(number).seek(Number(offset), whence)), true)
  }

  fd_readdir(number, at, size, cookie, result) {
    const file = this.#file(number)
    if (!file.isDirectory) throw failure('ENOTDIR')
    if (cookie === 0n || !file.names) file.names = fs.readdirSync(file.path, { withFileTypes: true })
    let used = 0
    for (let i = Number(cookie); i < file.names.length && used < size; i++) used += this.#entry(file.names[i], i, at + used, size - used)
    this.#view.setUint32(result, used, true)
  }

  // One entry of a directory, cut at the end of the buffer, which then is full: the rest is asked for again.
  #entry(about, index, at, size) {
    const name = new TextEncoder().encode(about.name)
    const bytes = new Uint8Array(24 + name.length)
    const view = new DataView(bytes.buffer)
    view.setBigUint64(0, BigInt(index + 1), true)
    view.setUint32(16, name.length, true)
    view.setUint8(20, typeOf(about))
    bytes.set(name, 24)
    const shown = bytes.subarray(0, size)
    this.#bytes(at, shown.length).set(shown)
    return shown.length
  }

  path_open(number, follow, at, size, create, given, inherited, flags, result) {
    const path = this.#path(number, at, size)
    const { O_RDONLY, O_RDWR, O_WRONLY, O_CREAT, O_EXCL, O_TRUNC, O_APPEND, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = fs.constants
    const about = fs.statSync(path, { throwIfNoEntry: false })
    if (!(follow & 1) && about && fs.lstatSync(path).isSymbolicLink()) throw failure('ELOOP')
    if (create & 2 && about && !about.isDirectory()) throw failure('ENOTDIR')
    const writes = (given & rights.write) !== 0n
    const wanted = (create & 1 ? O_CREAT : 0) | (create & 4 ? O_EXCL : 0) | (create & 8 ? O_TRUNC : 0) |
      (flags & 1 ? O_APPEND : 0) | (flags & 4 ? O_NONBLOCK : 0) | (follow & 1 ? 0 : O_NOFOLLOW)
    let file
    if (about?.isDirectory() && !writes && !(create & ~2)) {
      fs.accessSync(path, fs.constants.R_OK)
      file = new File(null, { path })
    } else {
      const descriptor = fs.openSync(path, wanted | (writes ? (given & 2n ? O_RDWR : O_WRONLY) : O_RDONLY), 0o666)
      file = new File(descriptor, { position: fs.fstatSync(descriptor).isFile() ? 0 : null, append: (flags & 1) !== 0 })
    }
    this.#view.setUint32(result, this.#add(file), true)
  }

  path_filestat_get(number, follow, at, size, result) {
    const path = this.#path(number, at, size)
    this.#describe(follow & 1 ? fs.statSync(path, { bigint: true }) : fs.lstatSync(path, { bigint: true }), result)
  }

  path_create_directory(number, at, size) { fs.mkdirSync(this.#path(number, at, size)) }
  path_unlink_file(number, at, size) { fs.unlinkSync(this.#path(number, at, size)) }

  path_rename(number, at, size, other, otherAt, otherSize) {
    fs.renameSync(this.#path(number, at, size), this.#path(other, otherAt, otherSize))
  }

  path_readlink(number, at, size, buffer, room, result) {
    const bytes = new TextEncoder().encode(fs.readlinkSync(this.#path(number, at, size))).subarray(0, room)
    this.#bytes(buffer, bytes.length).set(bytes)
    this.#view.setUint32(result, bytes.length, true)
  }

  // The program waits for one descriptor, with or without a time: there is no more to WASI's general form here.
  poll_oneoff(given, result, count, ready) {
    const view = this.#view
    let milliseconds = Infinity
    let clock = null
    let read = null
    for (let i = 0, at = given; i < count; i++, at += 48) {
      const kind = view.getUint8(at + 8)
      if (kind === events.clock) [milliseconds, clock] = [Number(view.getBigUint64(at + 24, true) / MILLION), at]
      else if (kind === events.read) read = at
      else throw failure('ENOTSUP')
    }
    const isReady = read !== null && this.#file(view.getUint32(read + 16, true)).ready(milliseconds)
    if (read === null) sleep(milliseconds)
    const happened = isReady || clock === null ? read : clock
    new Uint8Array(this.#exports.memory.buffer, result, 32).fill(0)
    view.setBigUint64(result, view.getBigUint64(happened, true), true)
    view.setUint8(result + 10, view.getUint8(happened + 8))
    view.setUint32(ready, 1, true)
  }
}
