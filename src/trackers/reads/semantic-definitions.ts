import type { FieldId, TrackerId } from '../../kit/ids.ts'
import type { SemanticDefinitions } from '../model/definition.ts'
import type { Semantics } from '../model/tracker.ts'
import type { DefinitionKeys } from './definition-keys.ts'

/** docs/api/archive-format.md §2.4; a time frame implied from a tracker outside of the copy is omitted. */
export function toSemanticDefinitions(
  semantics: Semantics,
  keys: DefinitionKeys,
  included: ReadonlySet<TrackerId>,
): SemanticDefinitions {
  const toFieldSemantic = (semantic: { readonly field: FieldId } | undefined) =>
    semantic && { field: keys.field(semantic.field) }
  const { status, done, tooltip, timeframe, progress, plugin_cardwall_card_fields: card } = semantics
  const isLost = timeframe === undefined || ('impliedFrom' in timeframe && !included.has(timeframe.impliedFrom))
  return {
    title: toFieldSemantic(semantics.title),
    description: toFieldSemantic(semantics.description),
    contributor: toFieldSemantic(semantics.contributor),
    initial_effort: toFieldSemantic(semantics.initial_effort),
    velocity: toFieldSemantic(semantics.velocity),
    status: status && {
      field: keys.field(status.field),
      openValues: status.openValues.map((id) => keys.valueOrNone(status.field, id)),
    },
    // `done` values are values of the status field.
    done: done && status && { values: done.values.map((id) => keys.valueOrNone(status.field, id)) },
    tooltip: tooltip && { fields: tooltip.fields.map(keys.field) },
    timeframe: isLost ? undefined : toTimeframeDefinition(timeframe, keys),
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

function toTimeframeDefinition(
  timeframe: NonNullable<Semantics['timeframe']>,
  keys: DefinitionKeys,
): NonNullable<SemanticDefinitions['timeframe']> {
  if ('impliedFrom' in timeframe) return { impliedFrom: keys.tracker(timeframe.impliedFrom) }
  const start = keys.field(timeframe.start)
  return 'end' in timeframe
    ? { start, end: keys.field(timeframe.end) }
    : { start, duration: keys.field(timeframe.duration) }
}
