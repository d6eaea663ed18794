import type { FieldId, TrackerId } from '../../kit/ids.ts'
import type { SemanticDefinitions } from '../model/definition.ts'
import type { Semantics } from '../model/tracker.ts'
import type { Keys } from './definition-keys.ts'

/** docs/api/archive-format.md §2.4; a time frame implied from a tracker that is not taken along is lost. */
export function semanticDefinitions(
  semantics: Semantics,
  keys: Keys,
  taken: ReadonlySet<TrackerId>,
): SemanticDefinitions {
  const on = (said: { readonly field: FieldId } | undefined) => said && { field: keys.field(said.field) }
  const { status, done, tooltip, timeframe, progress, plugin_cardwall_card_fields: card } = semantics
  const isLost = timeframe === undefined || ('impliedFrom' in timeframe && !taken.has(timeframe.impliedFrom))
  return {
    title: on(semantics.title),
    description: on(semantics.description),
    contributor: on(semantics.contributor),
    initial_effort: on(semantics.initial_effort),
    velocity: on(semantics.velocity),
    status: status && {
      field: keys.field(status.field),
      openValues: status.openValues.map((id) => keys.valueOrNone(status.field, id)),
    },
    // What is done is a value of the status.
    done: done && status && { values: done.values.map((id) => keys.valueOrNone(status.field, id)) },
    tooltip: tooltip && { fields: tooltip.fields.map(keys.field) },
    timeframe: isLost ? undefined : timeframeDefinition(timeframe, keys),
    progress:
      progress && 'totalEffort' in progress
        ? { totalEffort: keys.field(progress.totalEffort), remainingEffort: keys.field(progress.remainingEffort) }
        : progress,
    plugin_cardwall_card_fields: card && {
      fields: card.fields.map(keys.field),
      ...(card.backgroundColor === undefined ? {} : { backgroundColor: keys.field(card.backgroundColor) }),
    },
  }
}

function timeframeDefinition(
  timeframe: NonNullable<Semantics['timeframe']>,
  keys: Keys,
): NonNullable<SemanticDefinitions['timeframe']> {
  if ('impliedFrom' in timeframe) return { impliedFrom: keys.tracker(timeframe.impliedFrom) }
  const start = keys.field(timeframe.start)
  return 'end' in timeframe
    ? { start, end: keys.field(timeframe.end) }
    : { start, duration: keys.field(timeframe.duration) }
}
