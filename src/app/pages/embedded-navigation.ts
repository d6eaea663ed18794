import type { FastifyRequest } from 'fastify'
import type { Authenticator } from '../../http/declarations/authenticator.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { ArtifactId, TrackerId } from '../../kit/values/ids.ts'
import type { ProjectKey } from '../../navigation/model/navigation.ts'
import { loadNavigation } from '../../navigation/reads/load-navigation.ts'
import { representNavigation } from '../../navigation/representations/navigation.ts'
import type { World } from '../../world/model/world.ts'

/**
 * Returns the response of `GET /navigation` that the page of an artifact or of a tracker requests first, by its URL:
 * those pages have the most requests. Nothing if that request would be refused: the page sends it and reports the
 * refusal.
 */
export async function findEmbeddedNavigation(
  world: World,
  authenticator: Authenticator,
  request: FastifyRequest,
  reads: readonly string[],
): Promise<Readonly<Record<string, object>>> {
  const match = reads
    .map((address) => /^\/api\/navigation\?(artifact|tracker)_id=(\d{1,9})$/.exec(address))
    .find(Boolean)
  if (match === undefined || match === null) return {}
  try {
    const { caller } = await authenticator.authenticate(world, {
      // Repeated headers are joined, as in requests of the API.
      headers: request.headers as Readonly<Record<string, string | undefined>>,
      method: 'GET',
      address: request.ip,
      access: 'optional',
      scope: undefined,
      isLinked: true,
    })
    const [address, kind, id] = match
    const { own, places } = await loadNavigation(world, caller, toProjectKey(kind, Number(id)))
    return { [address]: representNavigation(own, places) }
  } catch (problem) {
    if (problem instanceof Refusal) return {}
    throw problem
  }
}

const toProjectKey = (kind: string | undefined, id: number): ProjectKey =>
  kind === 'artifact' ? { kind, id: id as ArtifactId } : { kind: 'tracker', id: id as TrackerId }
