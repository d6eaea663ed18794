import { defineRoute } from '../../http/declarations/route.ts'
import { Type } from '../../kit/values/schema.ts'
import { createReport } from '../../trackers/commands/create-report.ts'
import { TrackerReferenceInput } from '../../trackers/parse/tracker-reference.ts'
import { getTracker } from '../../trackers/reads/get-tracker.ts'
import { ReportRepresentation, representReport } from '../../trackers/representations/report.ts'
import { parseReport } from '../reads/report-draft.ts'
import { ReportInput } from '../representations/report-input.ts'

/** Tulipwood extension: docs/decisions/0021-reject-unknown-filters.md. */
export const postTrackerReports = defineRoute({
  method: 'POST',
  url: '/tracker_reports',
  access: 'required',
  scope: 'write:tracker',
  isExtension: true,
  summary: 'Create a report of a tracker for the caller, or for the project (tracker administrators).',
  body: Type.Object({
    tracker: TrackerReferenceInput,
    ...ReportInput,
  }),
  answers: { 201: ReportRepresentation },
  async answer({ body: { tracker: trackerReference, ...input }, caller, timezone }, world) {
    const { tracker } = await getTracker(world, caller, trackerReference.id)
    const draft = await parseReport(world, { caller, timezone, now: world.clock.now() }, tracker, input)
    return { status: 201, body: representReport(await createReport(world, caller, tracker.id, draft)) }
  },
})
