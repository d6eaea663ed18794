import { holdsLinks } from '../../fields/capabilities.ts'
import type { Field, StoredLink, StoredValues } from '../../fields/field.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import type { Artifact } from '../model/artifact.ts'
import type { NewChangeset } from '../model/changeset.ts'
import { bumpCacheVersions, loadRelatedArtifactIds } from '../store/cache-versions.ts'

interface ChangedArtifact {
  /** state before the change */
  readonly artifact: Artifact
  readonly fields: readonly Field[]
  readonly changesets: readonly NewChangeset[]
}

/**
 * The representation of an artifact includes artifacts at the other end of links and mentions, if the caller may see
 * them. When these change, its own version does not, so its cache version is increased
 * (docs/decisions/0007-cache-rendered-artifacts.md).
 */
export async function invalidateRelatedArtifacts(
  tx: Tx,
  batch: readonly ChangedArtifact[],
  after: readonly Artifact[],
  { mentioned, isNew }: { readonly mentioned: Iterable<ArtifactId>; readonly isNew: (id: ArtifactId) => boolean },
): Promise<void> {
  // Artifacts that this transaction creates are not cached yet.
  const known = batch.flatMap((history, index) => {
    const now = after[index]
    return now === undefined || isNew(now.id) ? [] : [{ history, now }]
  })
  const moved = known.filter(({ history, now }) => changesVisibility(history, now)).map(({ now }) => now.id)
  // Their own versions first: a transaction that links to one of them also increases its cache version, so one of the
  // two waits for the other.
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

/** Whether the change affects who may see the artifact: its permissions and its assignees. */
const changesVisibility = ({ artifact, fields, changesets }: ChangedArtifact, now: Artifact): boolean =>
  artifact.permissionSetId !== now.permissionSetId ||
  artifact.trackerId !== now.trackerId ||
  fields.some(({ id, bind }) => bind?.kind === 'users' && changesets.some(({ values }) => values[id] !== undefined))

/** Returns the ends of added and of removed links; a new order counts as a change. */
function changedLinkEnds({ artifact, fields, changesets }: ChangedArtifact, values: StoredValues): ArtifactId[] {
  return fields.flatMap((field) => {
    const isSame = !holdsLinks(field) || changesets.every((each) => each.values[field.id] === undefined)
    return isSame ? [] : [...linkEndsIn(artifact.values, field), ...linkEndsIn(values, field)]
  })
}

// fields/field.ts: StoredLink[]; the ids at the ends of links are those of artifacts.
const linkEndsIn = (values: StoredValues, { id }: Field): ArtifactId[] =>
  ((values[id] ?? []) as readonly StoredLink[]).map((link) => link.id as ArtifactId)
