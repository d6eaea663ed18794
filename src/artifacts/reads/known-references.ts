import type { Reader } from '../../database/db/db.ts'
import type { ArtifactId, ProjectId } from '../../kit/values/ids.ts'
import type { Project } from '../../projects/model/project.ts'
import { loadProjectRows, loadProjectsByNames } from '../../projects/store/projects.ts'
import { artifactKeywords } from '../model/artifact-keywords.ts'
import { parseArtifactNumber, parseRevisionReference, type Reference } from '../model/references.ts'
import { loadItemNamesOfProjects, loadReferenceTargets } from '../store/item-names.ts'

type Named = Pick<Reference, 'keyword' | 'project' | 'value'>

/** Returns the project that a reference belongs to; undefined: no project knows it, so it is plain text. */
export type FindReferenceProject = (reference: Named) => ProjectId | undefined

/**
 * Loads what references in a text of a project mean (docs/api/projects.md §9, docs/api/subversion.md §2.1): by their
 * keyword and the form of their value, in the project that they name or else in that of the text. Whether the target
 * exists does not matter. `isVisible` excludes projects whose names and trackers must not be revealed.
 */
export async function loadKnownReferences(
  db: Reader,
  own: ProjectId,
  references: readonly Named[],
  isVisible: (project: Project) => boolean,
): Promise<FindReferenceProject> {
  const named = await loadProjectsByNames(db, [...new Set(references.flatMap(({ project }) => project ?? []))])
  const visible = [...named].flatMap(([name, project]) => (isVisible(project) ? [[name, project.id] as const] : []))
  const idsByName = new Map(visible)
  const [itemNames, artifactProjects] = await Promise.all([
    loadItemNamesOfProjects(db, [...new Set([own, ...idsByName.values()])]),
    loadProjectsOfArtifacts(db, references, isVisible),
  ])
  return (reference) => {
    const { keyword, project: name } = reference
    const project = name === null ? own : idsByName.get(name)
    if (project === undefined) return undefined
    const id = parseArtifactNumber(reference)
    if (id === undefined) return parseRevisionReference(reference) === undefined ? undefined : project
    if (artifactKeywords.has(keyword)) return name === null ? (artifactProjects.get(id) ?? project) : project
    return itemNames.get(project)?.has(keyword) === true ? project : undefined
  }
}

/** A keyword that every project has refers to the project of the artifact, if it exists. */
async function loadProjectsOfArtifacts(
  db: Reader,
  references: readonly Named[],
  isVisible: (project: Project) => boolean,
): Promise<Map<number, ProjectId>> {
  const general = references.filter(({ keyword, project }) => project === null && artifactKeywords.has(keyword))
  const ids = [...new Set(general.flatMap((reference) => parseArtifactNumber(reference) ?? []))]
  const targets = await loadReferenceTargets(db, ids as ArtifactId[])
  const projects = await loadProjectRows(db, [...new Set([...targets.values()].map(({ projectId }) => projectId))])
  const visible = new Set(projects.filter(isVisible).map(({ id }) => id))
  return new Map([...targets].flatMap(([id, { projectId }]) => (visible.has(projectId) ? [[id, projectId]] : [])))
}
