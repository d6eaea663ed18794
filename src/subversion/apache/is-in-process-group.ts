import { readFile } from 'node:fs/promises'

/**
 * Returns whether a process belongs to a group: a stored process id may belong to an unrelated process by now. Assumes
 * true where it cannot be determined (without `/proc`).
 */
export async function isInProcessGroup(pid: number, group: number | undefined): Promise<boolean> {
  if ((await readFile('/proc/self/stat', 'utf8').catch(() => '')) === '') return true
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // Format: name in brackets, which may contain anything, then state, parent and group.
  const [, , processGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return processGroup !== undefined && Number(processGroup) === group
}
