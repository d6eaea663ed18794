import { defineRoute } from '../../http/declarations/route.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import type { RepositoryId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { loadAuthors } from '../browser/commit-context.ts'
import { listDirectory } from '../browser/list-directory.ts'
import { openRepositoryBrowser, resolvePath } from '../browser/open-browser.ts'
import { buildRevisionParameter, pathParameter } from '../representations/browser-parameters.ts'
import { DirectoryRepresentation, representDirectoryEntry } from '../representations/directory-entry.ts'

const maxLimit = 500

/** Tulipwood extension (decision 0034). */
export const getSvnIdTree = defineRoute({
  method: 'GET',
  url: '/svn/:id/tree',
  access: 'optional',
  scope: { none: 'contract' },
  isExtension: true,
  summary: 'List a directory of a Subversion repository: directories first, then files, by name.',
  params: Type.Object({ id: Type.Unsafe<RepositoryId>(Type.Integer({ description: 'Id of the repository.' })) }),
  query: Type.Object({
    path: pathParameter,
    revision: buildRevisionParameter('the youngest revision'),
    ...buildPageParameters({ default: 100, min: 0, max: maxLimit }),
  }),
  answers: { 200: DirectoryRepresentation },
  async answer({ params, query, ...viewer }, world) {
    const { limit, offset } = query
    const { place, entries, size } = await openRepositoryBrowser(world, viewer.caller, params.id, async (browser) => {
      const place = await resolvePath(browser, query.path, query.revision)
      return { place, ...(await listDirectory(browser, place, { limit, offset })) }
    })
    const authors = await loadAuthors(
      world,
      params.id,
      entries.map(({ committed }) => committed),
    )
    return {
      body: { ...place, entries: entries.map((entry) => representDirectoryEntry(entry, authors, viewer)) },
      page: { limit, offset, size, max: maxLimit },
    }
  },
})
