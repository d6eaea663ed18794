import { randomUUID } from 'node:crypto'
import { readFile, readlink } from 'node:fs/promises'

/**
 * Returns a unique token of this process. On Linux it also identifies the process, so that another process of the same
 * machine can check whether it is still alive; elsewhere that is unknown.
 */
export async function readProcessIdentity(): Promise<string> {
  const place = await pidNamespace()
  const started = place && (await processStartTime(process.pid))
  return [randomUUID(), ...(place && started ? [place, process.pid, started] : [])].join(' ')
}

/** Returns whether the process of a token has certainly ended; false where it cannot be known. */
export async function isOwnerProcessDead(mark: string): Promise<boolean> {
  const [, place, pid, started] = mark.split(' ')
  if (pid === undefined || started === undefined || place !== (await pidNamespace())) return false
  return (await processStartTime(Number(pid))) !== started
}

/**
 * Scope in which a process id means one process at a time: this boot of the machine, this container, the view of this
 * user.
 */
async function pidNamespace(): Promise<string | null> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8')
    return `${boot.trim()}/${await readlink('/proc/self/ns/pid')}/${process.getuid?.()}`
  } catch {
    return null
  }
}

/** Returns when a running process started; null: there is none. */
async function processStartTime(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(ignoreMissing)
  // The name is second, in parentheses, and may contain anything; the state is the first field after it, the start the
  // twentieth.
  const [state, ...rest] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
  return state === undefined || state === 'Z' || state === 'X' ? null : (rest[18] ?? null)
}

function ignoreMissing(problem: unknown): null {
  const code = problem instanceof Error && 'code' in problem ? problem.code : undefined
  if (code === 'ENOENT' || code === 'ESRCH') return null
  throw problem
}
