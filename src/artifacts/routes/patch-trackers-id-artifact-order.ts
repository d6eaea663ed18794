import { defineRoute } from '../../http/declarations/route.ts'
import type { ArtifactId, TrackerId } from '../../kit/values/ids.ts'
import { identifier, Type } from '../../kit/values/schema.ts'
import { getTracker } from '../../trackers/reads/get-tracker.ts'
import { orderArtifacts } from '../commands/order-artifacts.ts'

const maxArtifacts = 100

const OrderInput = Type.Object(
  {
    ids: Type.Array(Type.Unsafe<ArtifactId>(Type.Integer({ format: identifier })), {
      description: 'Artifacts that are moved, in the order that they get.',
      minItems: 1,
      maxItems: maxArtifacts,
    }),
    direction: Type.Enum(['before', 'after']),
    compared_to: Type.Unsafe<ArtifactId>(
      Type.Integer({ format: identifier, description: 'Another artifact of the tracker, which stays where it is.' }),
    ),
  },
  { title: 'OrderInput' },
)

/** Tulipwood extension, with the order objects of Tuleap (docs/decisions/0082-order-cards-by-hand.md). */
export const patchTrackersIdArtifactOrder = defineRoute({
  method: 'PATCH',
  url: '/trackers/:id/artifact_order',
  access: 'required',
  scope: 'write:tracker',
  isExtension: true,
  summary: `Move up to ${maxArtifacts} artifacts of a tracker before or after another one, in the order that \`sort=rank\` returns: all of them or none.`,
  params: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer()) }),
  body: Type.Object({ order: OrderInput }),
  answers: { 204: null },
  async answer({ params: { id }, body, caller }, world) {
    await getTracker(world, caller, id)
    const { ids, direction, compared_to: comparedTo } = body.order
    await orderArtifacts(world, caller, id, { ids, direction, comparedTo })
    return { status: 204 }
  },
})
