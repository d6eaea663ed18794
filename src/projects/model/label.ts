/** A label for items of a project. */
export interface Label {
  readonly id: number
  readonly name: string
  readonly color: string
  readonly isOutline: boolean
}
