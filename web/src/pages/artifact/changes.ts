import type { ChangesetRepresentation } from '../../../../src/artifacts/representations/changeset.ts'

/** An event of the history: author, time, changed fields and comment. */
export interface Event {
  readonly changeset: ChangesetRepresentation
  readonly isFirst: boolean
  readonly changed: readonly string[]
  readonly isEdited: boolean
}

/** Changesets with the fields that each changed; `all` starts with the first changeset of the artifact. */
export function buildEvents(all: readonly ChangesetRepresentation[]): Event[] {
  return all.map((changeset, index) => {
    const before = all[index - 1]
    return {
      changeset,
      isFirst: before === undefined,
      changed: before === undefined ? [] : changedFields(before, changeset),
      isEdited: changeset.last_modified_date !== changeset.submitted_on,
    }
  })
}

/** They follow from other things, or from every change. */
const volatileTypes = new Set(['lud', 'luby', 'subon', 'subby', 'aid', 'atid', 'priority', 'cross', 'burndown'])

function changedFields(before: ChangesetRepresentation, after: ChangesetRepresentation): string[] {
  const describeValue = (entry: ChangesetRepresentation['values'][number]): string =>
    // Links of others to this artifact are no change of it.
    JSON.stringify(entry, (name, value) => (name === 'reverse_links' ? undefined : value))
  const old = new Map(before.values.map((entry) => [entry.field_id, describeValue(entry)]))
  const now = after.values.filter(({ type }) => !volatileTypes.has(type))
  const kept = new Set(now.map(({ field_id }) => field_id))
  const gone = before.values.filter(({ field_id, type }) => !volatileTypes.has(type) && !kept.has(field_id))
  return [...now.filter((entry) => old.get(entry.field_id) !== describeValue(entry)), ...gone].map(({ label }) => label)
}
