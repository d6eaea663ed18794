import { route } from '../../kit/http/route.ts'
import type { RepositoryId } from '../../kit/ids.ts'
import { Type } from '../../kit/schema.ts'
import { commitGround } from '../browser/commit-ground.ts'
import { commitAt } from '../browser/history.ts'
import { knownRevision, lookInto } from '../browser/open-browser.ts'
import { representSeenCommit, SeenCommitRepresentation } from '../representations/seen-commit.ts'

/** Imports change hundreds of thousands of paths. */
const mostChanges = 5000

/** Our extension (decision 0034). */
export const getSvnIdCommitsRevision = route({
  method: 'GET',
  url: '/svn/:id/commits/:revision',
  access: 'optional',
  scope: { none: 'contract' },
  isExtension: true,
  summary: 'Get a commit of a Subversion repository.',
  params: Type.Object({
    id: Type.Unsafe<RepositoryId>(Type.Integer({ description: 'Id of the repository.' })),
    revision: Type.Integer({ description: 'Number of the revision.' }),
  }),
  answers: { 200: SeenCommitRepresentation },
  async answer({ params, ...viewer }, world) {
    const { commit, project } = await lookInto(world, viewer.caller, params.id, async (browser) => ({
      commit: await commitAt(browser, knownRevision(browser.youngest, params.revision), mostChanges),
      project: browser.project,
    }))
    const ground = await commitGround(world, viewer, { id: params.id, project }, [commit])
    return { body: representSeenCommit(commit, ground) }
  },
})
