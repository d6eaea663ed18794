import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { Refusal } from '../../src/kit/messages/refusal.ts'
import type { ArtifactId, FieldId, UserGroupId, UserId } from '../../src/kit/values/ids.ts'
import { changeProjectStatus } from '../../src/projects/commands/change-project-status.ts'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import { addUpload } from '../../src/uploads/store/uploads.ts'
import { grantPermit } from '../kit/grant-permit.ts'
import {
  baseTime,
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'
import { createStoredFile, downloadFile, type StoredFile } from '../kit/stored-files.ts'

const system = { kind: 'system', reason: 'test' } as const
const hours = 3600
const errorResponse = (code: number, message: string) => [code, JSON.stringify({ error: { code, message } })]
const callers = ['visitor', 'stranger', 'alice', 'bob', 'boss', 'admin'] as const

onEachDatabase((dialect) => {
  describe('GET /plugins/tracker/attachments/{id}-{name}', () => {
    const server = createServer(dialect)
    let open: ProjectFixture
    let bug: ArtifactId
    let filesField: FieldId
    const files = new Map<string, StoredFile>()

    const createArtifact = async (project: ProjectFixture, of: string, values = {}): Promise<ArtifactId> => {
      const [id] = await project.createArtifacts({ tracker: of, changes: [{ by: server.idOf('alice'), values }] })
      return id as ArtifactId
    }
    const addUploadRow = async (file: StoredFile, userId: UserId, expiresOn: number): Promise<StoredFile> => {
      const upload = {
        kind: 'tracker',
        id: file.id,
        userId: userId,
        size: 11,
        chunks: 0,
        expiresOn,
        completedOn: 1,
      } as const
      await server.world.db.write((tx) => addUpload(tx, grantPermit('have temporary files', userId), upload, null))
      return file
    }
    const createFile = (options: Parameters<typeof createStoredFile>[1] = {}) =>
      createStoredFile(server, { artifact: bug, field: filesField, ...options })
    const fileNamed = (fileKind: string): StoredFile => {
      const file = files.get(fileKind)
      if (file === undefined) throw new Error(`Unknown file ${fileKind}`)
      return file
    }

    beforeAll(async () => {
      const [alice, bob, boss] = [
        await server.createUser('alice'),
        await server.createUser('bob'),
        await server.createUser('boss'),
      ]
      await server.createUser('stranger')
      const trackers = () => [
        createTrackerDefinition('bug', [
          createFieldDefinition('file', 'files'),
          createFieldDefinition('file', 'inner', { rights: { read: [3] } }),
          createFieldDefinition('file', 'unused', { isUsed: false }),
        ]),
        createTrackerDefinition(
          'diary',
          [createFieldDefinition('file', 'diary:files')],
          {},
          { permissions: { submitter_only: [2] } },
        ),
        createTrackerDefinition('safe', [
          createFieldDefinition('file', 'safe:files'),
          createFieldDefinition('perm', 'access'),
        ]),
        createTrackerDefinition('lost', [createFieldDefinition('file', 'lost:files')]),
      ]
      const settings = { members: [alice, bob], administrators: [boss], trackers }
      const projects = new Map<string, ProjectFixture>()
      for (const name of ['open', 'closed', 'asleep', 'gone']) {
        projects.set(
          name,
          await createProjectFixture(server, name, { ...settings, access: name === 'closed' ? 'private' : 'public' }),
        )
      }
      const createFileIn = async (name: string, of: string, field: string, values = {}, more = {}) => {
        const project = projects.get(name) as ProjectFixture
        return createStoredFile(server, {
          artifact: await createArtifact(project, of, values),
          field: project.fields.get(field) as FieldId,
          ...more,
        })
      }
      open = projects.get('open') as ProjectFixture
      filesField = open.fields.get('files') as FieldId
      bug = await createArtifact(open, 'bug')
      const unattached = { status: 'complete', artifact: undefined, by: alice } as const
      const later = server.world.clock.now() + hours
      const created: Record<string, StoredFile> = {
        'attached to an artifact': await createFile(),
        'detached from an artifact': await createFile({ status: 'detached' }),
        'in a field for members': await createFileIn('open', 'bug', 'inner'),
        'in a field that is not used': await createFileIn('open', 'bug', 'unused'),
        'in a field of another tracker': await createFileIn('open', 'bug', 'diary:files'),
        'without a field': await createFile({ field: undefined }),
        'in a private project': await createFileIn('closed', 'bug', 'files'),
        'in an artifact that only its submitter sees': await createFileIn('open', 'diary', 'diary:files'),
        'in an artifact that only administrators see': await createFileIn('open', 'safe', 'safe:files', {
          access: [4 as UserGroupId],
        }),
        'detached from an artifact that only administrators see': await createFileIn(
          'open',
          'safe',
          'safe:files',
          { access: [4 as UserGroupId] },
          { status: 'detached' },
        ),
        'in a deleted tracker': await createFileIn('open', 'lost', 'lost:files'),
        'in a suspended project': await createFileIn('asleep', 'bug', 'files'),
        'in a deleted project': await createFileIn('gone', 'bug', 'files'),
        'of a missing artifact': await createFile({ artifact: 999_999 as ArtifactId }),
        'waiting to be attached': await addUploadRow(await createFile(unattached), alice, later),
        'waiting for a field of a suspended project': await addUploadRow(
          await createFile({ ...unattached, field: projects.get('asleep')?.fields.get('files') }),
          alice,
          later,
        ),
        'waiting for any field': await addUploadRow(
          await createFile({ ...unattached, field: undefined }),
          alice,
          later,
        ),
        'of an expired upload': await addUploadRow(await createFile(unattached), alice, later - 2 * hours),
        'complete but without an upload': await createFile(unattached),
        'with missing bytes': await addUploadRow(
          await createFile({ ...unattached, status: 'pending', bytes: null }),
          alice,
          later,
        ),
        'without content': await createFile({ bytes: null }),
        'with lost content': await createFile({ blob: '0123456789abcdef0123456789abcdef' }),
        'with lost content of 0 bytes': await createFile({ blob: 'f123456789abcdef0123456789abcdef', size: 0 }),
      }
      for (const [fileKind, stored] of Object.entries(created)) files.set(fileKind, stored)
      await server.as('admin').delete(`trackers/${open.trackers.get('lost')}`)
      await server.as('admin').patch(`projects/${projects.get('asleep')?.projectId}`, { status: 'suspended' })
      const { projectId } = projects.get('gone') as ProjectFixture
      await changeProjectStatus(server.world, system, projectId, 'deleted')
      await server.world.cache.refresh()
    })
    afterEach(() => {
      vi.restoreAllMocks()
    })

    const all = callers.join(' ')
    const noCaller = ''
    describe.each([
      ['attached to an artifact', all],
      ['detached from an artifact', all],
      ['in a field for members', 'alice bob boss admin'],
      ['in a field that is not used', noCaller],
      ['in a field of another tracker', noCaller],
      ['without a field', noCaller],
      ['in a private project', 'alice bob boss admin'],
      ['in an artifact that only its submitter sees', 'alice boss admin'],
      ['in an artifact that only administrators see', 'boss admin'],
      ['detached from an artifact that only administrators see', 'boss admin'],
      ['in a deleted tracker', noCaller],
      // Site administrators can see the artifacts of every project.
      ['in a suspended project', 'admin'],
      ['in a deleted project', 'admin'],
      ['of a missing artifact', noCaller],
      ['waiting to be attached', 'alice'],
      ['waiting for a field of a suspended project', noCaller],
      ['waiting for any field', 'alice'],
      ['of an expired upload', noCaller],
      ['complete but without an upload', noCaller],
      ['with missing bytes', noCaller],
      ['without content', noCaller],
      ['with lost content', noCaller],
      ['with lost content of 0 bytes', noCaller],
    ])('a file %s', (fileKind, readers) => {
      it(`${readers === '' ? 'is returned to no user' : `is returned to ${readers}`}; others get 404, anonymous callers 401`, async () => {
        const allowed: string[] = []
        for (const caller of callers) {
          const got = await downloadFile(server, caller, fileNamed(fileKind).url)
          const head = await downloadFile(server, caller, fileNamed(fileKind).url, { method: 'HEAD' })
          expect([head.status, head.bytes.length]).toEqual([got.status, 0])
          if (got.status === 200) allowed.push(caller)
          // Anonymous callers get 404 for lost content because signing in would not help.
          const isChallenged = caller === 'visitor' && !fileKind.startsWith('with lost content')
          const expectedError = isChallenged
            ? errorResponse(401, 'Unauthorized')
            : errorResponse(404, 'Not Found: The file cannot be found')
          expect([got.status, got.bytes.toString()]).toEqual(got.status === 200 ? [200, 'hello world'] : expectedError)
          if (got.status !== 200) expect(got.headers['cache-control']).toBe('no-store')
          expect('www-authenticate' in got.headers).toBe(got.status === 401)
        }
        expect(allowed.join(' ')).toBe(readers)
      })
    })

    it('returns the content with its headers', async () => {
      const { status, headers, bytes } = await downloadFile(server, 'visitor', fileNamed('attached to an artifact').url)
      expect([status, bytes.toString()]).toEqual([200, 'hello world'])
      const { date: _date, connection: _connection, etag, ...rest } = headers
      expect(etag).toMatch(/^"[\w-]{27}"$/)
      expect(rest).toEqual({
        'content-type': 'text/plain;charset=UTF-8',
        'content-length': '11',
        'content-disposition': 'attachment; filename="a.txt"',
        'cache-control': 'private',
        pragma: 'no-cache',
        'accept-ranges': 'bytes',
        'last-modified': new Date(baseTime * 1000).toUTCString(),
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-dns-prefetch-control': 'off',
        'access-control-allow-origin': '*',
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': 'GET, HEAD, OPTIONS',
        'access-control-allow-headers': expect.stringContaining('X-Auth-AccessKey'),
        'access-control-expose-headers': expect.stringContaining('Content-Range'),
      })
    })
    it('returns the same headers for HEAD', async () => {
      const { url } = fileNamed('attached to an artifact')
      const [got, head] = [
        await downloadFile(server, 'visitor', url),
        await downloadFile(server, 'visitor', url, { method: 'HEAD', headers: { range: 'bytes=0-1' } }),
      ]
      const { date: _one, connection: _gone, ...headers } = got.headers
      expect([head.status, head.bytes.length]).toEqual([200, 0])
      expect(head.headers).toMatchObject(headers)
    })
    it('answers OPTIONS for anonymous callers even if the site requires sign-in', async () => {
      await changeSettings(server.world, system, { access_mode: 'regular' })
      await server.world.cache.refresh()
      const { status, headers } = await downloadFile(server, 'visitor', fileNamed('attached to an artifact').url, {
        method: 'OPTIONS',
      })
      const closed = await downloadFile(server, 'visitor', fileNamed('attached to an artifact').url)
      await changeSettings(server.world, system, { access_mode: 'anonymous' })
      await server.world.cache.refresh()
      expect([status, headers.allow, headers['access-control-allow-origin']]).toEqual([204, 'GET, HEAD, OPTIONS', '*'])
      expect([closed.status, closed.bytes.toString()]).toEqual(errorResponse(401, 'Unauthorized'))
    })
    describe('when a browser follows a link', () => {
      const navigation = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
      const follow = (caller: string, url: string, more = {}) =>
        downloadFile(server, caller, url, { headers: { ...navigation, ...more } })

      it('redirects anonymous callers to the sign-in page and back', async () => {
        const hidden = fileNamed('in a private project')
        for (const url of [hidden.url, hidden.previewUrl, '/plugins/tracker/attachments/999999-a.txt']) {
          const { status, headers, bytes } = await follow('visitor', url)
          expect([status, headers['cache-control'], bytes.length]).toEqual([302, 'no-store', 0])
          expect(headers.location).toBe(`/login?return=${encodeURIComponent(url)}`)
        }
        expect((await follow('visitor', fileNamed('attached to an artifact').url)).status).toBe(200)
        expect((await follow('stranger', hidden.url)).status).toBe(404)
        const wrong = { authorization: `Basic ${btoa('admin:wrong')}` }
        expect((await follow('visitor', hidden.url, wrong)).status).toBe(401)
      })

      it('redirects back to the exact file name', async () => {
        const { url } = await createFile({ name: 'crème 100%?/#&.txt', status: 'complete', artifact: undefined })
        const { location = '' } = (await follow('visitor', url)).headers
        const returnUrl = new URL(location, 'http://x').searchParams.get('return') ?? ''
        expect(decodeURIComponent(returnUrl)).toBe(decodeURIComponent(url))
        expect(decodeURIComponent(returnUrl)).toContain('crème 100%?/#&.txt')
      })

      it('returns 404 for a path without a file name', async () => {
        expect((await follow('visitor', '/plugins/tracker/attachments/abc')).status).toBe(404)
      })
    })

    it('sends no Basic challenge for a subresource of a page', async () => {
      const headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }
      const got = await downloadFile(server, 'visitor', fileNamed('in a private project').previewUrl, { headers })
      expect([got.status, got.headers['www-authenticate']]).toEqual([401, expect.stringMatching(/^Token realm=/)])
    })
    it('rejects other methods with 404', async () => {
      const response = await server.app.inject({ method: 'DELETE', url: fileNamed('attached to an artifact').url })
      expect(response.statusCode).toBe(404)
      expect((await downloadFile(server, 'visitor', fileNamed('attached to an artifact').url)).status).toBe(200)
    })
    it('accepts each authentication method and rejects wrong credentials', async () => {
      const { url } = fileNamed('in a private project')
      await server.createUser('sign', { password: 'something long' })
      const basic = `Basic ${Buffer.from('admin:correct horse battery').toString('base64')}`
      expect((await downloadFile(server, 'visitor', url, { headers: { authorization: basic } })).status).toBe(200)
      const wrong = `Basic ${Buffer.from('admin:wrong').toString('base64')}`
      expect((await downloadFile(server, 'visitor', url, { headers: { authorization: wrong } })).status).toBe(401)
      const key = { 'x-auth-accesskey': 'tlp.k1.1.0000' }
      expect((await downloadFile(server, 'visitor', url, { headers: key })).status).not.toBe(200)
    })

    it.each([
      ['some bytes', 'bytes=0-4', 206, 'hello', 'bytes 0-4/11'],
      ['the rest', 'bytes=6-', 206, 'world', 'bytes 6-10/11'],
      ['more bytes than exist', 'bytes=6-99', 206, 'world', 'bytes 6-10/11'],
      ['the end', 'bytes=-3', 206, 'rld', 'bytes 8-10/11'],
      ['all bytes', 'bytes=0-', 206, 'hello world', 'bytes 0-10/11'],
      ['bytes after the end', 'bytes=11-', 416, '', 'bytes */11'],
      ['several ranges', 'bytes=0-1,4-5', 200, 'hello world', undefined],
      ['an invalid range', 'bytes=x', 200, 'hello world', undefined],
    ])('returns the range: %s', async (_case, range, status, text, contentRange) => {
      const got = await downloadFile(server, 'visitor', fileNamed('attached to an artifact').url, {
        headers: { range },
      })
      expect([got.status, got.bytes.toString(), got.headers['content-range']]).toEqual([status, text, contentRange])
      expect(got.headers['content-length']).toBe(String(text.length))
    })
    it('returns a range only if If-Range matches', async () => {
      const { url } = fileNamed('attached to an artifact')
      const { etag = '' } = (await downloadFile(server, 'visitor', url)).headers
      const statusWith = async (condition: string) =>
        (await downloadFile(server, 'visitor', url, { headers: { range: 'bytes=6-', 'if-range': condition } })).status
      expect([
        await statusWith(etag),
        await statusWith('"old"'),
        await statusWith(new Date(baseTime * 1000).toUTCString()),
      ]).toEqual([206, 200, 206])
    })
    it('returns 304 or 412 for conditional requests', async () => {
      const { url } = fileNamed('attached to an artifact')
      const { etag = '' } = (await downloadFile(server, 'visitor', url)).headers
      for (const method of ['GET', 'HEAD'] as const) {
        const notModified = await downloadFile(server, 'visitor', url, { method, headers: { 'if-none-match': etag } })
        expect([notModified.status, notModified.bytes.length, notModified.headers.etag]).toEqual([304, 0, etag])
        expect([notModified.headers['content-type'], notModified.headers['cache-control']]).toEqual([
          undefined,
          'private',
        ])
        const other = await downloadFile(server, 'visitor', url, { method, headers: { 'if-match': '"old"' } })
        expect([other.status, other.bytes.length]).toEqual([412, 0])
      }
      const since = { 'if-modified-since': new Date(baseTime * 1000).toUTCString() }
      expect((await downloadFile(server, 'visitor', url, { headers: since })).status).toBe(304)
      // A caller without access learns nothing from a tag.
      const hidden = await downloadFile(server, 'visitor', fileNamed('in a private project').url, {
        headers: { 'if-none-match': '*' },
      })
      expect(hidden.status).toBe(401)
    })
    it('returns empty content', async () => {
      const { url } = await createFile({ bytes: '' })
      const [whole, part, end] = [
        await downloadFile(server, 'visitor', url),
        await downloadFile(server, 'visitor', url, { headers: { range: 'bytes=0-' } }),
        await downloadFile(server, 'visitor', url, { headers: { range: 'bytes=-1' } }),
      ]
      expect([whole.status, whole.headers['content-length'], part.status, end.status]).toEqual([200, '0', 416, 200])
    })
    it('does not compress content', async () => {
      const { url } = await createFile({ bytes: 'a'.repeat(5000) })
      const headers = { 'accept-encoding': 'gzip, br, zstd' }
      const got = await downloadFile(server, 'visitor', url, { headers })
      expect([got.headers['content-encoding'], got.headers['content-length'], got.bytes.length]).toEqual([
        undefined,
        '5000',
        5000,
      ])
    })

    const hostileNames = [
      'a b+c.txt',
      'a/b/../c.txt',
      '../../etc/passwd',
      '..\\..\\boot.ini',
      '50%.txt',
      '%41%2F%252e.txt',
      'what?.txt',
      'a#b.txt',
      'a;b=c&d.txt',
      'quote".txt',
      "it's (1)!*.txt",
      'a\r\nSet-Cookie: evil=1',
      '\u202egpj.exe\u202c',
      '\u200fשלום.txt',
      'e\u0301té.txt',
      '日本語 😀.txt',
      '\ud800.txt',
      `${'é'.repeat(127)}a`,
      'x'.repeat(255),
      '.',
      '-',
      ' ',
      'preview/1-a.txt',
      'constructor',
    ]
    it.each(hostileNames)('returns the file only for its exact name: %j', async (name) => {
      const { id, url } = await createFile({ name })
      const { status, headers, bytes } = await downloadFile(server, 'visitor', url)
      expect([status, bytes.toString()]).toEqual([200, 'hello world'])
      const { 'content-disposition': disposition = '' } = headers
      expect(disposition).toMatch(/^attachment; filename="[ -~]+"(; filename\*=UTF-8''[!-~]+)?$/)
      expect(headers['set-cookie']).toBeUndefined()
      for (const other of [
        `${url}x`,
        `${url}%20`,
        url.slice(0, url.indexOf('-') + 1),
        `/plugins/tracker/attachments/${id}`,
      ]) {
        expect((await downloadFile(server, 'visitor', other)).status).toBe(404)
      }
    })
    it('distinguishes similar names', async () => {
      const { id } = await createFile({ name: 'A \u00e9.txt' })
      const statusOf = async (name: string) =>
        (await downloadFile(server, 'visitor', `/plugins/tracker/attachments/${id}-${name}`)).status
      const names = ['A%20%C3%A9.txt', 'A%20%c3%a9.txt', 'a%20%C3%A9.txt', 'A+%C3%A9.txt', 'A%20e%CC%81.txt']
      const statuses: number[] = []
      for (const name of names) statuses.push(await statusOf(name))
      expect(statuses).toEqual([200, 200, 404, 404, 404])
    })
    it.each(['%', '%zz', 'a%2', '%FF.txt', '%C3', '%00', 'a%00.txt', ''])(
      'returns 404 for the invalid name %j',
      async (name) => {
        for (const path of [
          `${fileNamed('attached to an artifact').id}-${name}`,
          `preview/${fileNamed('attached to an artifact').id}-${name}`,
        ]) {
          const got = await downloadFile(server, 'visitor', `/plugins/tracker/attachments/${path}`)
          expect([got.status, got.bytes.toString()]).toEqual(errorResponse(404, 'Not Found: The file cannot be found'))
          expect(got.headers['x-content-type-options']).toBe('nosniff')
        }
      },
    )
    it.each([
      'a.txt',
      '-a.txt',
      '0-a.txt',
      '-1-a.txt',
      '999999-a.txt',
      '9007199254740993-a.txt',
      '99999999999999999999999-a.txt',
      '1e3-a.txt',
      '٧-a.txt',
    ])('returns 404 for the invalid id %j', async (path) => {
      const got = await downloadFile(server, 'admin', `/plugins/tracker/attachments/${encodeURI(path)}`)
      expect(got.status).toBe(404)
    })

    it.each([
      ['text/html', 'application/octet-stream'],
      ['image/svg+xml', 'application/octet-stream'],
      ['application/javascript', 'application/octet-stream'],
      ['text/html\r\nSet-Cookie: a=b', 'application/octet-stream'],
      ['image/png\r\nX-Evil: 1', 'application/octet-stream'],
      ['nonsense', 'application/octet-stream'],
      ['', 'application/octet-stream'],
      ['application/pdf', 'application/pdf'],
      ['image/png', 'image/png'],
    ])('returns %j as %s', async (mediaType, type) => {
      const { headers } = await downloadFile(server, 'visitor', (await createFile({ mediaType })).url)
      expect([headers['content-type'], headers['x-evil'], headers['set-cookie']]).toEqual([type, undefined, undefined])
    })

    it('returns 404 for a file of a deleted artifact', async () => {
      const deleted = await createArtifact(open, 'bug')
      const { url } = await createFile({ artifact: deleted })
      expect((await downloadFile(server, 'alice', url)).status).toBe(200)
      await server.as('boss').delete(`artifacts/${deleted}`)
      expect((await downloadFile(server, 'admin', url)).status).toBe(404)
    })
    it('returns 503 when the file store is unavailable, and 500 for an internal error', async () => {
      const { url } = fileNamed('attached to an artifact')
      vi.spyOn(server.world.files, 'read').mockImplementation(() => {
        throw new Refusal('unavailable', 'The store is out of reach')
      })
      const unavailable = await downloadFile(server, 'visitor', url)
      expect([unavailable.status, unavailable.bytes.toString()]).toEqual(errorResponse(503, 'Service Unavailable'))
      vi.spyOn(server.world.files, 'read').mockImplementation(() => {
        throw new Error('disk on fire')
      })
      const broken = await downloadFile(server, 'visitor', url)
      expect([broken.status, broken.bytes.toString()]).toEqual(errorResponse(500, 'Internal Server Error'))
    })

    describe('while the content is transferred', () => {
      const mebibyte = 1_048_576
      const length = 64
      let address: AddressInfo

      beforeAll(async () => {
        await server.app.listen({ host: '127.0.0.1', port: 0 })
        address = server.app.server.address() as AddressInfo
      })
      /** Mocks the file store with large content, and counts the chunks read and whether the reader was closed. */
      const mockContent = () => {
        const readState = { pieces: 0, isFreed: false }
        vi.spyOn(server.world.files, 'read').mockImplementation(async function* () {
          try {
            for (; readState.pieces < length; readState.pieces++) yield Buffer.alloc(mebibyte, readState.pieces)
          } finally {
            readState.isFreed = true
          }
        })
        return readState
      }
      const download = async (path: string): Promise<http.IncomingMessage> => {
        const [response] = await once(http.get({ host: '127.0.0.1', port: address.port, path }), 'response')
        return response
      }

      it('reads no faster than the client, and stops when the client disconnects', async () => {
        const { url } = await createFile({ blob: '0123456789abcdef0123456789abcdef', size: length * mebibyte })
        const readState = mockContent()
        const response = await download(url)
        // The buffers between server and client fill up, and then reading pauses.
        for (let before = -1; before !== readState.pieces; await sleep(500)) before = readState.pieces
        expect(readState.pieces).toBeLessThan(length / 2)
        response.destroy()
        await expect.poll(() => readState.isFreed).toBe(true)
        expect(readState.pieces).toBeLessThan(length)
      })
      it('returns the complete content although the file is detached meanwhile', async () => {
        const { id, url } = await createFile({ blob: '0123456789abcdef0123456789abcdef', size: length * mebibyte })
        mockContent()
        const response = await download(url)
        await server.world.db.write((tx) =>
          tx.updateTable('file').set({ status: 'detached' }).where('id', '=', id).execute(),
        )
        let size = 0
        for await (const piece of response) size += piece.length
        expect(size).toBe(length * mebibyte)
        expect((await downloadFile(server, 'alice', url, { method: 'OPTIONS' })).status).toBe(204)
      })
      it('aborts the connection when bytes are missing, so that the file is visibly incomplete', async () => {
        const { url } = await createFile({ size: 4 * mebibyte, bytes: Buffer.alloc(mebibyte) })
        const response = await download(url)
        const readAll = async () => {
          for await (const _piece of response);
        }
        await expect(readAll()).rejects.toThrow('aborted')
      })
    })
  })
})
