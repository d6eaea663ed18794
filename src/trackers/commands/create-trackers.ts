import type { Tx } from '../../database/db/db.ts'
import { allocateIds as takeNext } from '../../database/sql/sql.ts'
import type { BindValueId, FieldId, ReportId, TrackerId } from '../../kit/values/ids.ts'
import type { TrackerDefinition, TriggerRuleDefinition } from '../model/definition.ts'
import type { NewTrackersPermit } from '../model/new-trackers-permit.ts'
import { insertTrackers } from '../store/insert-trackers.ts'
import { assignIds, type IdSource } from './assign-ids.ts'
import { buildDefinitionRows } from './definition-rows.ts'

export interface NewTrackers {
  /** Keys of trackers, fields, values and reports are unique among all of them. */
  readonly definitions: readonly TrackerDefinition[]
  readonly triggers?: readonly TriggerRuleDefinition[]
  /** Existing trackers that definitions may refer to, by key. */
  readonly existing?: ReadonlyMap<string, TrackerId>
  /** Source of ids; the ordinary sequences by default. */
  readonly takeIds?: IdSource
}

/** The created ids by key. */
export interface CreatedTrackers {
  readonly trackers: ReadonlyMap<string, TrackerId>
  readonly fields: ReadonlyMap<string, FieldId>
  readonly values: ReadonlyMap<string, BindValueId>
  readonly reports: ReadonlyMap<string, ReportId>
}

/**
 * Creates trackers from definitions, with ids in document order. Callers validate definitions from outside: an unknown
 * key is a bug here.
 */
export async function createTrackers(tx: Tx, permit: NewTrackersPermit, input: NewTrackers): Promise<CreatedTrackers> {
  const { definitions, triggers = [], existing = new Map(), takeIds = takeNext } = input
  const numbered = await assignIds(definitions, (sequence, count) => takeIds(tx, sequence, count))
  const byKey = { ...numbered.byKey, trackers: new Map([...existing, ...numbered.byKey.trackers]) }
  await insertTrackers(tx, permit, buildDefinitionRows(permit.subject.id, { ...numbered, byKey }, triggers))
  return numbered.byKey
}
