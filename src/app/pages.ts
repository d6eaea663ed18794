import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { packagePath } from '../kit/package-path.ts'
import { newAddressOf } from './old-addresses.ts'
import { assetHeaders, pageHeaders } from './page-headers.ts'

type Folder = URL

/** Made by tools/build-pages.mjs. */
const usual: Folder = packagePath('web/dist/')

/**
 * What no route answers: pages, the files they are made of, addresses of old. Nothing is read before somebody asks for
 * a page, and a server without pages is a server all the same. False: the address is none of theirs.
 */
export function pagesFrom(folder: Folder = usual): (request: FastifyRequest, reply: FastifyReply) => Promise<boolean> {
  const held: { shell?: Shell } = {}
  return async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const path = request.url.split(/[?#]/)[0] ?? '/'
    if (/^\/(api|oauth2|\.well-known)(\/|$)/i.test(path)) return false
    const asset = /^\/assets\/([\w-][\w.-]*)$/.exec(path)?.[1]
    if (asset !== undefined) return sendAsset(request, reply, folder, asset)
    const wanted = newAddressOf(request.url)
    if (wanted !== undefined) return sent(reply.redirect(wanted, 302))
    held.shell = await shellOf(folder, held.shell)
    if (held.shell === undefined) return path === '/' && sendAdvice(reply)
    const page = held.shell.pageAt(path)
    // Who looks for something else than a page is told in the language of the API that it is not there.
    if (page === undefined && !/\btext\/html\b/.test(request.headers.accept ?? '')) return false
    if (page !== undefined) reply.headers(preloads(page, request.url))
    return sendShell(request, reply, held.shell, page === undefined ? 404 : 200)
  }
}

interface Shell {
  /** Milliseconds; another one means that the pages were built anew. */
  readonly builtAt: number
  readonly etag: string
  readonly bodies: Readonly<Record<Encoding, Buffer>>
  pageAt(path: string): Page | undefined
}

interface Page {
  /** What is read first there, `{name}` standing for a part of its path. */
  readonly reads: readonly string[]
  readonly params: Readonly<Record<string, string>>
}

type Encoding = 'br' | 'gzip' | 'identity'

const endings: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz', identity: '' }

async function shellOf(folder: Folder, known: Shell | undefined): Promise<Shell | undefined> {
  const builtAt = (await stat(new URL('pages.json', folder)).catch(() => null))?.mtimeMs
  if (builtAt === undefined || builtAt === known?.builtAt) return builtAt === undefined ? undefined : known
  const file = (name: string): Promise<Buffer> => readFile(new URL(name, folder))
  const [patterns, br, gzip, identity] = await Promise.all(
    ['pages.json', 'index.html.br', 'index.html.gz', 'index.html'].map(file),
  )
  if (patterns === undefined || br === undefined || gzip === undefined || identity === undefined) return undefined
  // web/vite.config.ts writes it.
  const built = JSON.parse(patterns.toString()) as readonly Readonly<{ pattern: string; reads: Page['reads'] }>[]
  const pages = built.map(({ pattern, reads }) => ({ pattern: new RegExp(pattern, 'i'), reads }))
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  return { builtAt, etag, bodies: { br, gzip, identity }, pageAt: (path) => pageAt(pages, path) }
}

function pageAt(pages: readonly { readonly pattern: RegExp; readonly reads: Page['reads'] }[], path: string) {
  for (const { pattern, reads } of pages) {
    const found = pattern.exec(path)
    if (found !== null) return { reads, params: { ...found.groups } }
  }
  return undefined
}

/**
 * What the page will ask for is on its way before its code is: as `fetch` asks, or the browser would ask twice (a bare
 * `crossorigin` is a keyword in HTML, not in a header). What a question changes, or a part that has to be encoded, only
 * the code of the page knows.
 */
function preloads({ reads, params }: Page, url: string): { link?: string } {
  const isPlain = !url.includes('?') && Object.values(params).every((part) => /^[\w.-]+$/.test(part))
  const known = isPlain ? reads : reads.filter((address) => address === '/api/session')
  const links = known.map((address) => address.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? ''))
  return links.length === 0
    ? {}
    : { link: links.map((each) => `<${each}>; rel=preload; as=fetch; crossorigin=anonymous`).join(', ') }
}

function sendShell(request: FastifyRequest, reply: FastifyReply, shell: Shell, status: number): true {
  const isKnown = status === 200 && (request.headers['if-none-match'] ?? '').split(/,\s*/).includes(shell.etag)
  reply.headers({ ...pageHeaders, etag: shell.etag, vary: 'Accept-Encoding' })
  if (isKnown) return sent(reply.code(304).send())
  return sendBody(reply.code(status), encodingFor(request), shell.bodies[encodingFor(request)])
}

async function sendAsset(request: FastifyRequest, reply: FastifyReply, folder: Folder, name: string): Promise<boolean> {
  const type = types[name.split('.').at(-1) ?? '']
  if (type === undefined) return false
  const encoding = encodingFor(request)
  const body = await readFile(new URL(`assets/${name}${endings[encoding]}`, folder)).catch(() => null)
  if (body === null) return false
  reply.headers({ ...assetHeaders, 'content-type': type, vary: 'Accept-Encoding' })
  return sendBody(reply, encoding, body)
}

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
}

/** The smallest form there is a file of and the client takes. */
function encodingFor({ headers }: FastifyRequest): Encoding {
  const taken = String(headers['accept-encoding'] ?? '')
    .split(',')
    .map((each) => each.trim().split(/\s*;\s*/))
    .filter(([, quality]) => quality === undefined || !/^q=0(\.0*)?$/.test(quality))
    .map(([name]) => name?.toLowerCase())
  return taken.includes('br') ? 'br' : taken.includes('gzip') ? 'gzip' : 'identity'
}

const sendBody = (reply: FastifyReply, encoding: Encoding, body: Buffer): true =>
  sent((encoding === 'identity' ? reply : reply.header('content-encoding', encoding)).send(body))

const sendAdvice = (reply: FastifyReply): true =>
  sent(
    reply
      .code(503)
      .header('content-type', 'text/plain; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(
        'The pages are not built: run `npm run build` (npm start does it by itself). The API answers under /api, described at /api/explorer/.\n',
      ),
  )

const sent = (_reply: FastifyReply): true => true
