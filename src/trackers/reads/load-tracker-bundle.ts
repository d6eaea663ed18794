import type { Reader } from '../../database/db/db.ts'
import type { ProjectId, TrackerId } from '../../kit/values/ids.ts'
import { loadExtras } from '../store/extras.ts'
import { loadProjectReports, loadRenderers } from '../store/reports.ts'
import { loadTrackers } from '../store/trackers.ts'
import { loadTriggers } from '../store/triggers.ts'
import type { TrackerBundle } from './tracker-definition.ts'

/** Loads everything that a copy or an export of trackers of a project needs, in order of creation. */
export async function loadTrackerBundle(
  db: Reader,
  projectId: ProjectId,
  ids: readonly TrackerId[],
): Promise<TrackerBundle> {
  const trackers = await loadTrackers(db, ids)
  const reports = await loadProjectReports(db, ids)
  const renderers = await loadRenderers(
    db,
    reports.map(({ id }) => id),
  )
  const extras = await loadExtras(db, ids)
  const byTracker = Map.groupBy(reports, ({ trackerId }) => trackerId)
  return {
    trackers: [...trackers.values()].toSorted((a, b) => a.id - b.id),
    triggers: await loadTriggers(db, projectId),
    reportsOf: ({ id }) => byTracker.get(id) ?? [],
    renderersOf: ({ id }) => renderers.get(id) ?? [],
    webhooksOf: ({ id }) => (extras.webhooks.get(id) ?? []).map(({ url }) => url),
    cannedResponsesOf: ({ id }) => (extras.cannedResponses.get(id) ?? []).map(({ title, body }) => ({ title, body })),
  }
}
