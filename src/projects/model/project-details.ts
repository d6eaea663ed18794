/** Data of the full representation of a project that is not part of the project itself (docs/api/projects.md §2). */
export interface ProjectDetails {
  /** Resources of later slices, first in `resources`. */
  readonly offered: readonly string[]
  readonly isMember: boolean
  /** Every description field of the site, "" when the project has no value. */
  readonly fields: readonly { readonly name: string; readonly value: string }[]
}
