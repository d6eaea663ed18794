import { artifactKeywords } from '../../artifacts/model/artifact-keywords.ts'
import { parseArtifactNumber, parseRevisionReference } from '../../artifacts/model/references.ts'
import type { Reader } from '../../database/db/db.ts'
import type { ArtifactId, ProjectId } from '../../kit/values/ids.ts'
import { loadProjectsByNames } from '../../projects/store/projects.ts'
import type { CommitReference } from '../model/commit-references.ts'
import type { Repository } from '../model/repository.ts'
import { findCommit, loadArtifactLocations } from '../store/commits.ts'
import { findRepositoryByName } from '../store/repositories.ts'

/** A reference whose target exists. */
export interface ResolvedReference {
  readonly reference: CommitReference
  /** null: a revision of a repository */
  readonly artifactId: ArtifactId | null
}

/** Further references of a message are ignored. */
export const maxReferences = 200

/** Returns the references of a message whose targets exist. */
export async function resolveReferences(
  db: Reader,
  repository: Pick<Repository, 'projectId'>,
  all: readonly CommitReference[],
): Promise<ResolvedReference[]> {
  const references = all.slice(0, maxReferences)
  const projects = await loadProjectsByNames(db, [...new Set(references.flatMap(({ project }) => project ?? []))])
  // References contain artifact ids.
  const ids = references.flatMap((each) => parseArtifactNumber(each) ?? []) as ArtifactId[]
  const places = await loadArtifactLocations(db, [...new Set(ids)])
  const resolved: ResolvedReference[] = []
  for (const reference of references) {
    const project = reference.project === null ? null : projects.get(reference.project)?.id
    if (project === undefined) continue
    const id = parseArtifactNumber(reference) as ArtifactId | undefined
    const place = id && places.get(id)
    const isCalledSo = artifactKeywords.has(reference.keyword) || place?.itemName.toLowerCase() === reference.keyword
    if (id !== undefined && place !== undefined && isCalledSo && (project === null || project === place.projectId))
      resolved.push({ reference, artifactId: id })
    else if (await isRevision(db, project ?? repository.projectId, reference))
      resolved.push({ reference, artifactId: null })
  }
  return resolved
}

async function isRevision(db: Reader, project: ProjectId, reference: CommitReference): Promise<boolean> {
  const sought = parseRevisionReference(reference)
  if (sought === undefined) return false
  const repository = await findRepositoryByName(db, project, sought.repository)
  return repository !== undefined && (await findCommit(db, repository.id, sought.revision)) !== undefined
}
