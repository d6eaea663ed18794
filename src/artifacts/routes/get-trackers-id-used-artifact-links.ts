import { pageParameters } from '../../kit/http/page.ts'
import { route } from '../../kit/http/route.ts'
import type { TrackerId } from '../../kit/ids.ts'
import { Type } from '../../kit/schema.ts'
import { readableFields } from '../../trackers/policy.ts'
import { findTracker } from '../../trackers/reads/find-tracker.ts'
import { loadLinkTypes, loadUsedTypes } from '../store/links.ts'

const most = 1000

/** Contract 20 §5.5: types alone, so plain links are not among them. */
export const getTrackersIdUsedArtifactLinks = route({
  method: 'GET',
  url: '/trackers/:id/used_artifact_links',
  access: 'optional',
  scope: 'read:tracker',
  summary: 'Types of the links that artifacts of a tracker have.',
  params: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer()) }),
  query: Type.Object(pageParameters({ default: 10, max: most })),
  answers: {
    200: Type.Array(
      Type.Object({ shortname: Type.String(), forward_label: Type.String() }, { additionalProperties: false }),
    ),
  },
  async answer({ params, query: page, caller }, world) {
    const { tracker } = await findTracker(world, caller, params.id)
    const fields = readableFields(caller, tracker).filter(({ type }) => type === 'art_link')
    const { read } = world.db
    const [used, types] = await Promise.all([
      loadUsedTypes(
        read,
        fields.map(({ id }) => id),
      ),
      loadLinkTypes(read),
    ])
    const body = used.flatMap((shortname) => {
      const type = types.get(shortname)
      return type === undefined ? [] : [{ shortname, forward_label: type.forwardLabel }]
    })
    return { body: body.slice(page.offset, page.offset + page.limit), page: { ...page, size: body.length, max: most } }
  },
})
