import { defineRoute } from '../../http/declarations/route.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { listTriggers } from '../reads/list-triggers.ts'
import { representTrigger, TriggerRepresentation } from '../representations/trigger.ts'

/** Tulipwood extension. */
export const getTrackersIdTriggers = defineRoute({
  method: 'GET',
  url: '/trackers/:id/triggers',
  access: 'required',
  scope: 'read:tracker',
  isExtension: true,
  summary: 'List the triggers by which artifacts of a tracker follow their children (tracker administrators).',
  params: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer()) }),
  answers: { 200: Type.Array(TriggerRepresentation) },
  async answer({ caller, params }, world) {
    const { triggers, trackerOf } = await listTriggers(world, caller, params.id)
    return { body: triggers.map((each) => representTrigger(each, trackerOf)) }
  },
})
