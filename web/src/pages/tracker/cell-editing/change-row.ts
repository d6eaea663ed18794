import type { ArtifactRepresentation } from '../../../../../src/artifacts/representations/artifact.ts'
import type { TrackerRepresentation } from '../../../../../src/trackers/representations/tracker.ts'
import type { ValueEntry } from '../../../data/trackers.ts'
import { createItemOption, listItems } from '../../../fields/editors/list-options.ts'
import { getFieldType } from '../../../fields/registry.ts'

/** An artifact of a list with other values, also where the list has them as members of the artifact. */
export function changeRow(
  artifact: ArtifactRepresentation,
  { semantics }: TrackerRepresentation,
  entries: ReadonlyMap<number, ValueEntry>,
): ArtifactRepresentation {
  const entryOf = (semantic: { readonly field_id: number } | undefined): ValueEntry | undefined =>
    semantic && entries.get(semantic.field_id)
  const [title, status, contributor] = [semantics.title, semantics.status, semantics.contributor].map(entryOf)
  const otherValues = artifact.values?.filter(({ field_id }) => !entries.has(field_id))
  return {
    ...artifact,
    ...(title && readTitle(title)),
    ...(status && readStatus(status, semantics.status?.value_ids ?? [])),
    ...(contributor && { assignees: listItems(contributor).filter((item) => 'username' in item) }),
    values: otherValues === undefined ? null : [...otherValues, ...entries.values()],
  }
}

const readTitle = (entry: ValueEntry): Partial<ArtifactRepresentation> =>
  getFieldType(entry.type).text === 'line' && 'value' in entry && typeof entry.value === 'string'
    ? { title: entry.value }
    : {}

function readStatus(entry: ValueEntry, openIds: readonly number[]): Partial<ArtifactRepresentation> {
  const [item] = listItems(entry)
  if (item === undefined) return { full_status: null }
  const { id, label, color } = createItemOption(item)
  return { full_status: { value: label, color: color ?? null }, is_open: openIds.includes(Number(id)) }
}
