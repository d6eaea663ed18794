import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { resolvePackagePath } from '../../kit/system/package-path.ts'
import { type Language, languages, negotiateLanguage, parseAcceptLanguage } from '../../kit/values/language.ts'
import { resolveLegacyUrl } from './legacy-urls.ts'
import { assetHeaders, pageHeaders } from './page-headers.ts'

type Directory = URL

/** Built by tools/build-pages.mjs. */
const defaultDirectory: Directory = resolvePackagePath('web/dist/')

/**
 * Serves pages, their assets and redirects of legacy URLs, for requests that match no route. Files are read on demand,
 * and the server also works without built pages. Returns false if the URL is none of these.
 */
export function servePagesFrom(
  directory: Directory = defaultDirectory,
  readVisit: (request: FastifyRequest, reads: readonly string[]) => Promise<Visit> = async ({ headers }) => ({
    language: negotiateLanguage(headers as LanguageHeaders),
    session: null,
    changeToken: null,
    answers: {},
  }),
): (request: FastifyRequest, reply: FastifyReply) => Promise<boolean> {
  const cached: { shell?: Shell } = {}
  return async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const path = request.url.split(/[?#]/)[0] ?? '/'
    if (/^\/(api|oauth2|\.well-known)(\/|$)/i.test(path)) return false
    const asset = /^\/assets\/([\w-][\w.-]*)$/.exec(path)?.[1]
    if (asset !== undefined) return sendAsset(request, reply, directory, asset)
    cached.shell = await loadShell(directory, cached.shell)
    const target = resolveLegacyUrl(request.url) ?? cached.shell?.redirectOf(path)
    if (target !== undefined) return handled(reply.redirect(target, 302))
    if (cached.shell === undefined) return path === '/' && sendBuildInstructions(reply)
    const page = cached.shell.pageAt(path)
    // Requests that do not accept HTML get the 404 error of the API.
    if (page === undefined && !/\btext\/html\b/.test(request.headers.accept ?? '')) return false
    const reads = page === undefined ? [] : listReads(page, request.url)
    const visit = await readVisit(request, reads)
    // A page in another language than that of the browser sends a header, which no preloaded request has.
    const isOfBrowser = visit.language === (parseAcceptLanguage(request.headers['accept-language']) ?? 'en')
    if (isOfBrowser) reply.headers(preloadHeaders(reads, visit))
    const document = embedVisit(cached.shell.documents[visit.language], visit)
    return sendShell(request, reply, document, page === undefined ? 404 : 200)
  }
}

/** For whom a page is opened. */
export interface Visit {
  readonly language: Language
  /** The response of GET /session, which the page contains; null: it is not known. */
  readonly session: object | null
  /** Token of the change log from before the page was answered: its stream of changes begins there; null: it has none. */
  readonly changeToken: string | null
  /** Further responses that the page contains, by the URLs of their requests. */
  readonly answers: Readonly<Record<string, object>>
}

type LanguageHeaders = Readonly<Record<string, string | undefined>>

interface Shell {
  /** Modification time in milliseconds; changes with each build of the pages. */
  readonly builtAt: number
  readonly documents: Readonly<Record<Language, ShellDocument>>
  pageAt(path: string): Page | undefined
  /** Returns the path of the page to which a path of Tuleap leads. */
  redirectOf(path: string): string | undefined
}

/** The HTML document of every page, in one language. */
interface ShellDocument {
  readonly language: Language
  readonly etag: string
  readonly isPrivate: boolean
  /** Returns the document in an encoding. */
  read(encoding: Encoding): Buffer | Promise<Buffer>
  readonly text: string
}

interface Page {
  /** API requests that the page makes first; `{name}` is replaced with a part of its path. */
  readonly reads: readonly string[]
  readonly params: Readonly<Record<string, string>>
}

/** Written by web/vite.config.ts. */
interface BuiltPage {
  readonly pattern: string
  readonly reads: Page['reads']
  readonly redirect?: { readonly pattern: string; readonly to: string }
}

type Encoding = 'br' | 'gzip' | 'identity'

const encodingSuffixes: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz', identity: '' }

async function loadShell(directory: Directory, cachedShell: Shell | undefined): Promise<Shell | undefined> {
  const builtAt = (await stat(new URL('pages.json', directory)).catch(() => null))?.mtimeMs
  if (builtAt === undefined || builtAt === cachedShell?.builtAt) return builtAt === undefined ? undefined : cachedShell
  const patterns = await readFile(new URL('pages.json', directory), 'utf8')
  const built = JSON.parse(patterns) as readonly BuiltPage[]
  const pages = built.map(({ pattern, reads }) => ({ pattern: new RegExp(pattern, 'i'), reads }))
  const redirects = built.flatMap(({ redirect }) =>
    redirect === undefined ? [] : [{ pattern: new RegExp(redirect.pattern, 'i'), to: redirect.to }],
  )
  const documents = await Promise.all(languages.map((each) => loadDocument(directory, each)))
  return {
    builtAt,
    documents: Object.fromEntries(documents.map((each) => [each.language, each])) as Shell['documents'],
    pageAt: (path) => findPage(pages, path),
    redirectOf: (path) => findRedirect(redirects, path),
  }
}

async function loadDocument(directory: Directory, language: Language): Promise<ShellDocument> {
  const file = (encoding: Encoding): Promise<Buffer> =>
    readFile(new URL(`index.${language}.html${encodingSuffixes[encoding]}`, directory))
  const [br, gzip, identity] = await Promise.all([file('br'), file('gzip'), file('identity')])
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  const bodies = { br, gzip, identity }
  return { language, etag, isPrivate: false, read: (encoding) => bodies[encoding], text: identity.toString() }
}

const compress: Readonly<Record<Exclude<Encoding, 'identity'>, (text: string) => Promise<Buffer>>> = {
  br: (text) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (text) => promisify(gzip)(text),
}

/**
 * Adds the session to the document, as data that no browser runs: every page needs it first, so it saves each of them a
 * request. The token of changes covers the time until the page follows them. Other answers save their requests, too.
 */
function embedVisit(document: ShellDocument, { session, changeToken, answers }: Visit): ShellDocument {
  if (session === null || !document.text.includes('</head>')) return document
  const blocks = [
    embedData('session', session),
    ...(changeToken === null ? [] : [embedData('changes', changeToken)]),
    ...(Object.keys(answers).length === 0 ? [] : [embedData('answers', answers)]),
  ]
  const text = document.text.replace('</head>', () => `${blocks.join('')}  </head>`)
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  return {
    language: document.language,
    etag,
    isPrivate: true,
    read: (encoding) => (encoding === 'identity' ? Buffer.from(text) : compress[encoding](text)),
    text,
  }
}

/** Nothing in the data can end the element. */
const embedData = (id: string, data: object | string): string =>
  `  <script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>\n`

function findPage(pages: readonly { readonly pattern: RegExp; readonly reads: Page['reads'] }[], path: string) {
  for (const { pattern, reads } of pages) {
    const match = pattern.exec(path)
    if (match !== null) return { reads, params: { ...match.groups } }
  }
  return undefined
}

function findRedirect(redirects: readonly { readonly pattern: RegExp; readonly to: string }[], path: string) {
  for (const { pattern, to } of redirects) {
    const match = pattern.exec(path)
    if (match !== null) return to.replaceAll(/:(\w+)/g, (_, name: string) => match.groups?.[name] ?? '')
  }
  return undefined
}

/**
 * Returns the first API requests of a page. Those of pages with encoded parts depend on the code of the page, except for
 * the session; those of pages with a query string do, except for the session and the navigation.
 */
function listReads({ reads, params }: Page, url: string): readonly string[] {
  const isPlain = Object.values(params).every((part) => /^[\w.-]+$/.test(part))
  const addresses = reads.filter(
    (address) => isSession(address) || (isPlain && (isNavigation(address) || !url.includes('?'))),
  )
  return addresses.map((address) => address.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? ''))
}

/**
 * Returns preload headers for the first API requests of a page. They must match its `fetch` calls, or the browser sends
 * each request twice (a bare `crossorigin` is valid in HTML, not in a header). Answers that the page contains are not
 * requested.
 */
function preloadHeaders(reads: readonly string[], { session, answers }: Visit): { link?: string } {
  const links = reads.filter((address) => (session === null || !isSession(address)) && !Object.hasOwn(answers, address))
  return links.length === 0
    ? {}
    : { link: links.map((each) => `<${each}>; rel=preload; as=fetch; crossorigin=anonymous`).join(', ') }
}

const isSession = (address: string): boolean => address === '/api/session'
const isNavigation = (address: string): boolean => address.startsWith('/api/navigation?')

async function sendShell(
  request: FastifyRequest,
  reply: FastifyReply,
  { language, etag, isPrivate, read }: ShellDocument,
  status: number,
): Promise<true> {
  const isKnown = status === 200 && (request.headers['if-none-match'] ?? '').split(/,\s*/).includes(etag)
  // The cookies name the session, whose user may have chosen a language, and the choice of a visitor.
  const vary = 'Accept-Encoding, Accept-Language, Cookie'
  reply.headers({ ...pageHeaders, 'content-language': language, etag, vary })
  if (isPrivate) reply.header('cache-control', 'private, no-cache')
  if (isKnown) return handled(reply.code(304).send())
  const encoding = negotiateEncoding(request)
  return sendBody(reply.code(status), encoding, await read(encoding))
}

async function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  directory: Directory,
  name: string,
): Promise<boolean> {
  const type = contentTypes[name.split('.').at(-1) ?? '']
  if (type === undefined) return false
  const encoding = negotiateEncoding(request)
  const body = await readFile(new URL(`assets/${name}${encodingSuffixes[encoding]}`, directory)).catch(() => null)
  if (body === null) return false
  reply.headers({ ...assetHeaders, 'content-type': type, vary: 'Accept-Encoding' })
  return sendBody(reply, encoding, body)
}

const contentTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
}

/** Returns the smallest encoding that the client accepts. */
function negotiateEncoding({ headers }: FastifyRequest): Encoding {
  const accepted = String(headers['accept-encoding'] ?? '')
    .split(',')
    .map((each) => each.trim().split(/\s*;\s*/))
    .filter(([, quality]) => quality === undefined || !/^q=0(\.0*)?$/.test(quality))
    .map(([name]) => name?.toLowerCase())
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity'
}

const sendBody = (reply: FastifyReply, encoding: Encoding, body: Buffer): true =>
  handled((encoding === 'identity' ? reply : reply.header('content-encoding', encoding)).send(body))

const sendBuildInstructions = (reply: FastifyReply): true =>
  handled(
    reply
      .code(503)
      .header('content-type', 'text/plain; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(
        'The pages are not built: run `npm run build` (npm start does it by itself). The API answers under /api, described at /api/explorer/.\n',
      ),
  )

const handled = (_reply: FastifyReply): true => true
