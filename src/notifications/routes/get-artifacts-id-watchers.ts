import { MinimalUserRepresentation, representMinimalUser } from '../../accounts/representations/user.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { listWatchers } from '../reads/list-watchers.ts'

const maxLimit = 50

export const getArtifactsIdWatchers = defineRoute({
  method: 'GET',
  url: '/artifacts/:id/watchers',
  access: 'required',
  scope: 'read:tracker',
  isExtension: true,
  summary: 'Get whether the caller watches an artifact and, for members of its project, the other watchers.',
  params: Type.Object({ id: Type.Unsafe<ArtifactId>(Type.Integer()) }),
  query: Type.Object(buildPageParameters({ default: 10, max: maxLimit })),
  answers: {
    200: Type.Object(
      { is_watching: Type.Boolean(), watchers: Type.Array(MinimalUserRepresentation) },
      { additionalProperties: false },
    ),
  },
  async answer({ params, query: page, ...viewer }, world) {
    const { isWatching, watchers, size } = await listWatchers(world, viewer.caller, params.id, page)
    return {
      body: { is_watching: isWatching, watchers: watchers.map((user) => representMinimalUser(user, viewer)) },
      page: { ...page, size, max: maxLimit },
    }
  },
})
