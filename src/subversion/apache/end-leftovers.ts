import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isMakerGone } from '../../kit/process-mark.ts'
import { configurationFile } from './configuration.ts'

/** Who made the folder of a run. */
export const markFile = 'mark'

/**
 * Ends what servers that are gone have left: their guards end their Apaches, but somebody may have killed those as well.
 * Apaches are known by the configuration they were started with, which lies in a folder of theirs alone.
 */
export async function endLeftovers(runs: string): Promise<void> {
  for (const name of await readdir(runs)) {
    const folder = join(runs, name)
    const mark = await readFile(join(folder, markFile), 'utf8').catch(() => undefined)
    if (mark === undefined || !(await isMakerGone(mark))) continue
    for (const pid of await processesOf(folder)) end(pid)
    await rm(folder, { recursive: true, force: true })
  }
}

async function processesOf(folder: string): Promise<number[]> {
  const configuration = join(folder, configurationFile)
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async (pid) => {
      const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      const words = line.split('\0')
      return words.includes(configuration) && words.includes('-DFOREGROUND') ? [Number(pid)] : []
    }),
  )
  return found.flat()
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It is gone already.
  }
}
