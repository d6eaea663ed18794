import type { IntegrityProblem } from '../../artifacts/model/integrity-problem.ts'

/** Result of one check. */
export interface Check {
  readonly name: string
  readonly isOk: boolean
  /** The result, or the problem and how to fix it. */
  readonly detail: string
  /** Machine-readable finding about stored data. */
  readonly finding?: Pick<IntegrityProblem, 'rule' | 'noun' | 'id'>
}

export const passCheck = (name: string, detail: string): Check => ({ name, isOk: true, detail })
export const failCheck = (name: string, detail: string): Check => ({ name, isOk: false, detail })
