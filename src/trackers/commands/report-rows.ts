import { foldText } from '../../kit/text/fold.ts'
import { mapCriterion } from '../criteria/registry.ts'
import type { CriterionDefinition } from '../model/definition.ts'
import type { Criterion } from '../model/report.ts'
import { mapRenderer } from '../renderers/registry.ts'
import type { TrackerRows } from '../store/insert-trackers.ts'
import type { NumberedTracker } from './assign-ids.ts'
import type { Resolver } from './resolve-keys.ts'

const flag = (is: boolean) => (is ? 1 : 0)

/** docs/api/archive-format.md §2.7: reports of the project. */
export const buildReportRows = (
  trackers: readonly NumberedTracker[],
  resolve: Resolver,
): Pick<TrackerRows, 'report' | 'renderer'> => ({
  report: trackers.flatMap(({ id: trackerId, reports }) =>
    reports.map(({ id, definition }) => ({
      id,
      tracker_id: trackerId,
      user_id: null,
      name: definition.name,
      name_key: foldText(definition.name.trim()),
      description: definition.description,
      is_default: flag(definition.isDefault),
      is_query_displayed: flag(definition.isQueryDisplayed),
      is_in_expert_mode: flag(definition.isInExpertMode),
      expert_query: definition.expertQuery,
      definition: JSON.stringify({ criteria: definition.criteria.map((each) => criterionOf(each, resolve)) }),
    })),
  ),
  renderer: trackers.flatMap(({ reports }) =>
    reports.flatMap(({ id, definition, renderers }) =>
      definition.renderers.map((renderer, index) => ({
        // One id was reserved for each renderer.
        id: renderers[index] as number,
        report_id: id,
        kind: renderer.kind,
        name: renderer.name,
        description: renderer.description,
        rank: renderer.rank,
        definition: JSON.stringify(mapRenderer(renderer, resolve)),
      })),
    ),
  ),
})

const criterionOf = ({ field, rank, isAdvanced, ...content }: CriterionDefinition, resolve: Resolver): Criterion => ({
  field: resolve.field(field),
  rank,
  isAdvanced,
  ...mapCriterion<string | null, number>(content, resolve.value),
})
