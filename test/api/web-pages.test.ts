import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { servePagesFrom } from '../../src/app/serve-pages.ts'
import { createServer } from '../kit/server.ts'

const shell = '<!doctype html><title>Shell</title>'
const script = 'export const words = "said"'

/** Pages as a build leaves them, served by nothing else. */
function somePages(): () => FastifyInstance {
  const held: { app?: FastifyInstance; folder?: string } = {}
  beforeAll(async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'tulipwood-pages-'))
    await mkdir(path.join(folder, 'assets'))
    for (const [name, text] of [
      ['index.html', shell],
      ['assets/main-abc.js', script],
    ] as const) {
      await writeFile(path.join(folder, name), text)
      await writeFile(path.join(folder, `${name}.br`), brotliCompressSync(text))
      await writeFile(path.join(folder, `${name}.gz`), gzipSync(text))
    }
    const pages = [
      { pattern: '^/?$', reads: ['/api/session'] },
      { pattern: '^/projects/(?<shortname>\\d+)/?$', reads: ['/api/projects/{shortname}'] },
      {
        pattern: '^/projects/(?<shortname>[^/]+)/?$',
        reads: ['/api/session', '/api/projects?query=%22{shortname}%22&limit=1'],
      },
    ]
    await writeFile(path.join(folder, 'pages.json'), JSON.stringify(pages))
    await writeFile(path.join(folder, 'secret.js'), 'not to be served')
    const answer = servePagesFrom(pathToFileURL(`${folder}/`))
    const app = fastify()
    app.setNotFoundHandler(async (request, reply) =>
      (await answer(request, reply)) ? reply : reply.code(404).send('nothing of the pages'),
    )
    Object.assign(held, { app, folder })
  })
  afterAll(async () => {
    await held.app?.close()
    await rm(held.folder ?? '', { recursive: true, force: true })
  })
  return () => held.app as FastifyInstance
}

describe('an address of the pages', () => {
  const app = somePages()
  const get = (url: string, headers: Record<string, string> = {}) => app().inject({ method: 'GET', url, headers })

  it.each(['/', '/projects/gpig', '/projects/gpig/', '/Projects/gpig?x=1'])('%s answers the shell', async (url) => {
    const answer = await get(url)
    expect(answer).toMatchObject({ statusCode: 200, body: shell })
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy':
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types rich-text",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
    })
  })

  const linked = async (url: string) => String((await get(url)).headers['link']).match(/(?<=<)[^>]*(?=>)/g)

  it('tells what it reads first, before its code is there', async () => {
    expect((await get('/')).headers['link']).toBe('</api/session>; rel=preload; as=fetch; crossorigin=anonymous')
    expect(await linked('/projects/gpig')).toStrictEqual(['/api/session', '/api/projects?query=%22gpig%22&limit=1'])
    expect(await linked('/projects/101')).toStrictEqual(['/api/projects/101'])
    expect((await get('/nowhere', { accept: 'text/html' })).headers['link']).toBeUndefined()
  })

  it.each(['/projects/gpig?show=mine', '/projects/a%22b', '/projects/%3E;rel=x'])(
    'tells of %s no more than what every page reads',
    async (url) => expect(await linked(url)).toStrictEqual(['/api/session']),
  )

  it('is answered 304 to who has it already, and never when it is not there', async () => {
    const etag = String((await get('/')).headers['etag'])
    expect(await get('/', { 'if-none-match': etag })).toMatchObject({ statusCode: 304, body: '' })
    expect(await get('/nowhere', { 'if-none-match': etag, accept: 'text/html' })).toMatchObject({ statusCode: 404 })
  })

  it('comes in the smallest form that is taken', async () => {
    const brotli = await get('/', { 'accept-encoding': 'gzip, deflate, br, zstd' })
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(shell)
    const gzip = await get('/assets/main-abc.js', { 'accept-encoding': 'gzip, br;q=0' })
    expect(gzip.headers).toMatchObject({ 'content-encoding': 'gzip' })
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(script)
    expect((await get('/')).headers['content-encoding']).toBeUndefined()
  })

  it('that there is none of shows the shell to people and an error to programs', async () => {
    expect(await get('/projects/a/b', { accept: 'text/html,*/*' })).toMatchObject({ statusCode: 404, body: shell })
    expect(await get('/projects/a/b', { accept: '*/*' })).toMatchObject({
      statusCode: 404,
      body: 'nothing of the pages',
    })
    expect(await get('/api/nothing', { accept: 'text/html' })).toMatchObject({ body: 'nothing of the pages' })
    expect(await app().inject({ method: 'POST', url: '/' })).toMatchObject({ body: 'nothing of the pages' })
  })

  it('of a file tells its type and is kept for ever', async () => {
    const answer = await get('/assets/main-abc.js')
    expect(answer).toMatchObject({ statusCode: 200, body: script })
    expect(answer.headers).toMatchObject({
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
  ])('of no file, %s, gives none', async (url) =>
    expect(await get(url)).toMatchObject({ statusCode: 404, body: 'nothing of the pages' }),
  )

  it('of old leads to the new one', async () => {
    const answer = await get('/plugins/tracker/?aid=12')
    expect([answer.statusCode, answer.headers['location']]).toStrictEqual([302, '/artifacts/12'])
  })
})

describe('a server whose pages are not built', () => {
  it('says so at its root and is a server all the same', async () => {
    const answer = servePagesFrom(pathToFileURL(path.join(tmpdir(), 'no-such-folder/')))
    const app = fastify()
    app.setNotFoundHandler(async (request, reply) => ((await answer(request, reply)) ? reply : reply.code(404).send()))
    expect((await app.inject('/')).body).toMatch('npm run build')
    expect((await app.inject('/projects')).statusCode).toBe(404)
    await app.close()
  })
})

describe('the whole server', () => {
  const server = createServer('sqlite')
  it('leaves the API as it is', async () => {
    const answer = await server
      .as('visitor')
      .get('nothing', { skipsOpenApiCheck: true, headers: { accept: 'text/html,*/*' } })
    expect([answer.status, answer.body]).toStrictEqual([404, { error: { code: 404, message: 'Not Found' } }])
  })
  it('sends who follows a link of an answer to the page', async () => {
    const answer = await server.as('visitor').get('/plugins/tracker/?tracker=3', { skipsOpenApiCheck: true })
    expect([answer.status, answer.headers['location']]).toStrictEqual([302, '/trackers/3'])
  })
})
