import { once } from 'node:events'
import { complaintOf, gather, type Program, type ProgramEnd, startProgram } from './start-program.ts'

/** A program that is run to its end. */
export interface ProgramRun extends Program {
  /** An open file that it reads; none: it reads nothing. */
  readonly input?: number
  /** An open file that it writes to; none: what it says is answered. */
  readonly output?: number
  /** Of what it says; who says more is ended. */
  readonly mostBytes?: number
}

const usualBytes = 16 * 1024 ** 2

/** Never fails but by its answer. */
export async function runProgram(run: ProgramRun): Promise<ProgramEnd> {
  const { input = 'ignore', output = 'pipe', mostBytes = usualBytes } = run
  const child = startProgram(run, [input, output, 'pipe'])
  const said = gather(child.stdout, mostBytes, () => child.kill('SIGKILL'))
  const complaint = complaintOf(child)
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, output: Buffer.concat(said), complaint: complaint() }
  } catch (problem) {
    return { code: null, output: Buffer.alloc(0), complaint: String(problem) }
  }
}
