import { defineRoute } from '../../http/declarations/route.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import { slicePage } from '../../kit/values/page.ts'
import { Type } from '../../kit/values/schema.ts'
import { listReadableLinkFields } from '../../trackers/policy.ts'
import { getTracker } from '../../trackers/reads/get-tracker.ts'
import { getLinkTypes } from '../../trackers/store/link-types.ts'
import { untypedLink } from '../representations/link-types.ts'
import { loadUsedTypes } from '../store/links.ts'

const maxLimit = 1000

/** docs/api/trackers.md §4.5: by short name, so the link without a type comes first. */
export const getTrackersIdUsedArtifactLinks = defineRoute({
  method: 'GET',
  url: '/trackers/:id/used_artifact_links',
  access: 'optional',
  scope: 'read:tracker',
  summary: 'List the types of the links that artifacts of a tracker have.',
  params: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer()) }),
  query: Type.Object(buildPageParameters({ default: 10, max: maxLimit })),
  answers: {
    200: Type.Array(
      Type.Object({ shortname: Type.String(), forward_label: Type.String() }, { additionalProperties: false }),
    ),
  },
  async answer({ params, query, caller }, world) {
    const { tracker } = await getTracker(world, caller, params.id)
    const fields = listReadableLinkFields(caller, tracker).map(({ id }) => id)
    const [used, linkTypes] = await Promise.all([loadUsedTypes(world.db.read, fields), getLinkTypes(world)])
    const types = new Map([untypedLink, ...linkTypes].map((type) => [type.shortName, type]))
    const body = used.flatMap((shortname) => {
      const type = types.get(shortname)
      return type === undefined ? [] : [{ shortname, forward_label: type.forwardLabel }]
    })
    const { items, page } = slicePage(body, query, maxLimit)
    return { body: items, page }
  },
})
