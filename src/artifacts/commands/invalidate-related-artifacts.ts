import type { Field, StoredLink, StoredValues } from '../../fields/field.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import type { Artifact } from '../model/artifact.ts'
import type { NewChangeset } from '../model/changeset.ts'
import { bumpCacheVersions, loadRelatedArtifactIds } from '../store/cache-versions.ts'

interface ChangedArtifact {
  /** as it was before */
  readonly artifact: Artifact
  readonly fields: readonly Field[]
  readonly changesets: readonly NewChangeset[]
}

/**
 * An artifact shows more than its own values: the artifacts at the other end of links and mentions, those that its
 * reader may see. Whenever that changes without a version of its own, its stamp is raised (docs/decisions/0007-cache-rendered-artifacts.md).
 */
export async function invalidateRelatedArtifacts(
  tx: Tx,
  batch: readonly ChangedArtifact[],
  after: readonly Artifact[],
  { mentioned, isNew }: { readonly mentioned: Iterable<ArtifactId>; readonly isNew: (id: ArtifactId) => boolean },
): Promise<void> {
  // What this very transaction makes, nobody remembers.
  const known = batch.flatMap((history, index) => {
    const now = after[index]
    return now === undefined || isNew(now.id) ? [] : [{ history, now }]
  })
  const moved = known.filter(({ history, now }) => changesVisibility(history, now)).map(({ now }) => now.id)
  // First their own: whoever links to one of them now raises it as well, and so has to wait for us or we for him.
  await bumpCacheVersions(tx, moved)
  const others = new Set([...(await loadRelatedArtifactIds(tx, moved)), ...mentioned])
  batch.forEach((history, index) => {
    for (const id of changedLinkEnds(history, after[index]?.values ?? {})) others.add(id)
  })
  await bumpCacheVersions(
    tx,
    [...others].filter((id) => !isNew(id)),
  )
}

/** Whether others may see it now, or no longer: permissions of its own, and who it is assigned to. */
const changesVisibility = ({ artifact, fields, changesets }: ChangedArtifact, now: Artifact): boolean =>
  artifact.permissionSetId !== now.permissionSetId ||
  artifact.trackerId !== now.trackerId ||
  fields.some(({ id, bind }) => bind?.kind === 'users' && changesets.some(({ values }) => values[id] !== undefined))

/** Both ends of what came and of what went; order counts, for it is shown. */
function changedLinkEnds({ artifact, fields, changesets }: ChangedArtifact, values: StoredValues): ArtifactId[] {
  return fields.flatMap((field) => {
    const isSame = field.type !== 'art_link' || changesets.every((each) => each.values[field.id] === undefined)
    return isSame ? [] : [...linkEndsIn(artifact.values, field), ...linkEndsIn(values, field)]
  })
}

// fields/field.ts: StoredLink[]; the ids at the ends of links are those of artifacts.
const linkEndsIn = (values: StoredValues, { id }: Field): ArtifactId[] =>
  ((values[id] ?? []) as readonly StoredLink[]).map((link) => link.id as ArtifactId)
