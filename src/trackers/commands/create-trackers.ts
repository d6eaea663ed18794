import type { Tx } from '../../kit/db/db.ts'
import { takeIds as takeNext } from '../../kit/db/sql.ts'
import type { BindValueId, FieldId, ProjectId, ReportId, TrackerId } from '../../kit/ids.ts'
import type { TrackerDefinition, TriggerRuleDefinition } from '../model/definition.ts'
import { addTrackers } from '../store/new-trackers.ts'
import { rowsOf } from './definition-rows.ts'
import { type IdSource, takeAll } from './number-definitions.ts'

export interface NewTrackers {
  readonly projectId: ProjectId
  /** Keys of trackers, fields, values and reports are unique among all of them. */
  readonly definitions: readonly TrackerDefinition[]
  readonly triggers?: readonly TriggerRuleDefinition[]
  /** Trackers that are there already and may be spoken of, by key. */
  readonly existing?: ReadonlyMap<string, TrackerId>
  /** Where ids come from; the ordinary sequences unless said otherwise. */
  readonly takeIds?: IdSource
}

/** What became of each key. */
export interface CreatedTrackers {
  readonly trackers: ReadonlyMap<string, TrackerId>
  readonly fields: ReadonlyMap<string, FieldId>
  readonly values: ReadonlyMap<string, BindValueId>
  readonly reports: ReadonlyMap<string, ReportId>
}

/**
 * Writes trackers as they are defined, numbered in the order of the document. Whoever takes definitions from outside
 * has checked them: a key that names nothing is a bug here.
 */
export async function createTrackers(tx: Tx, made: NewTrackers): Promise<CreatedTrackers> {
  const { projectId, definitions, triggers = [], existing = new Map(), takeIds = takeNext } = made
  const numbered = await takeAll(definitions, (sequence, count) => takeIds(tx, sequence, count))
  const byKey = { ...numbered.byKey, trackers: new Map([...existing, ...numbered.byKey.trackers]) }
  await addTrackers(tx, rowsOf(projectId, { ...numbered, byKey }, triggers))
  return numbered.byKey
}
