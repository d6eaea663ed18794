import { readFile } from 'node:fs/promises'

/**
 * Whether a process belongs to a group: a number that a file remembers may be that of a stranger by now. Where nobody can
 * tell (without `/proc`), it is believed.
 */
export async function isOfGroup(pid: number, group: number | undefined): Promise<boolean> {
  if ((await readFile('/proc/self/stat', 'utf8').catch(() => '')) === '') return true
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name stands in brackets, and may hold anything; the state comes behind it, then the parent, then the group.
  const [, , found] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return found !== undefined && Number(found) === group
}
