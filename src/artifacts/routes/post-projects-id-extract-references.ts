import { defineRoute } from '../../http/declarations/route.ts'
import { mapWithPauses } from '../../kit/concurrency/event-loop.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import type { Project } from '../../projects/model/project.ts'
import { judgeProjectAccess } from '../../projects/policy.ts'
import { getProject } from '../../projects/reads/get-project.ts'
import { getSettings } from '../../site/store/settings.ts'
import { findReferences } from '../model/references.ts'
import { loadKnownReferences } from '../reads/known-references.ts'
import { ExtractedReference, representReference } from '../representations/extracted-reference.ts'

/** docs/api/projects.md §9. */
export const postProjectsIdExtractReferences = defineRoute({
  method: 'POST',
  url: '/projects/:id/extract_references',
  access: 'optional',
  scope: 'read:project',
  summary: 'List the references in a text, each with its URL.',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer()) }),
  body: Type.Object({ text: Type.String() }),
  answers: { 200: Type.Array(ExtractedReference) },
  async answer({ params, body: { text }, caller, origin }, world) {
    const project = await getProject(world, caller, params.id)
    const settings = await getSettings(world)
    const references = findReferences(text)
    const isVisible = (other: Project) => judgeProjectAccess(caller, other, settings) === 'yes'
    const findProjectOf = await loadKnownReferences(world.db.read, project.id, references, isVisible)
    const known = references.flatMap((reference) => {
      const projectId = findProjectOf(reference)
      return projectId === undefined ? [] : [{ ...reference, projectId }]
    })
    const endBefore = (index: number): number => {
      const previous = known[index - 1]
      return previous === undefined ? 0 : previous.start + previous.length
    }
    const represent = ([index, reference]: readonly [number, (typeof known)[number]]) =>
      representReference(text, reference, endBefore(index), origin)
    return { body: await mapWithPauses(known.entries(), represent) }
  },
})
