import type { Field, StoredLink } from '../../fields/model/field.ts'
import { holdsLinks } from '../../fields/registry/capabilities.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import { type Check, describeProblem, type StoredArtifact } from './stored-artifact.ts'

/**
 * Checks that the document equals the sum of the changesets, that the version is their count, and that author and date
 * are those of the last one.
 */
export const checkHistory: Check = (record) => {
  const { artifact, history } = record
  const last = history.steps.at(-1)
  if (last === undefined) return [describeProblem(record, 'history', 'has no changeset')]
  const comparisons = [
    ['version', artifact.version, history.steps.length],
    ['last changeset', artifact.lastChangesetId, last.id],
    ['last change', artifact.updatedOn, last.on],
    ['last author', artifact.updatedBy, history.by],
    ['last author by mail', artifact.updatedEmail, history.email],
  ] as const
  return [
    ...(artifact.versionDate < artifact.updatedOn
      ? [describeProblem(record, 'version', `its version date ${artifact.versionDate} is before its last change`)]
      : []),
    ...comparisons
      .filter(([, storedValue, expected]) => storedValue !== expected)
      .map(([name, storedValue, expected]) =>
        describeProblem(record, 'version', `its ${name} is ${storedValue}, but ${expected} by its history`),
      ),
    ...record.fields
      .filter((field) => !isSame(record, field))
      .map(({ id, name }) =>
        describeProblem(record, 'history', `its value of field ${id} (${name}) differs from its history`),
      ),
  ]
}

function isSame({ artifact, history, wasNeverDeleted }: StoredArtifact, field: Field): boolean {
  const [storedValue, expected] = [artifact.values[field.id], history.values[field.id]]
  if (!holdsLinks(field) || expected === undefined) return isEqual(storedValue, expected)
  // Links to deleted artifacts were removed from the document without a changeset, and return with a restoration
  // (docs/api/artifacts.md §3.10).
  const lasting = (value: unknown) =>
    ((value ?? []) as readonly StoredLink[]).filter(({ id }) => wasNeverDeleted(id as ArtifactId))
  return isEqual(lasting(storedValue), lasting(expected))
}

// Both were serialized by the same code.
const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
