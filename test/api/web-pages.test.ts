import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { servePagesFrom } from '../../src/app/pages/serve-pages.ts'
import { createServer } from '../kit/server.ts'

const shell = '<!doctype html><title>Shell</title>'
const frenchShell = '<!doctype html><html lang="fr"><title>Shell</title>'
const script = 'export const words = "text"'

/** Some pages in the form of the build. */
const samplePages = [
  { pattern: '^/?$', reads: ['/api/session'] },
  {
    pattern: '^/projects/(?<shortname>\\d+)/?$',
    reads: ['/api/projects/{shortname}'],
    redirect: { pattern: '^/old/project/(?<shortname>\\d{1,15})/admin/?$', to: '/projects/:shortname' },
  },
  {
    pattern: '^/projects/(?<shortname>[^/]+)/?$',
    reads: ['/api/session', '/api/projects?query=%22{shortname}%22&limit=1'],
  },
  {
    pattern: '^/trackers/(?<id>[^/]+)/?$',
    reads: ['/api/session', '/api/navigation?tracker_id={id}', '/api/trackers/{id}'],
  },
]

/** Pages as the build creates them, served without the rest of the server. */
function createPages(readVisit?: Parameters<typeof servePagesFrom>[1], head = ''): () => FastifyInstance {
  const state: { app?: FastifyInstance; directory?: string } = {}
  beforeAll(async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'tulipwood-pages-'))
    await mkdir(path.join(directory, 'assets'))
    for (const [name, text] of [
      ['index.en.html', shell + head],
      ['index.fr.html', frenchShell],
      ['assets/main-abc.js', script],
    ] as const) {
      await writeFile(path.join(directory, name), text)
      await writeFile(path.join(directory, `${name}.br`), brotliCompressSync(text))
      await writeFile(path.join(directory, `${name}.gz`), gzipSync(text))
    }
    await writeFile(path.join(directory, 'pages.json'), JSON.stringify(samplePages))
    await writeFile(path.join(directory, 'secret.js'), 'not to be served')
    const response = servePagesFrom(pathToFileURL(`${directory}/`), readVisit)
    const app = fastify()
    app.setNotFoundHandler(async (request, reply) =>
      (await response(request, reply)) ? reply : reply.code(404).send('no page'),
    )
    Object.assign(state, { app, directory })
  })
  afterAll(async () => {
    await state.app?.close()
    await rm(state.directory ?? '', { recursive: true, force: true })
  })
  return () => state.app as FastifyInstance
}

describe('the URL of a page', () => {
  const app = createPages()
  const get = (url: string, headers: Record<string, string> = {}) => app().inject({ method: 'GET', url, headers })

  it.each(['/', '/projects/gpig', '/projects/gpig/', '/Projects/gpig?x=1'])('%s returns the shell', async (url) => {
    const response = await get(url)
    expect(response).toMatchObject({ statusCode: 200, body: shell })
    expect(response.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy':
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types rich-text",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
    })
  })

  const preloadLinks = async (url: string) => String((await get(url)).headers['link']).match(/(?<=<)[^>]*(?=>)/g)

  it('has preload links for its first API requests', async () => {
    expect((await get('/')).headers['link']).toBe('</api/session>; rel=preload; as=fetch; crossorigin=anonymous')
    expect(await preloadLinks('/projects/gpig')).toStrictEqual([
      '/api/session',
      '/api/projects?query=%22gpig%22&limit=1',
    ])
    expect(await preloadLinks('/projects/101')).toStrictEqual(['/api/projects/101'])
    expect((await get('/nowhere', { accept: 'text/html' })).headers['link']).toBeUndefined()
  })

  it.each(['/projects/gpig?show=mine', '/projects/a%22b', '/projects/%3E;rel=x'])(
    '%s has only the preload links of every page',
    async (url) => expect(await preloadLinks(url)).toStrictEqual(['/api/session']),
  )

  it('has the preload link of its navigation with any query string, which does not change it', async () => {
    const navigation = '/api/navigation?tracker_id=7'
    expect(await preloadLinks('/trackers/7?view=board')).toStrictEqual(['/api/session', navigation])
    expect(await preloadLinks('/trackers/7')).toStrictEqual(['/api/session', navigation, '/api/trackers/7'])
    expect(await preloadLinks('/trackers/%3E7?view=board')).toStrictEqual(['/api/session'])
  })

  it('returns 304 for a known ETag, but 404 when it does not exist', async () => {
    const etag = String((await get('/')).headers['etag'])
    expect(await get('/', { 'if-none-match': etag })).toMatchObject({ statusCode: 304, body: '' })
    expect(await get('/nowhere', { 'if-none-match': etag, accept: 'text/html' })).toMatchObject({ statusCode: 404 })
  })

  it('is compressed with the best accepted encoding', async () => {
    const brotli = await get('/', { 'accept-encoding': 'gzip, deflate, br, zstd' })
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding, Accept-Language, Cookie' })
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(shell)
    const gzip = await get('/assets/main-abc.js', { 'accept-encoding': 'gzip, br;q=0' })
    expect(gzip.headers).toMatchObject({ 'content-encoding': 'gzip' })
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(script)
    expect((await get('/')).headers['content-encoding']).toBeUndefined()
  })

  it('is in the language that the browser accepts, with an ETag of its own', async () => {
    const english = await get('/', { 'accept-language': 'de, en;q=0.5' })
    const french = await get('/', { 'accept-language': 'fr-CA, en;q=0.5' })
    expect(english).toMatchObject({ body: shell, headers: { 'content-language': 'en' } })
    expect(french).toMatchObject({ body: frenchShell, headers: { 'content-language': 'fr' } })
    const known = { 'if-none-match': String(english.headers['etag']) }
    expect(await get('/', known)).toMatchObject({ statusCode: 304 })
    expect(await get('/', { ...known, 'accept-language': 'fr' })).toMatchObject({ statusCode: 200, body: frenchShell })
    expect((await get('/', { 'accept-language': 'fr', cookie: 'language=en' })).body).toBe(shell)
  })

  it('that does not exist returns the shell to browsers and an error to other clients', async () => {
    expect(await get('/projects/a/b', { accept: 'text/html,*/*' })).toMatchObject({ statusCode: 404, body: shell })
    expect(await get('/projects/a/b', { accept: '*/*' })).toMatchObject({
      statusCode: 404,
      body: 'no page',
    })
    expect(await get('/api/nothing', { accept: 'text/html' })).toMatchObject({ body: 'no page' })
    expect(await app().inject({ method: 'POST', url: '/' })).toMatchObject({ body: 'no page' })
  })

  it('of an asset returns its content type and can be cached forever', async () => {
    const response = await get('/assets/main-abc.js')
    expect(response).toMatchObject({ statusCode: 200, body: script })
    expect(response.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
  })

  it.each([
    '/assets/../secret.js',
    '/assets/..%2fsecret.js',
    '/assets/.secret.js',
    '/assets/main-abc.js.br',
    '/assets/gone.js',
  ])('of the missing file %s returns 404', async (url) =>
    expect(await get(url)).toMatchObject({ statusCode: 404, body: 'no page' }),
  )

  it('of Tuleap redirects to the new URL', async () => {
    const response = await get('/plugins/tracker/?aid=12')
    expect([response.statusCode, response.headers['location']]).toStrictEqual([302, '/artifacts/12'])
  })

  it.each(['/old/project/106/admin', '/Old/project/106/admin/?x=1'])(
    'that a page replaces redirects: %s',
    async (url) => {
      const response = await get(url)
      expect([response.statusCode, response.headers['location']]).toStrictEqual([302, '/projects/106'])
    },
  )

  it('like one that a page replaces, but with another part, does not redirect', async () =>
    expect((await get('/old/project/x/admin')).statusCode).toBe(404))
})

describe('a page with answers for its user', () => {
  const read = '/api/projects/101'
  const answers = { [read]: { label: '</script><script>alert(1)</script>' } }
  const visit = { language: 'en', session: { user: null }, changeToken: null, answers } as const
  const app = createPages(
    async (_, reads) => ({ ...visit, answers: reads.includes(read) ? answers : {} }),
    '<head></head>',
  )

  it('contains them as data, whatever their text, and does not preload them', async () => {
    const response = await app().inject('/projects/101')
    const [, data = ''] = /<script type="application\/json" id="answers">(.*?)<\/script>/.exec(response.body) ?? []
    expect(JSON.parse(data)).toStrictEqual(answers)
    expect(response.headers).toMatchObject({ 'cache-control': 'private, no-cache' })
    expect(response.headers['link']).toBeUndefined()
  })

  it('contains none of another page', async () => {
    const response = await app().inject('/projects/gpig')
    expect(response.body).not.toContain('id="answers"')
    expect(response.headers['link']).toBe(
      '</api/projects?query=%22gpig%22&limit=1>; rel=preload; as=fetch; crossorigin=anonymous',
    )
  })
})

describe('a server without built pages', () => {
  it('names the missing build at /, and serves the API', async () => {
    const response = servePagesFrom(pathToFileURL(path.join(tmpdir(), 'no-such-directory/')))
    const app = fastify()
    app.setNotFoundHandler(async (request, reply) =>
      (await response(request, reply)) ? reply : reply.code(404).send(),
    )
    expect((await app.inject('/')).body).toMatch('npm run build')
    expect((await app.inject('/projects')).statusCode).toBe(404)
    await app.close()
  })
})

describe('the complete server', () => {
  const server = createServer('sqlite')
  it('returns API errors for unknown API routes', async () => {
    const response = await server
      .as('visitor')
      .get('nothing', { skipsOpenApiCheck: true, headers: { accept: 'text/html,*/*' } })
    expect([response.status, response.body]).toStrictEqual([404, { error: { code: 404, message: 'Not Found' } }])
  })
  it('redirects the page URLs of API responses', async () => {
    const response = await server.as('visitor').get('/plugins/tracker/?tracker=3', { skipsOpenApiCheck: true })
    expect([response.status, response.headers['location']]).toStrictEqual([302, '/trackers/3'])
  })
})
