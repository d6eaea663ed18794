import { defineRoute } from '../../http/declarations/route.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { replaceTriggers } from '../commands/replace-triggers.ts'
import { TriggersInput } from '../parse/input-schemas.ts'
import { listTriggers } from '../reads/list-triggers.ts'
import { representTrigger, TriggerRepresentation } from '../representations/trigger.ts'

/** Tulipwood extension: Tuleap changes them only in its pages. */
export const putTrackersIdTriggers = defineRoute({
  method: 'PUT',
  url: '/trackers/:id/triggers',
  access: 'required',
  scope: 'write:tracker',
  isExtension: true,
  summary:
    'Replace the triggers by which artifacts of a tracker follow their children. Omitted triggers are removed. (tracker administrators)',
  params: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer()) }),
  body: TriggersInput,
  answers: { 200: Type.Array(TriggerRepresentation) },
  async answer({ params, body, caller }, world) {
    await replaceTriggers(world, caller, params.id, body)
    const { triggers, trackerOf } = await listTriggers(world, caller, params.id)
    return { body: triggers.map((each) => representTrigger(each, trackerOf)) }
  },
})
