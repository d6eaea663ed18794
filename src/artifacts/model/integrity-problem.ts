/** A contradiction between stored data. */
export interface IntegrityProblem {
  /** The violated rule. */
  readonly rule:
    | 'history'
    | 'version'
    | 'index'
    | 'modifier'
    | 'permissions'
    | 'link'
    | 'reference'
    | 'file'
    | 'number'
    | 'log'
    | 'owner'
    | 'delivery'
    | 'notice'
    | 'job'
    | 'text'
  /** Kind of the affected row: `artifact`, `tracker`, `webhook delivery`. */
  readonly noun: string
  readonly id: number
  /** The problem, as the end of a sentence that begins with noun and id. */
  readonly detail: string
}

/** Formats a problem as a line: `artifact 12: …`. */
export const formatIntegrityProblem = ({ noun, id, detail }: IntegrityProblem): string => `${noun} ${id}: ${detail}`
