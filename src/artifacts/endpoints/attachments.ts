import { type Caller, userIdOf } from '../../kit/caller.ts'
import { type AskedRange, askedRange } from '../../kit/http/byte-range.ts'
import { outcomeOf, rangeHolds } from '../../kit/http/conditions.ts'
import type { Endpoint, EndpointAnswer, EndpointAsked, EndpointSent } from '../../kit/http/endpoint.ts'
import { challengeTo } from '../../kit/http/errors.ts'
import { versionHeaders } from '../../kit/http/etag.ts'
import { jsonRefusal } from '../../kit/http/json-refusal.ts'
import { messageOf, statusOf } from '../../kit/http/statuses.ts'
import type { FileId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import { strongEtag } from '../../kit/strong-etag.ts'
import type { World } from '../../kit/world.ts'
import { previewOf } from '../../uploads/commands/preview-of.ts'
import { sealFiles } from '../../uploads/commands/seal-files.ts'
import { inertMediaType } from '../../uploads/model/inert-media-type.ts'
import { bytesOf } from '../../uploads/reads/bytes-of.ts'
import { exactly } from '../../uploads/reads/exactly.ts'
import { abilityHeaders, contentHeaders, methods, refusalHeaders } from '../attachment-headers.ts'
import { type AttachmentWithBytes, findAttachment } from '../reads/find-attachment.ts'

/** What is given of a file: itself, or its small picture. */
interface Content {
  readonly blob: string
  readonly size: number
  readonly mediaType: string
}

type Wanted = (world: World, file: AttachmentWithBytes) => Promise<Content>

const itself: Wanted = async (_world, { blob, size, mediaType }) => ({ blob, size, mediaType })

/** docs/api/attachments.md §5: files, under the addresses that artifacts tell. */
export const attachments = giving('/plugins/tracker/attachments/', itself)
export const previews = giving('/plugins/tracker/attachments/preview/', previewOf)

function giving(folder: string, wanted: Wanted): Endpoint {
  return {
    methods: [...methods],
    url: `${folder}*`,
    access: 'optional',
    scope: 'read:tracker',
    isLinked: true,
    async answer(asked, world) {
      if (asked.method === 'OPTIONS') return abilities
      const file = await namedFile(asked, world)
      return give(asked, world, file, await wanted(world, file))
    },
    refuse: (refusal, sent) => refuse(refusal, sent, folder),
  }
}

const abilities: EndpointAnswer = { status: 204, headers: abilityHeaders }

/** `{id}-{name}`; the name is said as well, letter by letter. */
async function namedFile({ params, caller }: EndpointAsked, world: World): Promise<AttachmentWithBytes> {
  const [, id, name] = /^(\d{1,16})-(.*)$/s.exec(params['*'] ?? '') ?? []
  if (id === undefined) throw new Refusal('absent')
  const file = await findSettled(world, caller, Number(id) as FileId).catch((problem: unknown) =>
    refuseVisitor(caller, problem),
  )
  if (file.name.toWellFormed() !== name) throw new Refusal('absent')
  return file
}

/** Before attachment, the process that received the last byte may have ended before the file was complete. */
async function findSettled(world: World, caller: Caller, id: FileId): Promise<AttachmentWithBytes> {
  try {
    return await findAttachment(world, caller, id)
  } catch (problem) {
    if (!(problem instanceof Refusal && problem.kind === 'absent') || !Number.isSafeInteger(id)) throw problem
    await sealFiles(world, [id], userIdOf(caller))
    return findAttachment(world, caller, id)
  }
}

/** docs/api/compatibility.md §1: who has not signed in is asked to, and learns by that nothing of what there is. */
function refuseVisitor(caller: Caller, problem: unknown): never {
  const isHidden = problem instanceof Refusal && problem.kind === 'absent'
  throw isHidden && caller.kind === 'anonymous' ? new Refusal('unauthenticated') : problem
}

async function give(
  { method, headers: sent }: EndpointSent,
  { files, clock }: World,
  file: AttachmentWithBytes,
  { blob, size, mediaType }: Content,
): Promise<EndpointAnswer> {
  // Bytes under a name never change.
  const version = { etag: strongEtag(blob), modifiedOn: file.createdOn }
  const headers = { ...contentHeaders(file.name, inertMediaType(mediaType)), ...versionHeaders(version, clock.now()) }
  const outcome = outcomeOf(sent, version)
  if (outcome === 'failed')
    return { status: 412, headers: { ...refusalHeaders, ...versionHeaders(version, clock.now()) } }
  if (outcome === 'not-modified') return { status: 304, headers: withoutContent(headers) }
  // RFC 9110 §14.2: only a GET has ranges.
  if (method === 'HEAD') return { status: 200, headers: await measured(files, blob, size, headers) }
  const range = rangeHolds(sent, version) ? askedRange(sent['range'], size) : 'whole'
  return part(files, blob, size, range, headers)
}

type Headers = Readonly<Record<string, string>>
type Files = World['files']

async function part(
  files: Files,
  blob: string,
  size: number,
  range: AskedRange,
  headers: Headers,
): Promise<EndpointAnswer> {
  if (range === 'unsatisfiable')
    return { status: 416, headers: { ...refusalHeaders, 'Content-Range': `bytes */${size}`, 'Accept-Ranges': 'bytes' } }
  if (size === 0) return { status: 200, headers: await measured(files, blob, size, headers), body: '' }
  const { start, end } = range === 'whole' ? { start: 0, end: size - 1 } : range
  const bytes = await bytesOf(files, blob, { start, end })
  if (bytes === undefined) throw new Refusal('absent')
  const length = end - start + 1
  const told = { ...headers, 'Content-Length': String(length) }
  const body = exactly(bytes, length)
  if (range === 'whole') return { status: 200, headers: told, body }
  return { status: 206, headers: { ...told, 'Content-Range': `bytes ${start}-${end}/${size}` }, body }
}

/** Headers of content that is not sent, but is there. */
async function measured(files: Files, blob: string, size: number, headers: Headers): Promise<Headers> {
  if ((await files.sizeOf(blob)) === undefined) throw new Refusal('absent')
  return { ...headers, 'Content-Length': String(size) }
}

/** RFC 9110 §15.4.5: the client has these. */
function withoutContent(headers: Headers): Headers {
  const { 'Content-Type': _type, 'Content-Disposition': _disposition, 'Accept-Ranges': _ranges, ...rest } = headers
  return rest
}

/**
 * docs/api/attachments.md §5: nothing says why a file cannot be had, but that somebody has to sign in, and what is
 * wrong with us.
 */
function refuse(refusal: Refusal | null, sent: EndpointSent, folder: string): EndpointAnswer {
  const { method, headers, params } = sent
  if (method === 'OPTIONS') return abilities
  const status = refusal === null ? 500 : statusFor(refusal)
  if (status === 401 && refusal?.message === '' && isLinkFollowed(sent)) {
    const back = `${folder}${encodeURIComponent(params['*'] ?? '')}`
    return { status: 302, headers: { ...refusalHeaders, Location: `/login?return=${encodeURIComponent(back)}` } }
  }
  const told = status === 401 ? { ...refusalHeaders, 'WWW-Authenticate': challengeTo(headers) } : refusalHeaders
  const text = texts[status] ?? notFound
  const json = jsonRefusal(sent, status, text === reasonOf(status) ? '' : text)
  if (json !== undefined) return { status, headers: { ...told, ...json.headers }, body: json.body }
  return { status, headers: told, body: method === 'HEAD' ? undefined : text }
}

/** By a browser, which says so; others follow redirects, too, and would take the sign-in page for the file. */
const isLinkFollowed = ({ method, headers }: EndpointSent): boolean =>
  method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'

const statusFor = ({ kind }: Refusal): number => (kind === 'invalid' ? 404 : statusOf[kind])

const notFound = 'The file cannot be found'

const reasonOf = (status: number): string => messageOf(status, '')

const texts: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: notFound,
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}
