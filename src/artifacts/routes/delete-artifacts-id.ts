import { preconditions } from '../../kit/http/described-headers.ts'
import { preconditionOf } from '../../kit/http/preconditions.ts'
import { route } from '../../kit/http/route.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import { Type } from '../../kit/schema.ts'
import { deleteArtifact } from '../commands/delete-artifact.ts'
import { tellingStale } from '../telling-stale.ts'

/** Contract 30 §2.10. */
export const deleteArtifactsId = route({
  method: 'DELETE',
  url: '/artifacts/:id',
  access: 'optional',
  scope: 'write:tracker',
  honours: preconditions,
  summary: 'Deletes an artifact with its history; as many in 24 hours as the platform allows.',
  params: Type.Object({ id: Type.Unsafe<ArtifactId>(Type.Integer()) }),
  answers: { 200: null },
  async answer({ params: { id }, headers, ...viewer }, world) {
    const precondition = preconditionOf(headers)
    const { limit, remaining } = await tellingStale(world, viewer, id, precondition, () =>
      deleteArtifact(world, viewer.caller, { id, precondition }),
    )
    return { headers: { 'X-RateLimit-Limit': String(limit), 'X-RateLimit-Remaining': String(remaining) } }
  },
})
