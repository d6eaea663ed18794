import type { Tx } from '../../database/db/db.ts'
import type { SequenceName } from '../../database/sql/sql.ts'
import type { BindDefinition, FieldDefinition } from '../../fields/model/definition.ts'
import type { BindValueId, FieldId, ReportId, TrackerId, WebhookId } from '../../kit/values/ids.ts'
import type { ReportDefinition, TrackerDefinition } from '../model/definition.ts'

export type IdSource = (tx: Tx, sequence: SequenceName, count: number) => Promise<number[]>

/** A form element with its ids, out of the tree. */
export interface NumberedField {
  readonly id: FieldId
  readonly parentId: FieldId | null
  readonly definition: FieldDefinition
  /** one for each value of the bind */
  readonly values: readonly BindValueId[]
}

export interface NumberedTracker {
  readonly id: TrackerId
  readonly definition: TrackerDefinition
  /** depth first */
  readonly fields: readonly NumberedField[]
  readonly reports: readonly {
    readonly id: ReportId
    readonly definition: ReportDefinition
    readonly renderers: readonly number[]
  }[]
  /** one for each transition, with one for each of its actions */
  readonly transitions: readonly { readonly id: number; readonly actions: readonly number[] }[]
  readonly webhooks: readonly WebhookId[]
}

/** Definitions with all the ids they will have. */
export interface NumberedDefinitions {
  readonly trackers: readonly NumberedTracker[]
  readonly byKey: {
    readonly trackers: ReadonlyMap<string, TrackerId>
    readonly fields: ReadonlyMap<string, FieldId>
    readonly values: ReadonlyMap<string, BindValueId>
    readonly reports: ReadonlyMap<string, ReportId>
  }
}

const sequences = [
  'tracker',
  'field',
  'bind_value',
  'group_value',
  'report',
  'renderer',
  'transition',
  'post_action',
  'webhook',
] as const
type Sequence = (typeof sequences)[number]

/** Reserves all ids with one query per sequence, then assigns them in document order. */
export async function assignIds(
  definitions: readonly TrackerDefinition[],
  takeIds: (sequence: SequenceName, count: number) => Promise<number[]>,
): Promise<NumberedDefinitions> {
  const counts = Object.fromEntries(sequences.map((each) => [each, 0])) as Record<Sequence, number>
  numberDefinitions(definitions, (sequence) => ++counts[sequence])
  const ids = new Map<Sequence, Iterator<number>>()
  for (const each of sequences) ids.set(each, (await takeIds(each, counts[each])).values())
  return numberDefinitions(definitions, (sequence) => {
    // Counted by the same traversal, so there are enough ids.
    return ids.get(sequence)?.next().value as number
  })
}

function numberDefinitions(
  definitions: readonly TrackerDefinition[],
  next: (sequence: Sequence) => number,
): NumberedDefinitions {
  const byKey = {
    trackers: new Map<string, TrackerId>(),
    fields: new Map<string, FieldId>(),
    values: new Map<string, BindValueId>(),
    reports: new Map<string, ReportId>(),
  }
  const trackers = definitions.map((definition): NumberedTracker => {
    const id = next('tracker') as TrackerId
    addKey(byKey.trackers, definition.key, id)
    const fields = numberFields(definition.fields, null, next)
    for (const field of fields) {
      addKey(byKey.fields, field.definition.key, field.id)
      for (const [index, { key }] of valuesOf(field.definition.bind).entries()) {
        addKey(byKey.values, key, field.values[index] as BindValueId)
      }
    }
    const reports = definition.reports.map((report) => {
      const reportId = next('report') as ReportId
      if (report.key !== null) addKey(byKey.reports, report.key, reportId)
      return { id: reportId, definition: report, renderers: report.renderers.map(() => next('renderer')) }
    })
    const transitions = (definition.workflow?.transitions ?? []).map(({ actions }) => ({
      id: next('transition'),
      actions: actions.map(() => next('post_action')),
    }))
    const webhooks = definition.webhooks.map(() => next('webhook') as WebhookId)
    return { id, definition, fields, reports, transitions, webhooks }
  })
  return { trackers, byKey }
}

function numberFields(
  definitions: readonly FieldDefinition[],
  parentId: FieldId | null,
  next: (sequence: Sequence) => number,
): NumberedField[] {
  return definitions.flatMap((definition) => {
    const id = next('field') as FieldId
    // Values of groups have their own sequence, far above the ids of groups: in the API both name a group
    // (docs/api/compatibility.md §1).
    const sequence = definition.bind?.kind === 'ugroups' ? 'group_value' : 'bind_value'
    const values = valuesOf(definition.bind).map(() => next(sequence) as BindValueId)
    return [{ id, parentId, definition, values }, ...numberFields(definition.children, id, next)]
  })
}

const valuesOf = (bind: BindDefinition | null): readonly { readonly key: string }[] =>
  bind === null || bind.kind === 'users' ? [] : bind.values

function addKey<T>(idsByKey: Map<string, T>, key: string, id: T): void {
  if (idsByKey.has(key)) throw new Error(`Duplicate key ${key}`)
  idsByKey.set(key, id)
}
