import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isOwnerProcessDead } from '../../kit/system/process-identity.ts'
import { configurationFile } from './configuration.ts'

/** Process that created the directory of a run. */
export const markFile = 'mark'

/**
 * Ends Apache processes left by crashed servers. Their guards usually end them, unless the guards were killed as well.
 * A process is identified by its configuration file in a directory that only it uses.
 */
export async function endLeftoverProcesses(runs: string): Promise<void> {
  for (const name of await readdir(runs)) {
    const directory = join(runs, name)
    const mark = await readFile(join(directory, markFile), 'utf8').catch(() => undefined)
    if (mark === undefined || !(await isOwnerProcessDead(mark))) continue
    for (const pid of await findApacheProcesses(directory)) killProcess(pid)
    await rm(directory, { recursive: true, force: true })
  }
}

async function findApacheProcesses(directory: string): Promise<number[]> {
  const configuration = join(directory, configurationFile)
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const pidLists = await Promise.all(
    pids.map(async (pid) => {
      const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      const words = line.split('\0')
      return words.includes(configuration) && words.includes('-DFOREGROUND') ? [Number(pid)] : []
    }),
  )
  return pidLists.flat()
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It is gone already.
  }
}
