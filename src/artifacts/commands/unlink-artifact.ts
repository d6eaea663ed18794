import type { Tx } from '../../database/db/db.ts'
import type { StoredLink } from '../../fields/model/field.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { Artifact } from '../model/artifact.ts'
import { lockArtifacts } from '../store/artifacts.ts'
import { type IncomingLink, loadIncomingLinks, removeIncomingLinks } from '../store/incoming-links.ts'
import { saveArtifacts } from '../store/save-artifacts.ts'

/**
 * Removes a deleted artifact from the links of others (docs/api/artifacts.md §3.10), without a changeset or a new
 * version of theirs. The artifact itself must be locked, so that no new link can refer to it.
 */
export async function unlinkArtifact(tx: Tx, permit: Permit<'delete', Artifact>): Promise<void> {
  const { id } = permit.subject
  const incoming = (await loadIncomingLinks(tx, id)).filter(({ from }) => from !== id)
  if (incoming.length === 0) return
  const sources = await lockArtifacts(tx, [...new Set(incoming.map(({ from }) => from))])
  await saveArtifacts(
    tx,
    [...sources.values()].map((source) => ({ permit, artifact: withoutLinks(source, id, incoming) })),
  )
  await removeIncomingLinks(tx, permit, incoming)
}

function withoutLinks(source: Artifact, target: ArtifactId, incoming: readonly IncomingLink[]): Artifact {
  const values = { ...source.values }
  for (const { from, field } of incoming) {
    if (from !== source.id) continue
    // fields/model/field.ts: StoredLink[], and only link fields have rows there.
    values[field] = ((values[field] ?? []) as readonly StoredLink[]).filter((link) => link.id !== target)
  }
  return { ...source, values }
}
