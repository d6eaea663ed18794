import { randomUUID } from 'node:crypto'
import { readFile, readlink } from 'node:fs/promises'

/**
 * A mark of ours that nobody else has. On Linux it tells as well which process made it, so that another one of the same
 * machine can see whether that is gone; elsewhere nobody can.
 */
export async function processIdentity(): Promise<string> {
  const place = await pidNamespace()
  const started = place && (await processStartTime(process.pid))
  return [randomUUID(), ...(place && started ? [place, process.pid, started] : [])].join(' ')
}

/** Whether the process that made the mark is gone for certain; false where it cannot be known. */
export async function isOwnerProcessDead(mark: string): Promise<boolean> {
  const [, place, pid, started] = mark.split(' ')
  if (pid === undefined || started === undefined || place !== (await pidNamespace())) return false
  return (await processStartTime(Number(pid))) !== started
}

/** Within it a number means one process at a time: this start of the machine, this container, what this user sees. */
async function pidNamespace(): Promise<string | null> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8')
    return `${boot.trim()}/${await readlink('/proc/self/ns/pid')}/${process.getuid?.()}`
  } catch {
    return null
  }
}

/** When a running process started; null: there is none. */
async function processStartTime(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(ignoreMissing)
  // The name comes second, in brackets, and may hold anything; the state is the first after it, the start the twentieth.
  const [state, ...rest] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
  return state === undefined || state === 'Z' || state === 'X' ? null : (rest[18] ?? null)
}

function ignoreMissing(problem: unknown): null {
  const code = problem instanceof Error && 'code' in problem ? problem.code : undefined
  if (code === 'ENOENT' || code === 'ESRCH') return null
  throw problem
}
