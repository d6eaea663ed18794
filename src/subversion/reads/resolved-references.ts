import { artifactKeywords } from '../../artifacts/model/artifact-keywords.ts'
import type { Reader } from '../../kit/db/db.ts'
import type { ArtifactId, ProjectId } from '../../kit/ids.ts'
import { lookForProject, lookForProjectByShortName } from '../../projects/store/projects.ts'
import { artifactNumber, type CommitReference, revisionOf } from '../model/commit-references.ts'
import type { Repository } from '../model/repository.ts'
import { artifactPlaces, lookForCommit } from '../store/commits.ts'
import { repositoryNamed } from '../store/repositories.ts'

/** A reference whose target exists. */
export interface Resolved {
  readonly reference: CommitReference
  /** null: a revision of a repository */
  readonly artifactId: ArtifactId | null
}

/** Nobody refers to more in one message; who does is not understood further. */
const mostReferences = 200

/** References of a message that lead somewhere (where one is mandatory, it must exist). */
export async function resolvedReferences(
  db: Reader,
  repository: Pick<Repository, 'projectId'>,
  all: readonly CommitReference[],
): Promise<Resolved[]> {
  const references = all.slice(0, mostReferences)
  const projects = await projectsNamed(db, references)
  // Numbers of artifacts are their ids.
  const ids = references.flatMap((each) => artifactNumber(each) ?? []) as ArtifactId[]
  const places = await artifactPlaces(db, [...new Set(ids)])
  const resolved: Resolved[] = []
  for (const reference of references) {
    const project = reference.project === null ? null : projects.get(reference.project)
    if (project === undefined) continue
    const id = artifactNumber(reference) as ArtifactId | undefined
    const place = id && places.get(id)
    const isCalledSo = artifactKeywords.has(reference.keyword) || place?.itemName.toLowerCase() === reference.keyword
    if (id !== undefined && place !== undefined && isCalledSo && (project === null || project === place.projectId))
      resolved.push({ reference, artifactId: id })
    else if (await isRevision(db, project ?? repository.projectId, reference))
      resolved.push({ reference, artifactId: null })
  }
  return resolved
}

async function projectsNamed(db: Reader, references: readonly CommitReference[]): Promise<Map<string, ProjectId>> {
  const names = [...new Set(references.flatMap(({ project }) => project ?? []))]
  const found = await Promise.all(
    names.map(async (name) => {
      const byId = /^\d{1,9}$/.test(name) ? await lookForProject(db, Number(name) as ProjectId) : undefined
      const project = byId ?? (await lookForProjectByShortName(db, name))
      return project === undefined ? [] : [[name, project.id] as const]
    }),
  )
  return new Map(found.flat())
}

async function isRevision(db: Reader, project: ProjectId, reference: CommitReference): Promise<boolean> {
  const sought = revisionOf(reference)
  if (sought === undefined) return false
  const repository = await repositoryNamed(db, project, sought.repository)
  return repository !== undefined && (await lookForCommit(db, repository.id, sought.revision)) !== undefined
}
