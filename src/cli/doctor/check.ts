/** One thing the doctor looked at. */
export interface Check {
  readonly name: string
  readonly isOk: boolean
  /** What was found, or what is wrong and what helps. */
  readonly detail: string
}

export const healthy = (name: string, detail: string): Check => ({ name, isOk: true, detail })
export const ill = (name: string, detail: string): Check => ({ name, isOk: false, detail })
