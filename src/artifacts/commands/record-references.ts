import type { Tx } from '../../database/db/db.ts'
import { runPipelined } from '../../database/statements/pipeline.ts'
import type { Field, RichText, StoredValues } from '../../fields/model/field.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import { findMentions } from '../../fields/texts/references.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import { artifactKeywords } from '../model/artifact-keywords.ts'
import type { ReferencePermit } from '../model/artifact-permit.ts'
import type { NewChangeset } from '../model/changeset.ts'
import { addReferences, type NewReference } from '../store/cross-references.ts'
import { loadReferenceTargets, type ReferenceTarget } from '../store/item-names.ts'
import { lockAgainstDeletion } from '../store/link-targets.ts'

interface TextChange {
  readonly permit: ReferencePermit
  readonly artifact: { readonly id: ArtifactId }
  readonly fields: readonly Field[]
  readonly changesets: readonly NewChangeset[]
}

/**
 * Records which artifacts are mentioned in texts and comments (`bug #12`, `art #12`). Users who see both ends see
 * the reference, so mentions in private comments are not recorded.
 */
export async function recordReferences(tx: Tx, batch: readonly TextChange[]): Promise<void> {
  const mentions = batch.flatMap(({ permit, artifact, fields, changesets }) =>
    publicTexts(fields, changesets).flatMap((text) =>
      findMentions(text.content).map((mention) => ({ permit, source: artifact.id, ...mention })),
    ),
  )
  // Numbers beyond the range of the database cannot be artifact ids.
  const targets = [...new Set(mentions.map(({ number }) => number))].filter(Number.isSafeInteger) as ArtifactId[]
  // A concurrent deletion either waits for this mention and removes it, or was first.
  const [locked, namesById] = await runPipelined(
    tx,
    () => lockAgainstDeletion(tx, targets),
    () => loadReferenceTargets(tx, targets),
  )
  const existing = new Set(locked)
  const references = new Map<string, NewReference>()
  for (const { permit, source, keyword, project, number } of mentions) {
    const target = number as ArtifactId
    const names = namesById.get(target)
    if (names === undefined || !existing.has(target) || target === source) continue
    if (isNamed(names, keyword, project)) {
      references.set(`${source} ${keyword} ${target}`, { permit, source, keyword, target })
    }
  }
  await addReferences(tx, [...references.values()])
}

const isNamed = ({ itemName, projectId, projectName }: ReferenceTarget, keyword: string, project: string | null) =>
  (artifactKeywords.has(keyword) || itemName.toLowerCase() === keyword) &&
  (project === null || project === `${projectId}` || project.toLowerCase() === projectName)

function publicTexts(fields: readonly Field[], changesets: readonly NewChangeset[]): RichText[] {
  return changesets.flatMap(({ values, comments }) => [
    ...textsIn(fields, values),
    // The last version replaces the earlier ones.
    ...comments
      .slice(-1)
      .filter(({ groups }) => groups === null)
      .map(({ format, body }): RichText => ({ format, content: body })),
  ])
}

function textsIn(fields: readonly Field[], values: StoredValues): RichText[] {
  return fields.flatMap((field) => {
    const value = values[field.id]
    return value === undefined || value === null ? [] : [...(getFieldType(field.type).storage?.texts?.(value) ?? [])]
  })
}
