import type { Selectable } from 'kysely'
import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { Tables } from '../../database/tables/tables.ts'
import type { TrackerId, TransitionId } from '../../kit/values/ids.ts'
import type { Tracker } from '../model/tracker.ts'
import { type ConditionRows, loadConditionRows } from './condition-rows.ts'
import { loadRules } from './rule-rows.ts'

/** Rows of trackers, in the order of their parts. */
export interface StructureRows {
  readonly trackers: readonly Selectable<Tables['tracker']>[]
  readonly permissions: readonly Selectable<Tables['tracker_permission']>[]
  readonly fields: readonly Selectable<Tables['field']>[]
  readonly fieldPermissions: readonly Selectable<Tables['field_permission']>[]
  readonly values: readonly Selectable<Tables['bind_value']>[]
  readonly semantics: readonly Selectable<Tables['semantic']>[]
  readonly rulesOf: (tracker: TrackerId) => Tracker['rules']
  readonly workflows: readonly Selectable<Tables['workflow']>[]
  readonly transitions: readonly Selectable<Tables['transition']>[]
  readonly conditions: ConditionRows
  readonly actions: readonly Selectable<Tables['post_action']>[]
}

/** The number of queries does not depend on the number of trackers. */
export async function loadStructure(db: Reader, ids: readonly TrackerId[]): Promise<StructureRows> {
  const ofTracker = inList('tracker_id', ids)
  const [trackers, permissions, fields, fieldPermissions, values, semantics, rulesOf, workflows] = await Promise.all([
    db.selectFrom('tracker').selectAll().where(inList('id', ids)).execute(),
    db.selectFrom('tracker_permission').selectAll().where(ofTracker).orderBy('group_id').execute(),
    db.selectFrom('field').selectAll().where(ofTracker).orderBy('rank').orderBy('id').execute(),
    db
      .selectFrom('field_permission')
      .innerJoin('field', 'field.id', 'field_permission.field_id')
      .selectAll('field_permission')
      .where(ofTracker)
      .orderBy('group_id')
      .execute(),
    db
      .selectFrom('bind_value')
      .innerJoin('field', 'field.id', 'bind_value.field_id')
      .selectAll('bind_value')
      .where(ofTracker)
      .orderBy('bind_value.rank')
      .orderBy('bind_value.id')
      .execute(),
    db.selectFrom('semantic').selectAll().where(ofTracker).execute(),
    loadRules(db, ids),
    db.selectFrom('workflow').selectAll().where(ofTracker).execute(),
  ])
  return {
    trackers,
    permissions,
    fields,
    fieldPermissions,
    values,
    semantics,
    rulesOf,
    workflows,
    ...(await loadTransitions(db, ids)),
  }
}

async function loadTransitions(db: Reader, ids: readonly TrackerId[]) {
  const ofTracker = inList('tracker_id', ids)
  const transitions = await db.selectFrom('transition').selectAll().where(ofTracker).orderBy('id').execute()
  const transitionIds: readonly TransitionId[] = transitions.map(({ id }) => id)
  if (transitionIds.length === 0) return { transitions, conditions: new Map(), actions: [] }
  const ofTransition = inList('transition_id', transitionIds)
  const [conditions, actions] = await Promise.all([
    loadConditionRows(db, transitionIds),
    db.selectFrom('post_action').selectAll().where(ofTransition).orderBy('rank').orderBy('id').execute(),
  ])
  return { transitions, conditions, actions }
}
