import type { TrackerRepresentation } from '../../src/trackers/representations/tracker.ts'

const staticList = (...labels: readonly string[]): object => ({
  bindings: { type: 'static', list: [] },
  values: labels.map((label, index) => ({ id: index + 1, label, is_hidden: label === 'Hidden', value_color: '' })),
})

/** A tracker as the API returns it, with a field of each kind that queries know. */
export function createQueryTracker(componentCount = 3): TrackerRepresentation {
  const user = (id: number, username: string, real_name: string): object => ({
    id,
    label: username,
    user_reference: { id, uri: `users/${id}`, real_name, username, avatar_url: '' },
  })
  const fields = [
    { name: 'title', type: 'string', label: 'Title' },
    { name: 'details', type: 'text', label: 'Details' },
    { name: 'status', type: 'sb', label: 'Status', ...staticList('Open', 'In "progress"', 'Done', 'Hidden') },
    {
      name: 'assigned_to',
      type: 'msb',
      label: 'Owner',
      bindings: { type: 'users', list: [] },
      values: [user(101, 'ada', 'Ada Lovelace'), user(102, 'bob', 'Bob Carter')],
    },
    { name: 'points', type: 'int', label: 'Points' },
    { name: 'due', type: 'date', label: 'Due on' },
    {
      name: 'component',
      type: 'sb',
      label: 'Component',
      ...staticList(...Array.from({ length: componentCount }, (_, index) => `Component ${index}`)),
    },
    {
      name: 'relations',
      type: 'art_link',
      label: 'Links',
      allowed_types: [
        { shortname: '_is_child', forward_label: 'Child', reverse_label: 'Parent' },
        { shortname: 'fixed_in', forward_label: 'Fixed in', reverse_label: 'Fixes' },
      ],
    },
  ].map((field, index) => ({
    field_id: index + 1,
    is_used: true,
    values: null,
    bindings: { type: null, list: [] },
    ...field,
  }))
  const idOf = (name: string): number | undefined => fields.find((field) => field.name === name)?.field_id
  const semantics = {
    title: { field_id: idOf('title') },
    description: { field_id: idOf('details') },
    status: { field_id: idOf('status'), value_ids: [1, 2] },
    contributor: { field_id: idOf('assigned_to') },
  }
  // Only these members matter to queries.
  return { id: 1, project: { id: 7 }, fields, semantics } as unknown as TrackerRepresentation
}
