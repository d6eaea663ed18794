// Does what the Containerfile does, without a program for containers: fills the root of the image and starts its
// entry point there, as the root directory of the process. Needs root.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

export function installContainer({ folder, findArtefact, runSync }) {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return undefined
  const context = path.join(folder, 'context')
  mkdirSync(path.join(folder, 'unpacked'))
  mkdirSync(context)
  runSync('tar', ['-xzf', findArtefact(/-deploy\.tar\.gz$/), '--strip-components=1', '-C', context])
  const tarball = findArtefact(/-linux-\w+\.tar\.gz$/)
  copyFileSync(tarball, path.join(context, path.basename(tarball)))
  const lines = readFileSync(path.join(context, 'container/Containerfile'), 'utf8').split('\n')
  const find = (pattern) => lines.map((line) => pattern.exec(line)).filter((match) => match !== null)
  if (find(/^ADD tulipwood-\*-linux-\*\.tar\.gz \/unpacked\/$/).length !== 1)
    throw new Error('The tarball is not added')
  const [collect] = find(/^RUN sh \/collect\.sh \/unpacked \/image$/)
  if (collect === undefined) throw new Error('The image is not collected')
  runSync('tar', ['-xzf', tarball, '-C', path.join(folder, 'unpacked')])
  const image = path.join(folder, 'image')
  runSync('sh', [path.join(context, 'container/collect.sh'), path.join(folder, 'unpacked'), image])
  const libraries = readdirSync(image, { recursive: true }).filter((file) => /^(usr\/)?lib(32|64)?\/.*\.so/.test(file))
  if (existsSync(path.join(image, 'bin')) || libraries.length > 12) throw new Error(`In the image: ${libraries}`)
  // Programs for containers add them.
  for (const each of ['dev', 'proc']) mkdirSync(path.join(image, each))
  runSync('mknod', ['--mode=666', path.join(image, 'dev/null'), 'c', '1', '3'])
  const env = Object.fromEntries(find(/^ENV (\w+)=(.*)$/).map(([, name, value]) => [name, value]))
  const [[, entryPoint] = []] = find(/^ENTRYPOINT (\[.*\])$/)
  return {
    command: JSON.parse(entryPoint),
    root: image,
    env: { ...env, TULIPWOOD_PORT: '0', TULIPWOOD_HOST: '127.0.0.1' },
  }
}
