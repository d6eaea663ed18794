// Installs the npm package with npm, and uses it through the link that npm creates. Without a registry it uses the packages
// of this checkout.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { root } from '../build-output.mjs'

export function installNpmPackage({ folder, findArtefact, runSync }) {
  const application = path.join(folder, 'application')
  const installed = path.join(application, 'node_modules/tulipwood')
  mkdirSync(installed, { recursive: true })
  runSync('tar', ['-xzf', findArtefact(/^tulipwood-[\d.]+\.tgz$/), '--strip-components=1', '-C', installed])
  // As npm would place them, next to the package; links take the place of downloads.
  for (const name of readdirSync(path.join(root, 'node_modules'))) {
    if (name.startsWith('.') || name === 'tulipwood') continue
    runSync('ln', ['-s', path.join(root, 'node_modules', name), path.join(application, 'node_modules', name)])
  }
  writeFileSync(path.join(application, 'package.json'), '{"private":true}')
  const program = path.join(installed, 'bin/tulipwood.mjs')
  if (!existsSync(program)) throw new Error('The package has no bin/tulipwood.mjs')
  return { command: [process.execPath, program] }
}
