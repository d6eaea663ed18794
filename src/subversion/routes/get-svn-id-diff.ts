import { defineRoute } from '../../http/declarations/route.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import type { RepositoryId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { listDifferences } from '../browser/differences.ts'
import { checkRevision, openRepositoryBrowser, resolvePath } from '../browser/open-browser.ts'
import { buildRevisionParameter, pathParameter } from '../representations/browser-parameters.ts'
import { DifferencesRepresentation, representDifference } from '../representations/difference.ts'

const maxLimit = 50

/** Tulipwood extension (decision 0034). */
export const getSvnIdDiff = defineRoute({
  method: 'GET',
  url: '/svn/:id/diff',
  access: 'optional',
  scope: { none: 'contract' },
  isExtension: true,
  summary: 'List the differences at and below a path of a Subversion repository between two revisions.',
  params: Type.Object({ id: Type.Unsafe<RepositoryId>(Type.Integer({ description: 'Id of the repository.' })) }),
  query: Type.Object({
    path: pathParameter,
    from: buildRevisionParameter('the revision before `to`'),
    to: buildRevisionParameter('the youngest revision'),
    ...buildPageParameters({ default: 20, min: 0, max: maxLimit }),
  }),
  answers: { 200: DifferencesRepresentation },
  async answer({ params, query, caller }, world) {
    const { limit, offset } = query
    const { span, differences, size } = await openRepositoryBrowser(world, caller, params.id, async (browser) => {
      const { path, revision: to } = await resolvePath(browser, query.path, query.to)
      const span = { path, from: checkRevision(browser.youngest, query.from ?? Math.max(to - 1, 0)), to }
      return { span, ...(await listDifferences(browser, span, { limit, offset })) }
    })
    return {
      body: { ...span, differences: differences.map(representDifference) },
      page: { limit, offset, size, max: maxLimit },
    }
  },
})
