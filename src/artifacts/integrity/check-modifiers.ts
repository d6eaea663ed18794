import { type Check, describeProblem } from './stored-artifact.ts'

/**
 * Checks that the modifiers in the tracker of the artifact, together with its last author, are the authors of its
 * changesets.
 */
export const checkModifiers: Check = (record) => {
  const { artifact, history, modifiers } = record
  const own = modifiers.filter(({ trackerId }) => trackerId === artifact.trackerId)
  const users = new Set(own.map(({ userId }) => userId))
  const expected = [...history.authors].filter((user) => user !== history.by)
  return [
    ...expected
      .filter((user) => !users.has(user))
      .map((user) => describeProblem(record, 'modifier', `has no row in artifact_modifier for user ${user}`)),
    ...modifiers
      .filter(({ trackerId, userId }) => trackerId !== artifact.trackerId || !history.authors.has(userId))
      .map(({ trackerId, userId }) =>
        describeProblem(
          record,
          'modifier',
          `has a superfluous row in artifact_modifier: tracker ${trackerId}, user ${userId}`,
        ),
      ),
  ]
}
