import { type Credential, covers } from '../kit/credential.ts'
import { versionHeaders } from '../kit/http/etag.ts'
import type { ArtifactId } from '../kit/ids.ts'
import { isStated, type Precondition } from '../kit/precondition.ts'
import { Refusal } from '../kit/refusal.ts'
import { isoDate } from '../kit/time.ts'
import type { World } from '../kit/world.ts'
import { representMinimalUser } from '../platform/representations/user.ts'
import { loadUsers } from '../platform/store/users.ts'
import { versionTag } from './model/version-tag.ts'
import { changesSince } from './reads/changes-since.ts'
import { findArtifact } from './reads/find-artifact.ts'
import { findGlance } from './reads/find-glance.ts'
import { type Asking, aroundOf } from './rendered-artifacts.ts'

/** Who writes, with the credential that decides what comes back. */
export type AskingWriter = Asking & { readonly credential: Credential | null }

/**
 * Does `work`, and when it is refused because somebody was quicker, says so in full: the version there is now, who made
 * it, and which fields the caller reads have changed since his own (docs/decisions/0012-exact-preconditions.md).
 */
export async function tellingStale<T>(
  world: World,
  viewer: AskingWriter,
  id: ArtifactId,
  precondition: Precondition,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    if (!(thrown instanceof Refusal) || thrown.kind !== 'stale' || !isStated(precondition)) throw thrown
    // What changed is for readers; the credential may be one to write only.
    if (!covers(viewer.credential, 'read:tracker')) throw thrown
    throw await toldStale(world, viewer, id, precondition, thrown)
  }
}

async function toldStale(
  world: World,
  viewer: Asking,
  id: ArtifactId,
  precondition: Precondition,
  refusal: Refusal,
): Promise<Refusal> {
  const { caller, timezone } = viewer
  const artifact = await findArtifact(world, caller, id)
  const { stamp } = await findGlance(world, caller, id)
  const [author, changed] = await Promise.all([
    artifact.updatedBy === null
      ? undefined
      : (await loadUsers(world.db.read, [artifact.updatedBy])).get(artifact.updatedBy),
    changesSince(world, caller, artifact, precondition),
  ])
  const version = { etag: versionTag({ ...artifact, stamp }, aroundOf(viewer)), modifiedOn: artifact.versionDate }
  const current = {
    etag: version.etag,
    last_modified: isoDate(artifact.updatedOn, timezone),
    last_update_by: representMinimalUser(author ?? null, viewer, artifact.updatedEmail),
    changed_fields: changed?.map((field) => ({ field_id: field.id, label: field.label })) ?? null,
  }
  return new Refusal(refusal.kind, refusal.message, {
    extra: { current },
    headers: versionHeaders(version, world.clock.now()),
  })
}
