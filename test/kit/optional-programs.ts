// Finds programs that single test files of the API project need, which are skipped without them. A vitest global setup.
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import type { TestProject } from 'vitest/node'
import { reportSkipped } from './report-skipped.ts'
import { smallDiskCommand } from './small-disk.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly hasCurl: boolean
    /** Whether a process can have a disk of its own. */
    readonly canMount: boolean
  }
}

export function setup(project: TestProject): () => void {
  const hasCurl = spawnSync('curl', ['--version']).status === 0
  const [unshare, ...args] = smallDiskCommand
  const env = { ...process.env, TULIPWOOD_DATA: tmpdir() }
  const canMount = spawnSync(unshare, [...args, 'true'], { env }).status === 0
  project.provide('hasCurl', hasCurl)
  project.provide('canMount', canMount)
  return () => {
    if (!hasCurl) reportSkipped('commands of the README: curl is not installed (apt-get install curl)')()
    if (!canMount) reportSkipped('tests of a full disk: they need Linux, and root or user namespaces')()
  }
}
