import type {
  Endpoint,
  EndpointRequest,
  EndpointRequestHead,
  EndpointResponse,
} from '../../http/declarations/endpoint.ts'
import { createJsonRefusal } from '../../http/declarations/json-refusal.ts'
import { parseRange, type RequestedRange } from '../../http/requests/byte-range.ts'
import { evaluateConditions, isRangeValid } from '../../http/requests/conditions.ts'
import { authenticateChallenge } from '../../http/responses/errors.ts'
import { buildVersionHeaders } from '../../http/responses/etag.ts'
import { addStatusPrefix, statusOf } from '../../http/responses/statuses.ts'
import { type Message, message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { type Caller, getUserId } from '../../kit/values/caller.ts'
import type { FileId } from '../../kit/values/ids.ts'
import { buildStrongEtag } from '../../kit/values/strong-etag.ts'
import { escapeText } from '../../kit/xml/write.ts'
import { finishFiles } from '../../uploads/commands/finish-files.ts'
import { getPreview } from '../../uploads/commands/get-preview.ts'
import { toInertMediaType } from '../../uploads/model/inert-media-type.ts'
import { assertLength } from '../../uploads/reads/assert-length.ts'
import { readStoredBytes } from '../../uploads/reads/read-stored-bytes.ts'
import type { World } from '../../world/model/world.ts'
import { type AttachmentWithBytes, getAttachment } from '../reads/get-attachment.ts'
import { buildContentHeaders, methods, optionsHeaders, refusalHeaders } from '../responses/attachment-headers.ts'

/** Content to send for a file: the file or its preview. */
interface StoredContent {
  readonly blob: string
  readonly size: number
  readonly mediaType: string
}

type ContentLoader = (world: World, file: AttachmentWithBytes) => Promise<StoredContent>

const loadOriginal: ContentLoader = async (_world, { blob, size, mediaType }) => ({ blob, size, mediaType })

/** docs/api/attachments.md §5: files, under the URLs in artifact representations. */
export const attachments = attachmentEndpoint('/plugins/tracker/attachments/', loadOriginal)
export const previews = attachmentEndpoint('/plugins/tracker/attachments/preview/', getPreview)

function attachmentEndpoint(directory: string, loadContent: ContentLoader): Endpoint {
  return {
    methods: [...methods],
    url: `${directory}*`,
    access: 'optional',
    scope: 'read:tracker',
    isLinked: true,
    async answer(request, world) {
      if (request.method === 'OPTIONS') return optionsAnswer
      const file = await findFile(request, world)
      return answerContent(request, world, file, await loadContent(world, file))
    },
    refuse: (refusal, request) => answerRefusal(refusal, request, directory),
  }
}

const optionsAnswer: EndpointResponse = { status: 204, headers: optionsHeaders }

/** Finds the file of `{id}-{name}`; the name must match exactly. */
async function findFile({ params, caller }: EndpointRequest, world: World): Promise<AttachmentWithBytes> {
  const [, id, name] = /^(\d{1,16})-(.*)$/s.exec(params['*'] ?? '') ?? []
  if (id === undefined) throw new Refusal('absent')
  const file = await getCompletedAttachment(world, caller, Number(id) as FileId).catch((problem: unknown) =>
    rejectAnonymous(caller, problem),
  )
  if (file.name.toWellFormed() !== name) throw new Refusal('absent')
  return file
}

/** The process that received the last byte may have ended before the upload was completed. */
async function getCompletedAttachment(world: World, caller: Caller, id: FileId): Promise<AttachmentWithBytes> {
  try {
    return await getAttachment(world, caller, id)
  } catch (problem) {
    if (!(problem instanceof Refusal && problem.kind === 'absent') || !Number.isSafeInteger(id)) throw problem
    await finishFiles(world, [id], getUserId(caller))
    return getAttachment(world, caller, id)
  }
}

/** docs/api/compatibility.md §1: anonymous callers get 401, so that they cannot tell which files exist. */
function rejectAnonymous(caller: Caller, problem: unknown): never {
  const isHidden = problem instanceof Refusal && problem.kind === 'absent'
  throw isHidden && caller.kind === 'anonymous' ? new Refusal('unauthenticated') : problem
}

async function answerContent(
  { method, headers: requestHeaders }: EndpointRequestHead,
  { files, clock }: World,
  file: AttachmentWithBytes,
  { blob, size, mediaType }: StoredContent,
): Promise<EndpointResponse> {
  // The bytes of a stored file never change.
  const version = { etag: buildStrongEtag(blob), modifiedOn: file.createdOn }
  const headers = {
    ...buildContentHeaders(file.name, toInertMediaType(mediaType)),
    ...buildVersionHeaders(version, clock.now()),
  }
  const outcome = evaluateConditions(requestHeaders, version)
  if (outcome === 'failed')
    return { status: 412, headers: { ...refusalHeaders, ...buildVersionHeaders(version, clock.now()) } }
  if (outcome === 'not-modified') return { status: 304, headers: withoutContent(headers) }
  // RFC 9110 §14.2: only a GET has ranges.
  if (method === 'HEAD') return { status: 200, headers: await withContentLength(files, blob, size, headers) }
  const range = isRangeValid(requestHeaders, version) ? parseRange(requestHeaders['range'], size) : 'whole'
  return answerRange(files, blob, size, range, headers)
}

type Headers = Readonly<Record<string, string>>
type Files = World['files']

async function answerRange(
  files: Files,
  blob: string,
  size: number,
  range: RequestedRange,
  headers: Headers,
): Promise<EndpointResponse> {
  if (range === 'unsatisfiable')
    return { status: 416, headers: { ...refusalHeaders, 'Content-Range': `bytes */${size}`, 'Accept-Ranges': 'bytes' } }
  if (size === 0) return { status: 200, headers: await withContentLength(files, blob, size, headers), body: '' }
  const { start, end } = range === 'whole' ? { start: 0, end: size - 1 } : range
  const bytes = await readStoredBytes(files, blob, { start, end })
  if (bytes === undefined) throw new Refusal('absent')
  const length = end - start + 1
  const answerHeaders = { ...headers, 'Content-Length': String(length) }
  const body = assertLength(bytes, length)
  if (range === 'whole') return { status: 200, headers: answerHeaders, body }
  return { status: 206, headers: { ...answerHeaders, 'Content-Range': `bytes ${start}-${end}/${size}` }, body }
}

/** Adds the content length of a response without a body. */
async function withContentLength(files: Files, blob: string, size: number, headers: Headers): Promise<Headers> {
  if ((await files.sizeOf(blob)) === undefined) throw new Refusal('absent')
  return { ...headers, 'Content-Length': String(size) }
}

/** RFC 9110 §15.4.5: the client has these headers already. */
function withoutContent(headers: Headers): Headers {
  const { 'Content-Type': _type, 'Content-Disposition': _disposition, 'Accept-Ranges': _ranges, ...rest } = headers
  return rest
}

/**
 * docs/api/attachments.md §5: the response does not reveal why a file is unavailable, except that sign-in is required,
 * that the credentials are not accepted, or that the server failed.
 */
function answerRefusal(refusal: Refusal | null, request: EndpointRequestHead, directory: string): EndpointResponse {
  const { method, headers, params } = request
  if (method === 'OPTIONS') return optionsAnswer
  const status = refusal === null ? 500 : statusFor(refusal)
  if (status === 401 && refusal?.message === '' && isLinkFollowed(request)) {
    const back = `${directory}${encodeURIComponent(params['*'] ?? '')}`
    return { status: 302, headers: { ...refusalHeaders, Location: `/login?return=${encodeURIComponent(back)}` } }
  }
  const answerHeaders = {
    ...refusalHeaders,
    ...(status === 401 ? { 'WWW-Authenticate': authenticateChallenge(headers) } : {}),
    ...(refusal?.details.headers ?? {}),
  }
  const text = describeRefusal(refusal, status)
  const json = isPageWanted(headers['accept'])
    ? undefined
    : createJsonRefusal(request, status, text === reasonOf(status) ? '' : text)
  if (json !== undefined) return { status, headers: { ...answerHeaders, ...json.headers }, body: json.body }
  return { status, headers: answerHeaders, body: method === 'HEAD' ? undefined : escapeText(`${text}`) }
}

/** Refusals of credentials are explained as by the API. */
function describeRefusal(refusal: Refusal | null, status: number): string | Message {
  const isAboutCredentials = status === 401 || status === 403 || status === 429
  return isAboutCredentials && refusal?.message ? refusal.text : (texts[status] ?? notFound)
}

/** Browsers ask for text/html by name, and for anything else after it. */
const isPageWanted = (accept: string | undefined): boolean => accept?.toLowerCase().includes('text/html') === true

/**
 * Only browsers send these headers. Other clients follow redirects too, and would take the sign-in page for the file.
 */
const isLinkFollowed = ({ method, headers }: EndpointRequestHead): boolean =>
  method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'

const statusFor = ({ kind }: Refusal): number => (kind === 'invalid' ? 404 : statusOf[kind])

const notFound = message`The file cannot be found`

const reasonOf = (status: number): string => addStatusPrefix(status, '')

const texts: Readonly<Record<number, string | Message>> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: notFound,
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}
