import type { EntryOf, FieldType } from '../field-type.ts'
import { editableField } from '../traits.ts'
import { EmptyValue } from '../values/empty-value.tsx'
import { Links } from '../values/links.tsx'

export const artLink: FieldType<EntryOf<'art_link'>> = {
  ...editableField,
  section: 'links',
  renderValue: ({ entry, field }) =>
    countLinks(entry) === 0 ? (
      <EmptyValue />
    ) : (
      <Links forward={entry.links} reverse={entry.reverse_links} types={field?.allowed_types} />
    ),
  // Links of other artifacts are values of those.
  isEmpty: (entry) => entry.links.length === 0,
  count: countLinks,
  renderLine: ({ entry }) => entry.links.map(({ id }) => `#${id}`).join(', '),
  loadEditor: () => import('../editors/links.tsx').then((file) => file.links),
  isWide: true,
  isBulkEditable: false,
}

function countLinks({ links, reverse_links }: EntryOf<'art_link'>): number {
  return links.length + reverse_links.length
}
