/** Something that is stored and contradicts something else that is stored. */
export interface IntegrityProblem {
  /** The rule that does not hold. */
  readonly rule:
    | 'history'
    | 'version'
    | 'index'
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
  /** What it is about: `artifact`, `tracker`, `webhook delivery`. */
  readonly noun: string
  readonly id: number
  /** What is wrong, as the end of a sentence that begins with noun and id. */
  readonly detail: string
}

/** The finding as a line: `artifact 12: …`. */
export const formatIntegrityProblem = ({ noun, id, detail }: IntegrityProblem): string => `${noun} ${id}: ${detail}`
