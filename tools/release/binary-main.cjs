// Main script of the single binary. Node.js loads modules, threads and native libraries only from files: the first start
// unpacks them into a directory of the user, which later starts use again.
const fs = require('node:fs')
const { createRequire, enableCompileCache } = require('node:module')
const os = require('node:os')
const path = require('node:path')
const { getAsset, getAssetKeys, getRawAsset } = require('node:sea')
const v8 = require('node:v8')

const buildId = getAsset('build-id', 'utf8')
const words = process.argv.slice(2)
const own = findOwnProgram()
const home = own?.home ?? unpack()
for (const flag of own?.flags ?? []) v8.setFlagsFromString(flag)
if (own === undefined) process.argv[1] = path.join(home, 'dist/cli.mjs')
else process.argv.splice(1, 1 + own.flags.length)
enableCompileCache(process.env.NODE_COMPILE_CACHE || path.join(home, 'compiled'))
createRequire(path.join(home, 'start.cjs'))('./start.cjs')(process.argv[1])

/** The server starts programs of its own like those of Node.js, without its environment: `binary --flag program.mjs`. */
function findOwnProgram() {
  const at = words.findIndex((word) => !word.startsWith('--'))
  const unpacked = path.dirname(path.dirname(words[at] ?? ''))
  if (path.basename(unpacked) !== `program-${buildId}` || !words[at].endsWith('.mjs')) return undefined
  assertOwn(unpacked)
  return { home: unpacked, flags: words.slice(0, at) }
}

function unpack() {
  const problems = []
  for (const parent of listParents()) {
    const target = path.join(parent, `program-${buildId}`)
    try {
      fs.mkdirSync(parent, { recursive: true, mode: 0o700 })
      if (!fs.existsSync(target)) writeFiles(target)
      assertOwn(target)
      return target
    } catch (problem) {
      problems.push(`${target}: ${problem.message}`)
    }
  }
  console.error(`tulipwood: no directory to unpack the program into. Set XDG_CACHE_HOME.\n${problems.join('\n')}`)
  process.exit(1)
}

function listParents() {
  const { XDG_CACHE_HOME: cache, HOME: homeDirectory, LOCALAPPDATA: local } = process.env
  const parent = cache || local || (homeDirectory && path.join(homeDirectory, '.cache'))
  const temporary = path.join(os.tmpdir(), `tulipwood-${process.getuid?.() ?? os.userInfo().username}`)
  return parent ? [path.join(parent, 'tulipwood'), temporary] : [temporary]
}

function writeFiles(target) {
  const temporary = `${target}.${process.pid}`
  try {
    for (const key of getAssetKeys()) {
      const file = path.join(temporary, key)
      fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
      fs.writeFileSync(file, Buffer.from(getRawAsset(key)), { mode: 0o600 })
    }
    fs.renameSync(temporary, target)
  } catch (problem) {
    fs.rmSync(temporary, { recursive: true, force: true })
    // Another process may have been faster.
    if (!fs.existsSync(target)) throw problem
  }
}

/** Code in a directory of another user must not run. */
function assertOwn(target) {
  if (process.getuid === undefined) return
  const { uid, mode } = fs.lstatSync(target)
  if (uid !== process.getuid() || (mode & 0o022) !== 0) throw new Error('it belongs to another user')
}
