// Builds one executable file: Node.js with the application as its assets (single executable application).
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

export function buildBinary({ output, stage, installation, name, platform, run }) {
  const start = path.join(stage, 'start.cjs')
  writeFileSync(start, 'module.exports = (file) => import(require("node:url").pathToFileURL(file).href)\n')
  const assets = { 'start.cjs': start, ...listFiles(installation) }
  const idFile = path.join(stage, 'build-id')
  writeFileSync(idFile, createBuildId(assets))
  const target = path.join(output, `${name}-${platform}`)
  const config = {
    main: fileURLToPath(new URL('binary-main.cjs', import.meta.url)),
    output: target,
    disableExperimentalSEAWarning: true,
    execArgv: ['--max-semi-space-size=8', '--heap-growing-percent=30'],
    assets: { ...assets, 'build-id': idFile },
  }
  const configFile = path.join(stage, 'sea.json')
  writeFileSync(configFile, JSON.stringify(config))
  run(process.execPath, ['--build-sea', configFile])
}

function listFiles(installation) {
  const entries = readdirSync(installation, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  const keyed = files.map((file) => [path.relative(installation, file).replaceAll(path.sep, '/'), file])
  return Object.fromEntries(keyed.filter(([key]) => !/^(runtime|bin|docs)\//.test(key)).sort())
}

function createBuildId(assets) {
  const hash = createHash('sha256')
  for (const [key, file] of Object.entries(assets)) hash.update(`${key}\0`).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}
