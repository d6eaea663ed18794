import { Readable } from 'node:stream'
import { buildContentHeaders } from '../../artifacts/responses/attachment-headers.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import type { RepositoryId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { toInertMediaType } from '../../uploads/model/inert-media-type.ts'
import { getFile } from '../browser/get-file.ts'
import { openRepositoryBrowser, resolvePath } from '../browser/open-browser.ts'
import { getLastSegment } from '../model/repository-path.ts'
import { buildRevisionParameter, pathParameter } from '../representations/browser-parameters.ts'

/** Tulipwood extension (decision 0034). */
export const getSvnIdFile = defineRoute({
  method: 'GET',
  url: '/svn/:id/file',
  access: 'optional',
  scope: { none: 'contract' },
  isExtension: true,
  isLinked: true,
  mediaTypes: ['application/octet-stream'],
  summary: 'Get the content of a file of a Subversion repository as committed.',
  params: Type.Object({ id: Type.Unsafe<RepositoryId>(Type.Integer({ description: 'Id of the repository.' })) }),
  query: Type.Object({ path: pathParameter, revision: buildRevisionParameter('the youngest revision') }),
  answers: { 200: null },
  async answer({ params, query, method, caller }, world) {
    const { path, file } = await openRepositoryBrowser(world, caller, params.id, async (browser) => {
      const place = await resolvePath(browser, query.path, query.revision)
      return { path: place.path, file: await getFile(browser, place) }
    })
    // Ranges are not supported.
    const { 'Accept-Ranges': _ranges, ...headers } = buildContentHeaders(
      getLastSegment(path),
      toInertMediaType(file.mediaType),
    )
    const content = method === 'HEAD' ? [] : file.read()
    return { headers, stream: Readable.from(content, { objectMode: false }) }
  },
})
