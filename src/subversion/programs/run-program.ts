import { once } from 'node:events'
import { type ProgramEnd, type RunningProgram, readAtMost, readErrorOutput, startProgram } from './start-program.ts'

/** A program that runs to its end. */
export interface ProgramRun extends RunningProgram {
  /** Open file for standard input; none: empty input. */
  readonly input?: number
  /** Open file for standard output; none: the output is returned. */
  readonly output?: number
  /** Maximum size of the output; programs that exceed it are ended. */
  readonly maxBytes?: number
}

const defaultMaxBytes = 16 * 1024 ** 2

/** Never throws; the result contains failures. */
export async function runProgram(run: ProgramRun): Promise<ProgramEnd> {
  const { input = 'ignore', output = 'pipe', maxBytes = defaultMaxBytes } = run
  const child = startProgram(run, [input, output, 'pipe'])
  const pieces = readAtMost(child.stdout, maxBytes, () => child.kill('SIGKILL'))
  const complaint = readErrorOutput(child)
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, output: Buffer.concat(pieces), errorOutput: complaint() }
  } catch (problem) {
    return { code: null, output: Buffer.alloc(0), errorOutput: String(problem) }
  }
}
