import type { FieldId, FileId, UserId } from '../../src/kit/values/ids.ts'
import { buildStagedFileName } from '../../src/uploads/model/upload.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from './project-fixture.ts'
import type { TestResponse, TestServer } from './server.ts'

/** Creates a project with a tracker that has a file field. */
export const createFileTracker = (
  server: Pick<TestServer, 'world'>,
  members: readonly UserId[],
  shortName = 'files',
): Promise<ProjectFixture> =>
  createProjectFixture(server, shortName, {
    members,
    administrators: members,
    trackers: () => [
      createTrackerDefinition('paper', [
        createFieldDefinition('string', 'title'),
        createFieldDefinition('file', 'attachments'),
      ]),
    ],
  })

export interface UploadRequest {
  readonly id: FileId
  readonly uploadHref: string
  readonly downloadHref: string
}

let uploadCount = 0

/** Creates an upload, without content yet. */
export async function createUpload(
  server: TestServer,
  login: string,
  field: FieldId | undefined,
  size: number,
  mediaType = 'application/octet-stream',
): Promise<UploadRequest> {
  const request = { name: `${uploadCount++}.bin`, file_size: size, file_type: mediaType }
  const { status, body, text } = await server.as(login).post(`tracker_fields/${field}/files`, request)
  if (status !== 200) throw new Error(`The upload was not created: ${status} ${text}`)
  return { id: body.id, uploadHref: body.upload_href, downloadHref: body.download_href }
}

export const buildTusHeaders = (more: Readonly<Record<string, string>> = {}) => ({ 'tus-resumable': '1.0.0', ...more })

export const buildOffsetHeaders = (offset: number | string, more: Readonly<Record<string, string>> = {}) =>
  buildTusHeaders({ 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset), ...more })

/** Sends a chunk without a network in between. */
export const sendChunk = (
  server: TestServer,
  login: string,
  href: string,
  offset: number,
  text: string,
): Promise<TestResponse> =>
  server.as(login).send('PATCH', href, { skipsOpenApiCheck: true, body: text, headers: buildOffsetHeaders(offset) })

export const readStagedSize = (server: TestServer, id: number): Promise<number> =>
  server.world.staging.sizeOf(buildStagedFileName({ kind: 'tracker', id }))
