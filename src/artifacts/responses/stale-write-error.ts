import { representMinimalUser } from '../../accounts/representations/user.ts'
import { loadUsers } from '../../accounts/store/users.ts'
import { buildVersionHeaders } from '../../http/responses/etag.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import { hasPrecondition, type Precondition } from '../../kit/values/precondition.ts'
import { formatIsoDate } from '../../kit/values/time.ts'
import { type Credential, coversScope } from '../../world/model/credential.ts'
import type { World } from '../../world/model/world.ts'
import { buildEntityTag } from '../model/version-tag.ts'
import { findFieldsChangedSince } from '../reads/changes-since.ts'
import { getArtifact } from '../reads/get-artifact.ts'
import { getArtifactVersion } from '../reads/get-artifact-version.ts'
import { buildViewerKey, type RequestViewer } from './artifact-cache.ts'

/** The viewer of a write, with the credential that decides what the response contains. */
export type WriterViewer = RequestViewer & { readonly credential: Credential | null }

/**
 * Runs `work`. If it is refused because the artifact changed concurrently, adds the current version, its author, and
 * the readable fields that changed since the client's version (docs/decisions/0012-exact-preconditions.md).
 */
export async function withStaleWriteDetails<T>(
  world: World,
  viewer: WriterViewer,
  id: ArtifactId,
  precondition: Precondition,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    if (!(thrown instanceof Refusal) || thrown.kind !== 'stale' || !hasPrecondition(precondition)) throw thrown
    // The details need the read scope, which the credential may not have.
    if (!coversScope(viewer.credential, 'read:tracker')) throw thrown
    throw await describeConflict(world, viewer, id, precondition, thrown)
  }
}

async function describeConflict(
  world: World,
  viewer: RequestViewer,
  id: ArtifactId,
  precondition: Precondition,
  refusal: Refusal,
): Promise<Refusal> {
  const { caller, timezone } = viewer
  const artifact = await getArtifact(world, caller, id)
  const { cacheVersion } = await getArtifactVersion(world, caller, id)
  const [author, changed] = await Promise.all([
    artifact.updatedBy === null
      ? undefined
      : (await loadUsers(world.db.read, [artifact.updatedBy])).get(artifact.updatedBy),
    findFieldsChangedSince(world, caller, artifact, precondition),
  ])
  const version = {
    etag: buildEntityTag({ ...artifact, cacheVersion }, buildViewerKey(viewer)),
    modifiedOn: artifact.versionDate,
  }
  const current = {
    etag: version.etag,
    last_modified: formatIsoDate(artifact.updatedOn, timezone),
    last_update_by: representMinimalUser(author ?? null, viewer, artifact.updatedEmail),
    changed_fields: changed?.map((field) => ({ field_id: field.id, label: field.label })) ?? null,
  }
  return new Refusal(refusal.kind, refusal.text, {
    extra: { current },
    headers: buildVersionHeaders(version, world.clock.now()),
  })
}
