import type { Finding } from '../../artifacts/model/finding.ts'

/** One thing the doctor looked at. */
export interface Check {
  readonly name: string
  readonly isOk: boolean
  /** What was found, or what is wrong and what helps. */
  readonly detail: string
  /** What is wrong with what is stored, for programs. */
  readonly finding?: Pick<Finding, 'rule' | 'noun' | 'id'>
}

export const healthy = (name: string, detail: string): Check => ({ name, isOk: true, detail })
export const ill = (name: string, detail: string): Check => ({ name, isOk: false, detail })
