import { defineRoute } from '../../http/declarations/route.ts'
import type { RepositoryId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { loadCommitContext } from '../browser/commit-context.ts'
import { getCommit } from '../browser/history.ts'
import { checkRevision, openRepositoryBrowser } from '../browser/open-browser.ts'
import { representVisibleCommit, VisibleCommitRepresentation } from '../representations/visible-commit.ts'

/** Imports may change hundreds of thousands of paths. */
const maxChanges = 5000

/** Tulipwood extension (decision 0034). */
export const getSvnIdCommitsRevision = defineRoute({
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
  answers: { 200: VisibleCommitRepresentation },
  async answer({ params, ...viewer }, world) {
    const { commit, project } = await openRepositoryBrowser(world, viewer.caller, params.id, async (browser) => ({
      commit: await getCommit(browser, checkRevision(browser.youngest, params.revision), maxChanges),
      project: browser.project,
    }))
    const deps = await loadCommitContext(world, viewer, { id: params.id, project }, [commit])
    return { body: representVisibleCommit(commit, deps) }
  },
})
