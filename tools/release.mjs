// Builds everything that is published, into release/: `npm run release`, or some of it with `-- --only tarball,npm`.
// For the platform it runs on: the packages contain the pinned Node.js of the lockfile.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { root, unbundledPackages } from './build-output.mjs'
import { buildBinary } from './release/build-binary.mjs'
import { buildDebianPackage } from './release/build-debian-package.mjs'

const { values } = parseArgs({
  options: { only: { type: 'string' }, to: { type: 'string', default: path.join(root, 'release') } },
})
const output = path.resolve(values.to)
const manifest = readJson('package.json')
const lock = readJson('package-lock.json')
const platform = `${process.platform}-${process.arch}`
const name = `tulipwood-${manifest.version}`

const builders = {
  tarball: buildTarball,
  npm: buildNpmPackage,
  binary: () => buildBinary(release),
  deb: () => buildDebianPackage(release),
  deploy: buildDeployment,
  sbom: buildSbom,
}
const chosenParts = values.only?.split(',') ?? Object.keys(builders)
const unknown = chosenParts.find((each) => builders[each] === undefined)
if (unknown !== undefined)
  throw new Error(`Unknown part "${unknown}". Valid parts: ${Object.keys(builders).join(', ')}`)

run(process.execPath, ['tools/build-pages.mjs'])
run(process.execPath, ['tools/build-server.mjs'])
rmSync(output, { recursive: true, force: true })
mkdirSync(output, { recursive: true })
const stage = path.join(output, 'stage')
const application = path.join(stage, 'application')
const installation = path.join(stage, `${name}-${platform}`)
const release = {
  output,
  stage,
  application,
  installation,
  name,
  platform,
  version: manifest.version,
  description: manifest.description,
  run,
}
copyApplication(application)
if (chosenParts.some((each) => ['tarball', 'binary', 'deb'].includes(each))) createInstallation()
for (const each of chosenParts) builders[each]()
rmSync(stage, { recursive: true })
const files = readdirSync(output).sort()
writeFileSync(
  path.join(output, 'SHA256SUMS'),
  files.map((file) => `${hash(path.join(output, file))}  ${file}\n`).join(''),
)
for (const file of files)
  console.log(`${(readFileSync(path.join(output, file)).length / 1e6).toFixed(1).padStart(7)} MB  ${file}`)

/** What runs, without the runtime and without packages: those that `files` of package.json lists, but no source maps. */
function copyApplication(to) {
  for (const each of [...manifest.files, 'LICENSE', 'README.md']) {
    if (each.startsWith('!')) continue
    cpSync(path.join(root, each), path.join(to, each), { recursive: true, filter: (file) => !file.endsWith('.map') })
  }
  const own = {
    ...pick(manifest, ['name', 'version', 'description', 'license', 'type', 'engines', 'bin']),
    dependencies: exactVersions(manifest.dependencies),
    optionalDependencies: exactVersions(manifest.optionalDependencies),
  }
  writeFileSync(path.join(to, 'package.json'), `${JSON.stringify(own, null, 2)}\n`)
}

/** All others are part of the bundle. */
function exactVersions(dependencies) {
  const names = Object.keys(dependencies).filter((each) => unbundledPackages.includes(each) || isRuntime(each))
  return Object.fromEntries(names.map((each) => [each, lock.packages[`node_modules/${each}`].version]))
}

function isRuntime(packageName) {
  return /^node-(bin-)?(darwin|linux|win)-/.test(packageName)
}

/** The application with the runtime and the packages that are not bundled. */
function createInstallation() {
  cpSync(application, installation, { recursive: true })
  rmSync(path.join(installation, 'bin'), { recursive: true })
  for (const packagePath of collectPackages(unbundledPackages))
    cpSync(path.join(root, packagePath), path.join(installation, packagePath), {
      recursive: true,
      filter: (file) => !/\.(map|d\.[cm]?ts)$/.test(file) && !isBelowPackage(file, packagePath),
    })
  mkdirSync(path.join(installation, 'runtime'))
  cpSync(findRuntime(), path.join(installation, 'runtime/node'))
  chmodSync(path.join(installation, 'runtime/node'), 0o755)
  mkdirSync(path.join(installation, 'bin'))
  cpSync(path.join(root, 'deploy/tulipwood.sh'), path.join(installation, 'bin/tulipwood'))
  chmodSync(path.join(installation, 'bin/tulipwood'), 0o755)
}

/** Packages inside a package are listed by themselves. */
function isBelowPackage(file, packagePath) {
  return path.relative(path.join(root, packagePath), file).split(path.sep)[0] === 'node_modules'
}

/** Paths of the packages and of everything they need on this platform, as the lockfile places them. */
function collectPackages(names) {
  const places = new Set()
  const visit = (from, packageName) => {
    const place = resolvePackage(from, packageName)
    if (place === undefined || places.has(place) || !existsSync(path.join(root, place))) return
    places.add(place)
    const { dependencies, optionalDependencies } = lock.packages[place]
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) visit(place, each)
  }
  for (const each of names) visit('', each)
  return [...places].sort()
}

function resolvePackage(from, packageName) {
  for (let above = from; ; above = above.slice(0, Math.max(0, above.lastIndexOf('/node_modules/')))) {
    const place = `${above === '' ? '' : `${above}/`}node_modules/${packageName}`
    if (lock.packages[place] !== undefined) return place
    if (above === '') return undefined
  }
}

function findRuntime() {
  const folders = ['node', 'node-bin'].map((prefix) => `node_modules/${prefix}-${platform.replace('win32', 'win')}/bin`)
  const file = folders
    .flatMap((folder) => [path.join(root, folder, 'node'), path.join(root, folder, 'node.exe')])
    .find((each) => existsSync(each))
  if (file === undefined) throw new Error(`The lockfile has no Node.js for ${platform}`)
  return file
}

function buildTarball() {
  pack(`${name}-${platform}.tar.gz`, stage, path.basename(installation))
}

function buildNpmPackage() {
  pack(`${name}.tgz`, application, '.', ['--transform', 's,^\\.,package,'])
}

function buildDeployment() {
  const chart = readFileSync(path.join(root, 'deploy/helm/tulipwood/Chart.yaml'), 'utf8')
  const [, version] = /^appVersion: (\S+)$/m.exec(chart) ?? []
  if (version !== manifest.version) throw new Error(`The chart is for ${version}, this is ${manifest.version}`)
  pack(`${name}-deploy.tar.gz`, root, 'deploy', ['--transform', `s,^deploy,${name}-deploy,`])
}

/** Owner, order and times do not depend on who builds. */
function pack(file, directory, what, options = []) {
  const fixed = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${commitTime()}`, '--mode=go=rX']
  run('tar', ['-czf', path.join(output, file), ...fixed, ...options, '-C', directory, what])
}

function commitTime() {
  const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : '0'
}

/** CycloneDX, of everything that is installed or bundled. */
function buildSbom() {
  const npm = /npm-cli\.js$/.test(process.env.npm_execpath ?? '')
    ? [process.execPath, process.env.npm_execpath]
    : ['npm']
  const [program, ...first] = npm
  const args = [...first, 'sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx']
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`)
  writeFileSync(path.join(output, `${name}.cdx.json`), stdout)
}

function run(program, args, options = {}) {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: ['ignore', 2, 2], ...options })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${error ?? status}`)
}

function hash(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

function readJson(file) {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8'))
}

function pick(object, names) {
  return Object.fromEntries(names.map((each) => [each, object[each]]))
}
