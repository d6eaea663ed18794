import type { Field, StoredLink } from '../../fields/field.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import { type Check, problemOf, type StoredArtifact } from './stored-artifact.ts'

/** The document is what the changesets add up to; the version counts them, and the last one says who and when. */
export const checkHistory: Check = (record) => {
  const { artifact, history } = record
  const last = history.steps.at(-1)
  if (last === undefined) return [problemOf(record, 'history', 'has no changeset')]
  const comparisons = [
    ['version', artifact.version, history.steps.length],
    ['last changeset', artifact.lastChangesetId, last.id],
    ['last change', artifact.updatedOn, last.on],
    ['last author', artifact.updatedBy, history.by],
    ['last author by mail', artifact.updatedEmail, history.email],
  ] as const
  return [
    ...(artifact.versionDate < artifact.updatedOn
      ? [problemOf(record, 'version', `it is dated ${artifact.versionDate}, before its last change`)]
      : []),
    ...comparisons
      .filter(([, stored, expected]) => stored !== expected)
      .map(([name, stored, expected]) =>
        problemOf(record, 'version', `its ${name} is ${stored}, by its history ${expected}`),
      ),
    ...record.fields
      .filter((field) => !isSame(record, field))
      .map(({ id, name }) =>
        problemOf(record, 'history', `its value of field ${id} (${name}) is not what its history says`),
      ),
  ]
}

function isSame({ artifact, history, wasNeverDeleted }: StoredArtifact, field: Field): boolean {
  const [stored, expected] = [artifact.values[field.id], history.values[field.id]]
  if (field.type !== 'art_link' || expected === undefined) return isEqual(stored, expected)
  // Links to what was deleted left the document without a changeset, and come back with it (docs/api/artifacts.md
  // §3.10).
  const lasting = (value: unknown) =>
    ((value ?? []) as readonly StoredLink[]).filter(({ id }) => wasNeverDeleted(id as ArtifactId))
  return isEqual(lasting(stored), lasting(expected))
}

// Both are the same text, written once.
const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
