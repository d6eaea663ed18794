import { pageParameters } from '../../kit/http/page.ts'
import { route } from '../../kit/http/route.ts'
import type { RepositoryId } from '../../kit/ids.ts'
import { Type } from '../../kit/schema.ts'
import { differencesBetween } from '../browser/differences.ts'
import { knownRevision, lookInto, soughtAt } from '../browser/open-browser.ts'
import { browsedPath, browsedRevision } from '../representations/browsed.ts'
import { DifferencesRepresentation, representDifference } from '../representations/difference.ts'

const max = 50

/** Our extension (decision 0034). */
export const getSvnIdDiff = route({
  method: 'GET',
  url: '/svn/:id/diff',
  access: 'optional',
  scope: { none: 'contract' },
  isExtension: true,
  summary: 'List the differences at and below a path of a Subversion repository between two revisions.',
  params: Type.Object({ id: Type.Unsafe<RepositoryId>(Type.Integer({ description: 'Id of the repository.' })) }),
  query: Type.Object({
    path: browsedPath,
    from: browsedRevision('the one before `to`'),
    to: browsedRevision('the last one'),
    ...pageParameters({ default: 20, min: 0, max }),
  }),
  answers: { 200: DifferencesRepresentation },
  async answer({ params, query, caller }, world) {
    const { limit, offset } = query
    const { span, differences, size } = await lookInto(world, caller, params.id, async (browser) => {
      const { path, revision: to } = await soughtAt(browser, query.path, query.to)
      const span = { path, from: knownRevision(browser.youngest, query.from ?? Math.max(to - 1, 0)), to }
      return { span, ...(await differencesBetween(browser, span, { limit, offset })) }
    })
    return {
      body: { ...span, differences: differences.map(representDifference) },
      page: { limit, offset, size, max },
    }
  },
})
