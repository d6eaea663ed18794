import { group, isStaticGroup } from '../../accounts/model/groups.ts'
import { loadUsers } from '../../accounts/store/users.ts'
import type { Reader } from '../../database/db/db.ts'
import { getBind } from '../../fields/binds/get-bind.ts'
import { sortValues } from '../../fields/binds/static.ts'
import { sortUsers } from '../../fields/binds/users.ts'
import type { Bind, Field, GroupValue, StaticValue, UserSource } from '../../fields/model/field.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { findChosenHiddenValues, findChosenUsers } from '../store/artifact-groups.ts'
import { findSuggestedUsers } from '../store/suggested-users.ts'
import type { ArtifactCondition } from '../store/visibility-condition.ts'
import { findSourceGroup, toSuggestedSource } from './offered-users.ts'

/** Maximum number of values of a field that artifacts are grouped by. */
const maxValues = 100

/**
 * Returns the values of a list in its order: those that it offers, and those that it only offered before and that
 * matching artifacts still hold.
 */
export async function loadGroupingValues(
  db: Reader,
  tracker: Tracker,
  field: Field,
  where: ArtifactCondition,
): Promise<readonly number[]> {
  const { bind } = getBind(field)
  const values =
    bind.kind === 'users'
      ? await loadUserValues(db, tracker, field, bind.sources, where)
      : await loadBindValues(db, field, bind.kind === 'static' ? sortValues(bind) : bind.values, where)
  assertFew(values, field)
  return values
}

function assertFew({ length }: readonly unknown[], { name }: Field): void {
  if (length > maxValues)
    throw new Refusal(
      'invalid',
      message`The field '${name}' has more than ${maxValues} values, too many to group artifacts by it.`,
    )
}

async function loadBindValues(
  db: Reader,
  field: Field,
  values: readonly (StaticValue | GroupValue)[],
  where: ArtifactCondition,
): Promise<readonly number[]> {
  const chosen = values.some(({ isHidden }) => isHidden)
    ? new Set<number>(await findChosenHiddenValues(db, where, field.id, maxValues + 1))
    : null
  return values.flatMap(({ id, isHidden }) => (!isHidden || chosen?.has(id) === true ? [id] : []))
}

async function loadUserValues(
  db: Reader,
  tracker: Tracker,
  field: Field,
  sources: (Bind & { readonly kind: 'users' })['sources'],
  where: ArtifactCondition,
): Promise<readonly UserId[]> {
  const listed = sources.filter(isListed).map((source) => toSuggestedSource(source, tracker.id, tracker.projectId))
  const [offered, chosen] = await Promise.all([
    findSuggestedUsers(db, listed, '', maxValues + 1),
    findChosenUsers(db, where, field.id, maxValues + 1),
  ])
  const ids = [...new Set([...offered, ...chosen])]
  assertFew(ids, field)
  return sortUsers(ids, await loadUsers(db, ids)).map(({ id }) => id)
}

/** docs/api/trackers.md §3.5: groups of all users are offered, but their members are never listed. */
function isListed(source: UserSource): boolean {
  const of = findSourceGroup(source)
  return of === undefined || of === group.members || of === group.administrators || isStaticGroup(of)
}
