/** What a project has beside itself in its full form (docs/api/projects.md §2). */
export interface ProjectDetails {
  /** What slices above offer, first in `resources`. */
  readonly offered: readonly string[]
  readonly isMember: boolean
  /** Every description field of the site, "" when the project has no value. */
  readonly fields: readonly { readonly name: string; readonly value: string }[]
}
