import { defineRoute } from '../../http/declarations/route.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import { foldText } from '../../kit/text/fold.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { slicePage } from '../../kit/values/page.ts'
import { Type } from '../../kit/values/schema.ts'
import { getProject } from '../reads/get-project.ts'
import { LabelRepresentation, representLabel } from '../representations/label.ts'
import { loadLabels } from '../store/labels.ts'

/** docs/api/projects.md §9. */
export const getProjectsIdLabels = defineRoute({
  method: 'GET',
  url: '/projects/:id/labels',
  access: 'optional',
  scope: 'read:project',
  summary: 'List the labels of a project, or those that contain a text.',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer()) }),
  query: Type.Object({
    ...buildPageParameters({ default: 50, max: 50 }),
    query: Type.String({ description: 'Part of a label.', default: '' }),
  }),
  answers: { 200: Type.Object({ labels: Type.Array(LabelRepresentation) }, { additionalProperties: false }) },
  async answer({ caller, params, query: { query, ...range } }, world) {
    const project = await getProject(world, caller, params.id)
    const folded = foldText(query)
    const labels = (await loadLabels(world.db.read, project.id)).filter(({ name }) => foldText(name).includes(folded))
    const { items, page } = slicePage(labels, range, 50)
    return { body: { labels: items.map(representLabel) }, page }
  },
})
