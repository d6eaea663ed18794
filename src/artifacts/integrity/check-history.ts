import type { Field, StoredLink } from '../../fields/field.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import { about, type Check, type Facts } from './facts.ts'

/** The document is what the changesets add up to; the version counts them, and the last one says who and when. */
export const checkHistory: Check = (facts) => {
  const { artifact, past } = facts
  const last = past.steps.at(-1)
  if (last === undefined) return [about(facts, 'history', 'has no changeset')]
  const told = [
    ['version', artifact.version, past.steps.length],
    ['last changeset', artifact.lastChangesetId, last.id],
    ['last change', artifact.updatedOn, last.on],
    ['last author', artifact.updatedBy, past.by],
    ['last author by mail', artifact.updatedEmail, past.email],
  ] as const
  return [
    ...(artifact.versionDate < artifact.updatedOn
      ? [about(facts, 'version', `it is dated ${artifact.versionDate}, before its last change`)]
      : []),
    ...told
      .filter(([, stored, right]) => stored !== right)
      .map(([name, stored, right]) => about(facts, 'version', `its ${name} is ${stored}, by its history ${right}`)),
    ...facts.fields
      .filter((field) => !isSame(facts, field))
      .map(({ id, name }) =>
        about(facts, 'history', `its value of field ${id} (${name}) is not what its history says`),
      ),
  ]
}

function isSame({ artifact, past, staysLinked }: Facts, field: Field): boolean {
  const [stored, right] = [artifact.values[field.id], past.values[field.id]]
  if (field.type !== 'art_link' || right === undefined) return isEqual(stored, right)
  // Links to what was deleted left the document without a changeset, and come back with it (docs/api/artifacts.md
  // §3.10).
  const lasting = (value: unknown) =>
    ((value ?? []) as readonly StoredLink[]).filter(({ id }) => staysLinked(id as ArtifactId))
  return isEqual(lasting(stored), lasting(right))
}

// Both are the same text, written once.
const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
