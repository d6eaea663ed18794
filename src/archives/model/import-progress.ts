/** Progress of an import: checked bytes of project.xml, then written artifacts. */
export interface ImportProgress {
  readonly step: 'checking' | 'writing'
  readonly done: number
  /** 0: unknown */
  readonly total: number
}
