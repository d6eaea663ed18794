import { inList } from '../../database/sql/sql.ts'
import type { CrossTrackerCondition } from '../../queries/model/cross-tracker-query.ts'
import { selectFieldRows } from './field-rows.ts'
import { combine, isAmongRows, matching } from './matching.ts'
import type { ArtifactCondition } from './visibility-condition.ts'

/** Compiles a query across trackers to SQL on rows of `artifact`. */
export const matchingAcrossTrackers =
  (spread: CrossTrackerCondition): ArtifactCondition =>
  (artifacts) => {
    switch (spread.kind) {
      case 'all':
      case 'any':
        return combine(
          artifacts,
          spread.kind,
          spread.of.map((each) => matchingAcrossTrackers(each)(artifacts)),
        )
      case 'not':
        return artifacts.not(matchingAcrossTrackers(spread.of)(artifacts))
      case 'in-trackers':
        return inList('artifact.tracker_id', spread.trackers)
      case 'of-fields':
        return isAmongRows(artifacts, selectFieldRows(spread.condition, spread.fields, null))
      case 'own':
        return matching(spread.condition)(artifacts)
      default:
        return spread satisfies never
    }
  }
