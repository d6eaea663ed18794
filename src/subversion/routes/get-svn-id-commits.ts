import { pageParameters } from '../../kit/http/page.ts'
import { route } from '../../kit/http/route.ts'
import type { RepositoryId } from '../../kit/ids.ts'
import { Type } from '../../kit/schema.ts'
import { commitGround } from '../browser/commit-ground.ts'
import { historyOf } from '../browser/history.ts'
import { lookInto, soughtAt } from '../browser/open-browser.ts'
import { browsedPath, browsedRevision } from '../representations/browsed.ts'
import { representSeenCommit, SeenCommitRepresentation } from '../representations/seen-commit.ts'

const max = 100

/** Our extension (decision 0034). */
export const getSvnIdCommits = route({
  method: 'GET',
  url: '/svn/:id/commits',
  access: 'optional',
  scope: { none: 'contract' },
  isExtension: true,
  summary:
    'List the commits that changed a path of a Subversion repository or the path it was copied from, newest first.',
  params: Type.Object({ id: Type.Unsafe<RepositoryId>(Type.Integer({ description: 'Id of the repository.' })) }),
  query: Type.Object({
    path: browsedPath,
    revision: browsedRevision('the last one, in which the path is looked for'),
    ...pageParameters({ default: 20, min: 0, max }),
  }),
  answers: { 200: Type.Array(SeenCommitRepresentation) },
  async answer({ params, query, ...viewer }, world) {
    const { limit, offset } = query
    const { commits, size, project } = await lookInto(world, viewer.caller, params.id, async (browser) => {
      const place = await soughtAt(browser, query.path, query.revision)
      return { ...(await historyOf(browser, place, { limit, offset })), project: browser.project }
    })
    const ground = await commitGround(world, viewer, { id: params.id, project }, commits)
    return { body: commits.map((each) => representSeenCommit(each, ground)), page: { limit, offset, size, max } }
  },
})
