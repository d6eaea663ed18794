/** A part of the changes of an element, and what reverts it; `back` null: one request cannot. */
export interface ElementChange {
  readonly changes: object
  readonly back: object | null
}
