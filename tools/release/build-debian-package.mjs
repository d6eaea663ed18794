// Builds a package for Debian and Ubuntu, with a systemd unit.
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { root } from '../build-output.mjs'

/** Debian's names of architectures. */
const architectures = { x64: 'amd64', arm64: 'arm64' }

export function buildDebianPackage({ output, stage, installation, version, description, run }) {
  const architecture = architectures[process.arch]
  if (process.platform !== 'linux' || architecture === undefined) return
  const tree = path.join(stage, 'debian')
  const place = (from, to, mode = 0o644) => {
    mkdirSync(path.dirname(path.join(tree, to)), { recursive: true })
    writeFileSync(path.join(tree, to), readFileSync(path.join(root, 'deploy/debian', from)), { mode })
  }
  cpSync(installation, path.join(tree, 'usr/lib/tulipwood'), { recursive: true })
  place('tulipwood.service', 'usr/lib/systemd/system/tulipwood.service')
  place('tulipwood.env', 'etc/tulipwood/tulipwood.env', 0o640)
  place('tulipwood', 'usr/bin/tulipwood', 0o755)
  place('copyright', 'usr/share/doc/tulipwood/copyright')
  for (const script of ['postinst', 'prerm', 'postrm']) place(script, `DEBIAN/${script}`, 0o755)
  writeFileSync(path.join(tree, 'DEBIAN/conffiles'), '/etc/tulipwood/tulipwood.env\n')
  const control = [
    'Package: tulipwood',
    `Version: ${version}`,
    `Architecture: ${architecture}`,
    'Maintainer: Tulipwood developers <tulipwood@localhost>',
    'Section: web',
    'Priority: optional',
    'Depends: libc6 (>= 2.28), libstdc++6, libgcc-s1, libatomic1',
    'Suggests: postgresql-client, subversion, apache2',
    `Description: ${description}`,
    ' REST API, web pages and command line in one process, with SQLite or PostgreSQL.',
    ' .',
    ' The package contains the Node.js runtime and all libraries.',
  ]
  writeFileSync(path.join(tree, 'DEBIAN/control'), `${control.join('\n')}\n`)
  run('chmod', ['-R', 'go=rX', path.join(tree, 'usr')])
  run('chmod', ['-R', 'go=rX', path.join(tree, 'DEBIAN')])
  for (const each of ['etc', 'etc/tulipwood', '']) chmodSync(path.join(tree, each), 0o755)
  const file = path.join(output, `tulipwood_${version}_${architecture}.deb`)
  run('dpkg-deb', ['--root-owner-group', '-Zgzip', '--build', tree, file])
  rmSync(tree, { recursive: true })
}
