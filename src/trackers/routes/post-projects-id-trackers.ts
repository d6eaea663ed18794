import type { Static } from 'typebox'
import { defineRoute } from '../../http/declarations/route.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { identifier, Type } from '../../kit/values/schema.ts'
import type { TrackerSource } from '../commands/build-definition.ts'
import { createTracker } from '../commands/create-tracker.ts'
import { TrackerDefinitionInput } from '../parse/input-schemas.ts'
import { TrackerReferenceInput } from '../parse/tracker-reference.ts'
import { loadChangedTracker } from '../reads/load-changed-tracker.ts'
import { representTracker, TrackerRepresentation } from '../representations/tracker.ts'

const Body = Type.Object({
  /** A built-in tracker: bug, card, epic, issue, release, sprint, story, task. */
  template: Type.Optional(Type.String()),
  from_tracker: Type.Optional(TrackerReferenceInput),
  /** A tracker in the shape of GET /trackers/{id}; its ids only connect its parts. */
  definition: Type.Optional(TrackerDefinitionInput),
  name: Type.Optional(Type.String()),
  item_name: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  color_name: Type.Optional(Type.String()),
  parent_id: Type.Optional(Type.Union([Type.Integer({ format: identifier }), Type.Null()])),
})

/** Tulipwood extension: Tuleap creates trackers only in its pages (docs/api/trackers.md §1). */
export const postProjectsIdTrackers = defineRoute({
  method: 'POST',
  url: '/projects/:id/trackers',
  access: 'required',
  scope: 'write:tracker',
  isExtension: true,
  summary:
    'Create a tracker from one of `template`, `from_tracker` or a `definition` as returned by GET /trackers/{id} (project administrators).',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer()) }),
  body: Body,
  bodyLimit: 4 * 1024 * 1024,
  answers: { 201: TrackerRepresentation },
  async answer({ params, body, ...viewer }, world) {
    const id = await createTracker(world, viewer.caller, params.id, {
      source: sourceOf(body),
      name: body.name,
      itemName: body.item_name,
      description: body.description,
      color: body.color_name,
      parent: body.parent_id,
    })
    const { view, context } = await loadChangedTracker(world, viewer, id)
    const headers = { Location: `${viewer.origin}/api/trackers/${id}` }
    return { status: 201, headers, body: representTracker(view, context) }
  },
})

function sourceOf({ template, from_tracker, definition }: Static<typeof Body>): TrackerSource {
  const sources: TrackerSource[] = []
  if (template !== undefined) sources.push({ kind: 'built-in', name: template })
  if (from_tracker !== undefined) sources.push({ kind: 'tracker', tracker: from_tracker.id })
  if (definition !== undefined) sources.push({ kind: 'definition', definition })
  const [source] = sources
  if (source !== undefined && sources.length === 1) return source
  throw new Refusal('invalid', 'Send one of `template`, `from_tracker` and `definition`.')
}
