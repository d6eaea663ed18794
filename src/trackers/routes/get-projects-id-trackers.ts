import { defineRoute } from '../../http/declarations/route.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getCannotCreateReasons, parseSemanticsToCheck } from '../reads/cannot-create-reasons.ts'
import { listProjectTrackers } from '../reads/list-project-trackers.ts'
import { loadTrackerViews } from '../reads/load-tracker-views.ts'
import {
  MinimalTrackerRepresentation,
  representMinimalTracker,
  representTracker,
  TrackerRepresentation,
} from '../representations/tracker.ts'

const max = 50

/** docs/api/trackers.md §2. */
export const getProjectsIdTrackers = defineRoute({
  method: 'GET',
  url: '/projects/:id/trackers',
  access: 'optional',
  scope: 'read:tracker',
  summary: 'List the trackers of a project by name.',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer()) }),
  query: Type.Object({
    representation: Type.Union([Type.Literal('full'), Type.Literal('minimal')], {
      description: 'Form of the trackers: `full` or `minimal`.',
      default: 'full',
    }),
    query: Type.String({ description: 'JSON filter, such as `{"is_tracker_admin": true}`.', default: '' }),
    with_creation_semantic_check: Type.Union([Type.Array(Type.String()), Type.String()], {
      description: 'Semantic that must be configured so that artifacts can be created.',
      default: '',
    }),
    ...buildPageParameters({ default: 10, min: 0, max }),
  }),
  answers: { 200: Type.Union([Type.Array(TrackerRepresentation), Type.Array(MinimalTrackerRepresentation)]) },
  async answer({ params, query, ...viewer }, world) {
    const request = { projectId: params.id, query: query.query, page: query }
    const { project, trackers, size } = await listProjectTrackers(world, viewer.caller, request)
    const page = { limit: query.limit, offset: query.offset, size, max }
    if (query.representation === 'minimal') {
      const semantics = parseSemanticsToCheck(query.with_creation_semantic_check)
      const represent = (tracker: (typeof trackers)[number]) =>
        representMinimalTracker(tracker, project, getCannotCreateReasons(viewer.caller, tracker, semantics))
      return { page, body: trackers.map(represent) }
    }
    if (query.with_creation_semantic_check.length > 0) throw new Refusal('invalid', notWithFull)
    const { views, context } = await loadTrackerViews(world, viewer, project, trackers)
    return { page, body: views.map((view) => representTracker(view, context)) }
  },
})

const notWithFull = message`'with_creation_semantic_check' is not available when 'full' tracker representation is chosen`
