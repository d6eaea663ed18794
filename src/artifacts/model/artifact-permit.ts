import type { ProjectId } from '../../kit/values/ids.ts'
import type { Permit, SystemPermit } from '../../kit/values/permit.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { Artifact } from './artifact.ts'
import type { StoredComment } from './changeset.ts'

/** Permits to write what an archive contains: of a new project, or of a deleted artifact. */
export type ArchivePermit = Permit<'complete', { readonly id: ProjectId }> | Permit<'import', 'site'>

/** Permits to write an artifact with its history. */
export type ArtifactPermit =
  | Permit<'update' | 'move', Artifact>
  | Permit<'create an artifact', Tracker>
  | SystemPermit<'run triggers'>
  | ArchivePermit

/** Permits to write what refers to an artifact; those to delete and to restore one change the links of others. */
export type ReferencePermit = ArtifactPermit | Permit<'delete', Artifact> | Permit<'change comment', StoredComment>

/** Throws if a permit is for another artifact, or for artifacts of another tracker. */
export function assertArtifact({ action, subject }: ReferencePermit, { id, trackerId }: Artifact): void {
  const isOther =
    ((action === 'update' || action === 'move') && subject.id !== id) ||
    (action === 'create an artifact' && subject.id !== trackerId)
  if (isOther) throw new Error(`The permit to ${action} ${subject.id} was used for the artifact ${id}`)
}
