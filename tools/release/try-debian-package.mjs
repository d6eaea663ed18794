// Unpacks the Debian package and checks it with the tools of Debian, where they exist.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

export function installDebianPackage({ folder, findArtefact, runSync }) {
  if (!existsSync('/usr/bin/dpkg-deb')) return undefined
  const file = findArtefact(/\.deb$/)
  runSync('dpkg-deb', ['--info', file])
  const listing = runSync('dpkg-deb', ['--contents', file])
  const foreign = listing.split('\n').filter((line) => line !== '' && !/^\S+ root\/root /.test(line))
  if (foreign.length > 0) throw new Error(`Files of other users than root: ${foreign.slice(0, 3).join('\n')}`)
  const open = listing.split('\n').filter((line) => /^[^l].......w/.test(line))
  if (open.length > 0) throw new Error(`Files that everyone can write: ${open.slice(0, 3).join('\n')}`)
  const system = path.join(folder, 'system')
  runSync('dpkg-deb', ['--extract', file, system])
  verifyUnit(system, runSync)
  return { command: [path.join(system, 'usr/lib/tulipwood/bin/tulipwood')] }
}

function verifyUnit(system, runSync) {
  const unit = path.join(system, 'usr/lib/systemd/system/tulipwood.service')
  const [, program] = /^ExecStart=(\S+) serve$/m.exec(readFileSync(unit, 'utf8')) ?? []
  if (program === undefined || !existsSync(path.join(system, program))) throw new Error(`ExecStart: ${program}`)
  if (!existsSync('/usr/bin/systemd-analyze')) return
  // Exposure from 0 (none) to 10: above 2 something was weakened.
  runSync('systemd-analyze', ['security', '--offline=yes', '--threshold=20', unit])
}
