import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Returns the peak memory, in bytes, of any child process with `word` in its command line while `work` ran; 0 on
 * systems without /proc.
 */
export async function measurePeakMemoryOfChildren<T>(
  word: string,
  work: Promise<T>,
): Promise<{ result: T; peak: number }> {
  let peak = 0
  let isOver = false
  const measure = async (): Promise<void> => {
    while (!isOver) {
      for (const pid of await children()) {
        const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
        if (!command.includes(word)) continue
        const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
        peak = Math.max(peak, Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024)
      }
      await wait(5)
    }
  }
  const measuring = measure()
  const result = await work.finally(() => {
    isOver = true
  })
  await measuring
  return { result, peak }
}

async function children(): Promise<string[]> {
  const threads = await readdir('/proc/self/task').catch(() => [])
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/self/task/${thread}/children`, 'utf8').catch(() => '')),
  )
  return lists.flatMap((list) => list.split(' ').filter((pid) => pid !== ''))
}
