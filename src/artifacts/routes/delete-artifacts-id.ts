import { preconditions } from '../../http/declarations/described-headers.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import { parsePreconditions } from '../../http/requests/preconditions.ts'
import { hasPreference } from '../../http/requests/prefer.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { runDry } from '../../world/units/dry-run.ts'
import { deleteArtifact } from '../commands/delete-artifact.ts'
import { withStaleWriteDetails } from '../responses/stale-write-error.ts'

/** docs/api/artifacts.md §3.10. */
export const deleteArtifactsId = defineRoute({
  method: 'DELETE',
  url: '/artifacts/:id',
  access: 'optional',
  scope: 'write:tracker',
  supportedHeaders: [...preconditions, 'Prefer'],
  summary:
    'Delete an artifact with its history; the site limits how many in 24 hours. With `Prefer: dry-run`, only check the request.',
  params: Type.Object({ id: Type.Unsafe<ArtifactId>(Type.Integer()) }),
  answers: { 200: null },
  async answer({ params: { id }, headers, ...viewer }, world) {
    const precondition = parsePreconditions(headers)
    const isDryRun = hasPreference(headers, 'dry-run')
    const allowance = await withStaleWriteDetails(world, viewer, id, precondition, () =>
      isDryRun
        ? runDry(world, (inside) => deleteArtifact(inside, viewer.caller, { id, precondition, isDryRun }))
        : deleteArtifact(world, viewer.caller, { id, precondition, isDryRun }),
    )
    const rate = allowance && {
      'X-RateLimit-Limit': String(allowance.limit),
      'X-RateLimit-Remaining': String(allowance.remaining),
    }
    return { headers: isDryRun ? { ...rate, 'Preference-Applied': 'dry-run' } : { ...rate } }
  },
})
