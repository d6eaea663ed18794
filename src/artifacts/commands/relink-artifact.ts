import type { Tx } from '../../database/db/db.ts'
import type { StoredLink } from '../../fields/model/field.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { Artifact } from '../model/artifact.ts'
import { lockArtifacts } from '../store/artifacts.ts'
import { addReferences } from '../store/cross-references.ts'
import { addIncomingLinks, type IncomingMention, type IncomingTypedLink } from '../store/incoming-references.ts'
import { saveArtifacts } from '../store/save-artifacts.ts'

/**
 * Restores the links and mentions in other artifacts that were removed when an artifact was deleted
 * (unlink-artifact.ts), without a changeset, as when they were removed. Artifacts that no longer exist or have no such
 * field are skipped.
 */
export async function relinkArtifact(
  tx: Tx,
  permit: Permit<'import', 'site'>,
  id: ArtifactId,
  { links, mentions }: { readonly links: readonly IncomingTypedLink[]; readonly mentions: readonly IncomingMention[] },
): Promise<number> {
  const others = await lockArtifacts(tx, [...new Set([...links, ...mentions].map(({ from }) => from))])
  others.delete(id)
  const missing = links.filter(({ from, field }) => {
    const now = others.get(from)?.values[field]
    return Array.isArray(now) && !now.some((link: StoredLink) => link.id === id)
  })
  const sources = [...Map.groupBy(missing, ({ from }) => from)]
  await saveArtifacts(
    tx,
    sources.flatMap(([from, added]) => {
      const source = others.get(from)
      return source === undefined ? [] : [{ permit, artifact: withLinks(source, id, added) }]
    }),
  )
  await addIncomingLinks(tx, permit, id, missing)
  const restored = mentions.filter(({ from }) => others.has(from))
  await addReferences(
    tx,
    restored.map(({ from: source, keyword }) => ({ permit, source, keyword, target: id })),
  )
  return missing.length
}

function withLinks(source: Artifact, target: ArtifactId, added: readonly IncomingTypedLink[]): Artifact {
  const values = { ...source.values }
  for (const { field, type } of added) {
    values[field] = [...((values[field] ?? []) as readonly StoredLink[]), { id: target, type }]
  }
  return { ...source, values }
}
