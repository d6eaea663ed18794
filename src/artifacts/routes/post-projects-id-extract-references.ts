import { findMentions } from '../../fields/texts/references.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import { mapWithPauses } from '../../kit/concurrency/event-loop.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getProject } from '../../projects/reads/get-project.ts'
import { loadKeywords } from '../reads/keywords.ts'
import { ExtractedReference, representMention } from '../representations/extracted-reference.ts'

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
    const keywords = await loadKeywords(world)
    const mentions = findMentions(text).filter(({ keyword }) => keywords.has(keyword))
    const endBefore = (index: number): number => {
      const previous = mentions[index - 1]
      return previous === undefined ? 0 : previous.start + previous.length
    }
    const represent = ([index, mention]: readonly [number, (typeof mentions)[number]]) =>
      representMention(text, mention, endBefore(index), origin, project.id)
    return { body: await mapWithPauses(mentions.entries(), represent) }
  },
})
