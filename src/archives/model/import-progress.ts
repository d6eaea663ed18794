/** How far an import is: bytes of project.xml that were checked, then artifacts that are written. */
export interface ImportProgress {
  readonly step: 'checking' | 'writing'
  readonly done: number
  /** 0: not known */
  readonly total: number
}
