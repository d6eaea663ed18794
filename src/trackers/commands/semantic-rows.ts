import type { SemanticDefinitions } from '../model/definition.ts'
import type { Semantics } from '../model/tracker.ts'
import type { TrackerRows } from '../store/insert-trackers.ts'
import type { NumberedTracker } from './assign-ids.ts'
import type { Resolver } from './resolve-keys.ts'

/** docs/api/archive-format.md §2.4: one row for each semantic that is configured. */
export const buildSemanticRows = ({ id, definition }: NumberedTracker, resolve: Resolver): TrackerRows['semantic'] =>
  Object.entries(resolveSemantics(definition.semantics, resolve))
    .filter(([, semantic]) => semantic !== undefined)
    .map(([kind, semantic]) => ({ tracker_id: id, kind, definition: JSON.stringify(semantic) }))

const resolveSemantics = (semantics: SemanticDefinitions, resolve: Resolver): Semantics => {
  const { title, description, contributor, initial_effort, velocity, status, done, tooltip } = semantics
  const { timeframe, progress, plugin_cardwall_card_fields: card } = semantics
  const onField = (semantic: { readonly field: string } | undefined) =>
    semantic && { field: resolve.field(semantic.field) }
  return {
    title: onField(title),
    description: onField(description),
    contributor: onField(contributor),
    initial_effort: onField(initial_effort),
    velocity: onField(velocity),
    status: status && { field: resolve.field(status.field), openValues: resolve.values(status.openValues) },
    done: done && { values: resolve.values(done.values) },
    tooltip: tooltip && { fields: resolve.fields(tooltip.fields) },
    timeframe: timeframe && timeframeOf(timeframe, resolve),
    progress:
      progress &&
      ('linkType' in progress
        ? { linkType: progress.linkType }
        : {
            totalEffort: resolve.field(progress.totalEffort),
            remainingEffort: resolve.field(progress.remainingEffort),
          }),
    plugin_cardwall_card_fields: card && {
      fields: resolve.fields(card.fields),
      ...(card.backgroundColor === undefined ? {} : { backgroundColor: resolve.field(card.backgroundColor) }),
    },
  }
}

function timeframeOf(
  timeframe: NonNullable<SemanticDefinitions['timeframe']>,
  resolve: Resolver,
): NonNullable<Semantics['timeframe']> {
  if ('impliedFrom' in timeframe) return { impliedFrom: resolve.tracker(timeframe.impliedFrom) }
  const start = resolve.field(timeframe.start)
  return 'end' in timeframe
    ? { start, end: resolve.field(timeframe.end) }
    : { start, duration: resolve.field(timeframe.duration) }
}
