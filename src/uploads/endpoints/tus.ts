import type {
  Endpoint,
  EndpointRequest,
  EndpointRequestHead,
  EndpointResponse,
} from '../../http/declarations/endpoint.ts'
import { createJsonRefusal } from '../../http/declarations/json-refusal.ts'
import { authenticateChallenge } from '../../http/responses/errors.ts'
import { statusOf } from '../../http/responses/statuses.ts'
import { type Message, message } from '../../kit/messages/message.ts'
import type { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { World } from '../../world/model/world.ts'
import { appendBytes } from '../commands/append-bytes.ts'
import { cancelUpload } from '../commands/cancel-upload.ts'
import { recoverUpload } from '../commands/recover-upload.ts'
import type { OpenUpload, UploadKind } from '../model/upload.ts'
import { mayUseUpload } from '../policy.ts'
import { getUploadOffset } from '../reads/get-upload-offset.ts'
import { findUpload } from '../store/uploads.ts'

/**
 * Returns the endpoint that receives the bytes of a kind of upload: tus 1.0.0 with `termination`
 * (docs/api/attachments.md §3).
 */
export const createTusEndpoint = (kind: UploadKind): Endpoint => ({
  methods: ['OPTIONS', 'HEAD', 'PATCH', 'DELETE', 'POST', 'PUT', 'GET'],
  url: `/uploads/${kind.name}/file/:id`,
  access: 'required',
  scope: kind.scope,
  async answer(request, world) {
    const method = methodOf(request)
    return withBody(request, answerWithoutUpload(method, request) ?? respond(await serve(method, request, world, kind)))
  },
  refuse(refusal, request) {
    // Responses that need no upload are the same for anonymous clients.
    const method = methodOf(request)
    const isFree = method === 'OPTIONS' || (refusal?.kind === 'unauthenticated' && refusal.message === '')
    const free = isFree ? answerWithoutUpload(method, request) : null
    return free === null
      ? withBody(request, respond(refusalAnswer(refusal, request)), refusal?.message ? refusal.text : undefined)
      : withBody(request, free)
  },
})

/**
 * Header that replaces the method of a POST request (docs/api/attachments.md §3); it is an error with other methods.
 */
const replaceable: ReadonlySet<string> = new Set(['PATCH', 'POST', 'PUT', 'DELETE'])

/** Returns the requested method; null: unknown. */
function methodOf({ method, headers }: EndpointRequestHead): string | null {
  const override = headers['x-http-method-override']?.trim().toUpperCase()
  if (override === undefined) return method
  return replaceable.has(method) && replaceable.has(override) ? override : null
}

/** Returns the response that does not depend on an upload, if there is one. */
function answerWithoutUpload(method: string | null, { headers }: EndpointRequestHead): EndpointResponse | null {
  if (method === 'OPTIONS')
    return { status: 204, headers: { ...cors, 'Tus-Version': version, 'Tus-Extension': 'termination' } }
  if (method === null || method === 'GET') return notAllowed
  if (headers['tus-resumable'] !== version) return respond({ status: 412, headers: { 'Tus-Version': version } })
  return method === 'POST' || method === 'PUT' ? notAllowed : null
}

async function serve(
  method: string | null,
  request: EndpointRequest,
  world: World,
  kind: UploadKind,
): Promise<EndpointResponse> {
  const permit = await getPermit(world, kind, request.caller, request.params['id'] ?? '')
  const { subject: upload } = permit
  if (method === 'PATCH') return patch(world, kind, upload, request)
  if (method === 'HEAD') {
    const isWhole = (await recoverUpload(world, kind, upload)) !== 'incomplete'
    const offset = isWhole ? upload.size : await getUploadOffset(world, upload)
    const headers = { 'Upload-Length': `${upload.size}`, 'Upload-Offset': `${offset}`, 'Cache-Control': 'no-store' }
    return { status: 204, headers }
  }
  await cancelUpload(world, kind, permit)
  return { status: 204 }
}

/** Returns the permit to use the upload of a URL. */
async function getPermit(
  world: World,
  kind: UploadKind,
  caller: Caller,
  digits: string,
): Promise<Permit<'use', OpenUpload>> {
  const id = /^\d{1,15}$/.test(digits) && caller.kind === 'member' ? Number(digits) : null
  const upload = id === null ? undefined : await findUpload(world.db.read, { kind: kind.name, id })
  return mayUseUpload(caller, upload, world.clock.now())
}

async function patch(
  world: World,
  kind: UploadKind,
  upload: OpenUpload,
  request: EndpointRequest,
): Promise<EndpointResponse> {
  const mediaType = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase()
  if (mediaType !== 'application/offset+octet-stream') return { status: 415 }
  // Offsets count stored bytes; a content encoding would change them.
  const encoding = (request.headers['content-encoding'] ?? '').trim().toLowerCase()
  if (encoding !== '' && encoding !== 'identity') return { status: 415, headers: { 'Accept-Encoding': 'identity' } }
  const offset = readOffset(request.headers['upload-offset'])
  if (offset === undefined) return { status: 400 }
  const reached = await appendBytes(world, kind, upload, {
    offset,
    body: () => request.body,
    silence: request.idleTimeoutMs,
  })
  return { status: 204, headers: { 'Upload-Offset': String(reached) } }
}

/** Returns a number of bytes; undefined when the header is missing or malformed. */
function readOffset(text: string | undefined): number | undefined {
  const offset = /^\d{1,16}$/.test(text ?? '') ? Number(text) : Number.NaN
  return Number.isSafeInteger(offset) ? offset : undefined
}

/** Adds the error body of the API if the client accepts it (docs/api/attachments.md §3). */
function withBody(request: EndpointRequestHead, answer: EndpointResponse, text?: Message): EndpointResponse {
  const { status, headers = {} } = answer
  if (status < 400) return answer
  const json = createJsonRefusal(request, status, text ?? reasons[status]?.(headers))
  return json === undefined ? answer : { ...answer, headers: { ...headers, ...json.headers }, body: json.body }
}

const reasons: Readonly<Record<number, (headers: NonNullable<EndpointResponse['headers']>) => Message>> = {
  400: () => message`The header Upload-Offset must be a whole number from 0.`,
  409: () =>
    message`Upload-Offset is not the number of bytes received. Request the offset with HEAD and continue there.`,
  412: () => message`The header Tus-Resumable must be 1.0.0.`,
  415: (headers) =>
    'Accept-Encoding' in headers
      ? message`Content-Encoding must be identity.`
      : message`Content-Type must be application/offset+octet-stream.`,
  423: () => message`Another request is writing this upload. Try again later.`,
}

function refusalAnswer(refusal: Refusal | null, { headers }: EndpointRequestHead): EndpointResponse {
  if (refusal === null) return { status: 500 }
  const { kind, details } = refusal
  const extraHeaders = details.headers ?? {}
  const isUnauthenticated = kind === 'unauthenticated'
  return {
    status: statusOf[kind],
    headers: isUnauthenticated ? { 'WWW-Authenticate': authenticateChallenge(headers), ...extraHeaders } : extraHeaders,
  }
}

const version = '1.0.0'

const cors: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Credentials': 'true',
  'Access-Control-Allow-Methods': 'OPTIONS, HEAD, PATCH, POST, DELETE',
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, Origin, X-Auth-UserId, X-Auth-Token, X-Client-Uuid, X-Auth-AccessKey, Tus-Resumable, Upload-Offset, Upload-Length, X-HTTP-Method-Override',
  'Access-Control-Expose-Headers':
    'Tus-Version, Tus-Resumable, Upload-Offset, Upload-Length, Tus-Extension, Tus-Max-Size, X-PAGINATION-SIZE, X-PAGINATION-LIMIT-MAX, X-PAGINATION-LIMIT, X-PAGINATION-OFFSET',
}

const notAllowed: EndpointResponse = { status: 405, headers: { ...cors, Allow: 'OPTIONS, HEAD, PATCH, DELETE' } }

/** Adds the headers of every response but two (docs/api/attachments.md §3). */
const respond = ({ status, headers }: EndpointResponse): EndpointResponse => ({
  status,
  headers: { ...cors, 'Tus-Resumable': version, ...headers },
})
