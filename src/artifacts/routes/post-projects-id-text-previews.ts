import { defineRoute } from '../../http/declarations/route.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getProject } from '../../projects/reads/get-project.ts'
import { loadKeywords } from '../reads/keywords.ts'
import { previewText } from '../reads/preview-text.ts'
import { createLinkResolver } from '../representations/mention-links.ts'

const TextPreview = Type.Object(
  { html: Type.String({ description: 'Safe HTML, as `post_processed_value` of a text field.' }) },
  { title: 'TextPreview', additionalProperties: false },
)

/** docs/api/extensions.md §7. */
export const postProjectsIdTextPreviews = defineRoute({
  method: 'POST',
  url: '/projects/:id/text_previews',
  access: 'required',
  scope: 'read:project',
  isExtension: true,
  summary: 'Render a text as the artifacts of the project would show it. Nothing is stored.',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer()) }),
  body: Type.Object(
    {
      content: Type.String({ description: 'At most 65,535 bytes.' }),
      format: Type.Enum(['commonmark', 'html', 'text'], { default: 'commonmark' }),
    },
    { additionalProperties: false },
  ),
  answers: { 200: TextPreview },
  async answer({ params, body, caller, origin }, world) {
    const project = await getProject(world, caller, params.id)
    const resolveLink = createLinkResolver(origin, project.id, await loadKeywords(world))
    return { body: { html: await previewText(world, caller, body, resolveLink) } }
  },
})
