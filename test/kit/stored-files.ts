import { describeFile } from '../../src/fields/types/file.ts'
import type { ArtifactId, FieldId, FileId, UserId } from '../../src/kit/values/ids.ts'
import { baseTime } from './project-fixture.ts'
import type { TestServer } from './server.ts'

export interface StoredFile {
  readonly id: FileId
  readonly blob: string | null
  /** As in the representation of an artifact. */
  readonly url: string
  readonly previewUrl: string
}

interface FileOptions {
  readonly name?: string
  readonly mediaType?: string
  readonly status?: 'pending' | 'complete' | 'attached' | 'detached'
  readonly artifact?: ArtifactId
  readonly field?: FieldId
  readonly by?: UserId
  readonly on?: number
  /** null: no content; a string: the content. */
  readonly bytes?: Uint8Array | string | null
  readonly blob?: string
  readonly size?: number
}

let next = 7000

/** Inserts a file row with its content, in any state. */
export async function createStoredFile(
  { world }: Pick<TestServer, 'world'>,
  options: FileOptions = {},
): Promise<StoredFile> {
  const { name = 'a.txt', mediaType = 'text/plain', status = 'attached', bytes = 'hello world' } = options
  const id = next++ as FileId
  const content = bytes === null ? Buffer.alloc(0) : Buffer.from(bytes)
  const blob = options.blob ?? (bytes === null ? null : (await world.files.store(piece(content))).name)
  const size = options.size ?? content.length
  const row = {
    id,
    name,
    size,
    media_type: mediaType,
    description: '',
    created_on: options.on ?? baseTime,
    blob,
    status,
  }
  const location = { artifact_id: options.artifact ?? null, field_id: options.field ?? null }
  await world.db.write((tx) =>
    tx
      .insertInto('file')
      .values({ ...row, ...location, submitted_by: options.by ?? null })
      .execute(),
  )
  const { html_url: url } = describeFile({ id, name, size, mediaType, description: '', submittedBy: null })
  return { id, blob, url, previewUrl: url.replace('/attachments/', '/attachments/preview/') }
}

async function* piece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

export interface DownloadedFile {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly bytes: Buffer
}

/** Downloads a URL outside the API. */
export async function downloadFile(
  server: TestServer,
  login: string,
  url: string,
  { method = 'GET', headers = {} }: { method?: 'GET' | 'HEAD' | 'OPTIONS'; headers?: Record<string, string> } = {},
): Promise<DownloadedFile> {
  const answer = await server.app.inject({ method, url, headers: { ...server.credentials(login), ...headers } })
  return { status: answer.statusCode, headers: answer.headers as DownloadedFile['headers'], bytes: answer.rawPayload }
}
