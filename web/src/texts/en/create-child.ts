/** The form of a new child of an artifact. */
export const createChild = {
  title: (xref: string): string => `New child of ${xref}`,
  tracker: 'Tracker',
  name: 'Title',
  none: 'There is no tracker in this project in which you can create a child.',
  noLinks: 'Artifacts of this tracker have no links that you can set.',
  needsMore: (fields: string): string => `It also needs: ${fields}. The full form has all fields.`,
  noTitle: 'Artifacts of this tracker have no title. The full form has all fields.',
  fullForm: 'Open the full form',
  submit: 'Create child',
}

export type CreateChildTexts = typeof createChild
