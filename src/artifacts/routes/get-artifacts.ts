import { parseJsonParameter } from '../../kit/http/json-query.ts'
import { pageParameters } from '../../kit/http/page.ts'
import { route } from '../../kit/http/route.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import { Type } from '../../kit/schema.ts'
import { surroundingsOf } from '../reads/surroundings.ts'
import { inOrder } from '../reads/tracker-artifacts.ts'
import { visibleArtifacts } from '../reads/visible-artifacts.ts'
import { ArtifactRepresentation, representArtifact } from '../representations/artifact.ts'
import { showing } from '../representations/presenting.ts'
import { loadHeads } from '../store/artifacts.ts'

const most = 100

/** Contract 30 §2.1; better than there: pages are full, in the order asked, and their size is what the caller sees. */
export const getArtifacts = route({
  method: 'GET',
  url: '/artifacts',
  access: 'optional',
  scope: 'read:tracker',
  summary: 'Artifacts by their ids: `query` is `{"id": [12, 13]}`; what the caller may not see is left out.',
  query: Type.Object({ query: Type.String(), ...pageParameters({ default: most, max: most }) }),
  answers: { 200: Type.Object({ collection: Type.Array(ArtifactRepresentation) }, { additionalProperties: false }) },
  async answer({ query: { query, ...page }, ...viewer }, world) {
    const ids = idsIn(query)
    const heads = await loadHeads(world.db.read, ids)
    const visible = await visibleArtifacts(
      world,
      viewer.caller,
      ids.flatMap((id) => heads.get(id) ?? []),
    )
    const wanted = visible.slice(page.offset, page.offset + page.limit).map(({ id }) => id)
    const artifacts = await inOrder(world, wanted)
    const shown = showing(viewer, await surroundingsOf(world, viewer.caller, artifacts, 'values'))(artifacts)
    return {
      body: { collection: shown.map((each) => representArtifact(each, 'all')) },
      page: { ...page, size: visible.length, max: most },
    }
  },
})

function idsIn(query: string): ArtifactId[] {
  const parsed = parseJsonParameter(query)
  const ids = typeof parsed === 'object' && parsed !== null && 'id' in parsed ? parsed.id : null
  if (ids === null || ids === undefined) throw new Refusal('invalid', 'Missing id entry in the query parameter')
  if (!Array.isArray(ids) || !ids.every((id) => Number.isSafeInteger(id))) {
    throw new Refusal('invalid', 'id must be an array of int')
  }
  const repeated = ids.filter((id, index) => ids.indexOf(id) !== index)
  if (repeated.length > 0) {
    throw new Refusal('invalid', `One value or more are duplicated in id: ${[...new Set(repeated)].join(',')}`)
  }
  if (ids.length > most) throw new Refusal('forbidden', 'No more than 100 artifacts can be requested at once.')
  return ids
}
