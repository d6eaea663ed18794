import type { WriteContext } from './write-context.ts'

/** Tells a problem; there is no value then. */
export function reportProblem(context: WriteContext, message: string): undefined {
  context.reportProblem(message)
}
