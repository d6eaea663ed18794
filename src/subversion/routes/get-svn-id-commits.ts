import { defineRoute } from '../../http/declarations/route.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import type { RepositoryId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { loadCommitContext } from '../browser/commit-context.ts'
import { listHistory } from '../browser/history.ts'
import { openRepositoryBrowser, resolvePath } from '../browser/open-browser.ts'
import { buildRevisionParameter, pathParameter } from '../representations/browser-parameters.ts'
import { representVisibleCommit, VisibleCommitRepresentation } from '../representations/visible-commit.ts'

const maxLimit = 100

/** Tulipwood extension (decision 0034). */
export const getSvnIdCommits = defineRoute({
  method: 'GET',
  url: '/svn/:id/commits',
  access: 'optional',
  scope: { none: 'contract' },
  isExtension: true,
  summary:
    'List the commits that changed a path of a Subversion repository or the path it was copied from, newest first.',
  params: Type.Object({ id: Type.Unsafe<RepositoryId>(Type.Integer({ description: 'Id of the repository.' })) }),
  query: Type.Object({
    path: pathParameter,
    revision: buildRevisionParameter('the youngest revision'),
    ...buildPageParameters({ default: 20, min: 0, max: maxLimit }),
  }),
  answers: { 200: Type.Array(VisibleCommitRepresentation) },
  async answer({ params, query, ...viewer }, world) {
    const { limit, offset } = query
    const { commits, size, project } = await openRepositoryBrowser(world, viewer.caller, params.id, async (browser) => {
      const place = await resolvePath(browser, query.path, query.revision)
      return { ...(await listHistory(browser, place, { limit, offset })), project: browser.project }
    })
    const deps = await loadCommitContext(world, viewer, { id: params.id, project }, commits)
    return {
      body: commits.map((each) => representVisibleCommit(each, deps)),
      page: { limit, offset, size, max: maxLimit },
    }
  },
})
