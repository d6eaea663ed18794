/** A word that things of a project may be marked with. */
export interface Label {
  readonly id: number
  readonly name: string
  readonly color: string
  readonly isOutline: boolean
}
