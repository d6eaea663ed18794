import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ArtifactId, FieldId, UserGroupId, UserId } from '../../src/kit/ids.ts'
import { Refusal } from '../../src/kit/refusal.ts'
import { changeProjectStatus } from '../../src/projects/commands/change-project-status.ts'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import { addUpload } from '../../src/uploads/store/uploads.ts'
import {
  baseTime,
  createProjectFixture,
  fieldDefinition,
  type ProjectFixture,
  trackerDefinition,
} from '../kit/project-fixture.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'
import { createStoredFile, downloadFile, type StoredFile } from '../kit/stored-files.ts'

const system = { kind: 'system', reason: 'test' } as const
const hours = 3600
const refused = (code: number, message: string) => [code, JSON.stringify({ error: { code, message } })]
const everyone = ['visitor', 'stranger', 'alice', 'bob', 'boss', 'admin'] as const

alwaysOnEachDatabase((dialect) => {
  describe('/plugins/tracker/attachments/{id}-{name}', () => {
    const server = createServer(dialect)
    let open: ProjectFixture
    let bug: ArtifactId
    let files: FieldId
    const places = new Map<string, StoredFile>()

    const planted = async (project: ProjectFixture, of: string, values = {}): Promise<ArtifactId> => {
      const [id] = await project.createArtifacts({ tracker: of, changes: [{ by: server.idOf('alice'), values }] })
      return id as ArtifactId
    }
    const waiting = async (at: StoredFile, by: UserId, expiresOn: number): Promise<StoredFile> => {
      const upload = { kind: 'tracker', id: at.id, userId: by, size: 11, chunks: 0, expiresOn, completedOn: 1 } as const
      await server.world.db.write((tx) => addUpload(tx, upload, null))
      return at
    }
    const a = (wanted: Parameters<typeof createStoredFile>[1] = {}) =>
      createStoredFile(server, { artifact: bug, field: files, ...wanted })
    const at = (place: string): StoredFile => {
      const found = places.get(place)
      if (found === undefined) throw new Error(`There is no file ${place}`)
      return found
    }

    beforeAll(async () => {
      const [alice, bob, boss] = [
        await server.createUser('alice'),
        await server.createUser('bob'),
        await server.createUser('boss'),
      ]
      await server.createUser('stranger')
      const trackers = () => [
        trackerDefinition('bug', [
          fieldDefinition('file', 'files'),
          fieldDefinition('file', 'inner', { rights: { read: [3] } }),
          fieldDefinition('file', 'unused', { isUsed: false }),
        ]),
        trackerDefinition(
          'diary',
          [fieldDefinition('file', 'diary:files')],
          {},
          { permissions: { submitter_only: [2] } },
        ),
        trackerDefinition('safe', [fieldDefinition('file', 'safe:files'), fieldDefinition('perm', 'access')]),
        trackerDefinition('lost', [fieldDefinition('file', 'lost:files')]),
      ]
      const people = { members: [alice, bob], administrators: [boss], trackers }
      const orchards = new Map<string, ProjectFixture>()
      for (const name of ['open', 'closed', 'asleep', 'gone']) {
        orchards.set(
          name,
          await createProjectFixture(server, name, { ...people, access: name === 'closed' ? 'private' : 'public' }),
        )
      }
      const inside = async (name: string, of: string, field: string, values = {}, more = {}) => {
        const project = orchards.get(name) as ProjectFixture
        return createStoredFile(server, {
          artifact: await planted(project, of, values),
          field: project.fields.get(field) as FieldId,
          ...more,
        })
      }
      open = orchards.get('open') as ProjectFixture
      files = open.fields.get('files') as FieldId
      bug = await planted(open, 'bug')
      const free = { state: 'complete', artifact: undefined, by: alice } as const
      const later = server.world.clock.now() + hours
      const made: Record<string, StoredFile> = {
        attached: await a(),
        detached: await a({ state: 'detached' }),
        'in a field for members': await inside('open', 'bug', 'inner'),
        'in a field that is not used': await inside('open', 'bug', 'unused'),
        'in a field of another tracker': await inside('open', 'bug', 'diary:files'),
        'in no field any more': await a({ field: undefined }),
        'in a private project': await inside('closed', 'bug', 'files'),
        'of what only its submitter sees': await inside('open', 'diary', 'diary:files'),
        'of what only administrators see': await inside('open', 'safe', 'safe:files', { access: [4 as UserGroupId] }),
        'detached from what only administrators see': await inside(
          'open',
          'safe',
          'safe:files',
          { access: [4 as UserGroupId] },
          { state: 'detached' },
        ),
        'in a tracker that was deleted': await inside('open', 'lost', 'lost:files'),
        'in a suspended project': await inside('asleep', 'bug', 'files'),
        'in a deleted project': await inside('gone', 'bug', 'files'),
        'of an artifact that is gone': await a({ artifact: 999_999 as ArtifactId }),
        'waiting to be attached': await waiting(await a(free), alice, later),
        'waiting for a field that a project hides': await waiting(
          await a({ ...free, field: orchards.get('asleep')?.fields.get('files') }),
          alice,
          later,
        ),
        'waiting for any field': await waiting(await a({ ...free, field: undefined }), alice, later),
        'waiting for too long': await waiting(await a(free), alice, later - 2 * hours),
        'waiting without an upload': await a(free),
        'still arriving': await waiting(await a({ ...free, state: 'pending', bytes: null }), alice, later),
        'without bytes': await a({ bytes: null }),
        'whose bytes are missing': await a({ blob: '0123456789abcdef0123456789abcdef' }),
        'whose bytes are missing, and are none': await a({ blob: 'f123456789abcdef0123456789abcdef', size: 0 }),
      }
      for (const [place, stored] of Object.entries(made)) places.set(place, stored)
      await server.as('admin').delete(`trackers/${open.trackers.get('lost')}`)
      await server.as('admin').patch(`projects/${orchards.get('asleep')?.projectId}`, { status: 'suspended' })
      const { projectId } = orchards.get('gone') as ProjectFixture
      await changeProjectStatus(server.world, system, projectId, 'deleted')
      await server.world.cache.refresh()
    })
    afterEach(() => {
      vi.restoreAllMocks()
    })

    const all = everyone.join(' ')
    const nobody = ''
    describe.each([
      ['attached', all],
      ['detached', all],
      ['in a field for members', 'alice bob boss admin'],
      ['in a field that is not used', nobody],
      ['in a field of another tracker', nobody],
      ['in no field any more', nobody],
      ['in a private project', 'alice bob boss admin'],
      ['of what only its submitter sees', 'alice boss admin'],
      ['of what only administrators see', 'boss admin'],
      ['detached from what only administrators see', 'boss admin'],
      ['in a tracker that was deleted', nobody],
      // Whoever rules the site sees artifacts of every project.
      ['in a suspended project', 'admin'],
      ['in a deleted project', 'admin'],
      ['of an artifact that is gone', nobody],
      ['waiting to be attached', 'alice'],
      ['waiting for a field that a project hides', nobody],
      ['waiting for any field', 'alice'],
      ['waiting for too long', nobody],
      ['waiting without an upload', nobody],
      ['still arriving', nobody],
      ['without bytes', nobody],
      ['whose bytes are missing', nobody],
      ['whose bytes are missing, and are none', nobody],
    ])('a file %s', (place, readers) => {
      it(`is given to ${readers || 'nobody'}, to others absent, and visitors are asked to sign in`, async () => {
        const reached: string[] = []
        for (const who of everyone) {
          const got = await downloadFile(server, who, at(place).url)
          const head = await downloadFile(server, who, at(place).url, { method: 'HEAD' })
          expect([head.status, head.bytes.length]).toEqual([got.status, 0])
          if (got.status === 200) reached.push(who)
          // Visitors see that these are there: no password would help.
          const isAsked = who === 'visitor' && !place.startsWith('whose bytes')
          const no = isAsked ? refused(401, 'Unauthorized') : refused(404, 'Not Found: The file cannot be found')
          expect([got.status, got.bytes.toString()]).toEqual(got.status === 200 ? [200, 'hello world'] : no)
          if (got.status !== 200) expect(got.headers['cache-control']).toBe('no-store')
          expect('www-authenticate' in got.headers).toBe(got.status === 401)
        }
        expect(reached.join(' ')).toBe(readers)
      })
    })

    it('is the content with what a browser needs to know of it', async () => {
      const { status, headers, bytes } = await downloadFile(server, 'visitor', at('attached').url)
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
    it('says the same to HEAD', async () => {
      const { url } = at('attached')
      const [got, head] = [
        await downloadFile(server, 'visitor', url),
        await downloadFile(server, 'visitor', url, { method: 'HEAD', headers: { range: 'bytes=0-1' } }),
      ]
      const { date: _one, connection: _gone, ...said } = got.headers
      expect([head.status, head.bytes.length]).toEqual([200, 0])
      expect(head.headers).toMatchObject(said)
    })
    it('tells a browser that asks whether it may what it can do, whoever asks', async () => {
      await changeSettings(server.world, system, { access_mode: 'regular' })
      await server.world.cache.refresh()
      const { status, headers } = await downloadFile(server, 'visitor', at('attached').url, { method: 'OPTIONS' })
      const closed = await downloadFile(server, 'visitor', at('attached').url)
      await changeSettings(server.world, system, { access_mode: 'anonymous' })
      await server.world.cache.refresh()
      expect([status, headers.allow, headers['access-control-allow-origin']]).toEqual([204, 'GET, HEAD, OPTIONS', '*'])
      expect([closed.status, closed.bytes.toString()]).toEqual(refused(401, 'Unauthorized'))
    })
    describe('where somebody follows a link to it', () => {
      const followed = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
      const follow = (who: string, url: string, more = {}) =>
        downloadFile(server, who, url, { headers: { ...followed, ...more } })

      it('leads a visitor to the sign-in page and back', async () => {
        const hidden = at('in a private project')
        for (const url of [hidden.url, hidden.previewUrl, '/plugins/tracker/attachments/999999-a.txt']) {
          const { status, headers, bytes } = await follow('visitor', url)
          expect([status, headers['cache-control'], bytes.length]).toEqual([302, 'no-store', 0])
          expect(headers.location).toBe(`/login?return=${encodeURIComponent(url)}`)
        }
        expect((await follow('visitor', at('attached').url)).status).toBe(200)
        expect((await follow('stranger', hidden.url)).status).toBe(404)
        const wrong = { authorization: `Basic ${btoa('admin:wrong')}` }
        expect((await follow('visitor', hidden.url, wrong)).status).toBe(401)
      })

      it('leads back to the very name', async () => {
        const { url } = await a({ name: 'crème 100%?/#&.txt', state: 'complete', artifact: undefined })
        const { location = '' } = (await follow('visitor', url)).headers
        const back = new URL(location, 'http://x').searchParams.get('return') ?? ''
        expect(decodeURIComponent(back)).toBe(decodeURIComponent(url))
        expect(decodeURIComponent(back)).toContain('crème 100%?/#&.txt')
      })

      it('does not lead anybody anywhere from an address that no file has', async () => {
        expect((await follow('visitor', '/plugins/tracker/attachments/abc')).status).toBe(404)
      })
    })

    it('asks a part of a page for no password', async () => {
      const headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }
      const got = await downloadFile(server, 'visitor', at('in a private project').previewUrl, { headers })
      expect([got.status, got.headers['www-authenticate']]).toEqual([401, expect.stringMatching(/^Token realm=/)])
    })
    it('knows no other methods', async () => {
      const answer = await server.app.inject({ method: 'DELETE', url: at('attached').url })
      expect(answer.statusCode).toBe(404)
      expect((await downloadFile(server, 'visitor', at('attached').url)).status).toBe(200)
    })
    it('takes every way to sign in, and tells wrong credentials', async () => {
      const { url } = at('in a private project')
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
      ['more than there is', 'bytes=6-99', 206, 'world', 'bytes 6-10/11'],
      ['the end', 'bytes=-3', 206, 'rld', 'bytes 8-10/11'],
      ['all of it', 'bytes=0-', 206, 'hello world', 'bytes 0-10/11'],
      ['what is beyond', 'bytes=11-', 416, '', 'bytes */11'],
      ['several parts', 'bytes=0-1,4-5', 200, 'hello world', undefined],
      ['what nobody understands', 'bytes=x', 200, 'hello world', undefined],
    ])('gives %s', async (_what, range, status, text, contentRange) => {
      const got = await downloadFile(server, 'visitor', at('attached').url, { headers: { range } })
      expect([got.status, got.bytes.toString(), got.headers['content-range']]).toEqual([status, text, contentRange])
      expect(got.headers['content-length']).toBe(String(text.length))
    })
    it('gives the rest of the version that a client has, and the whole of another', async () => {
      const { url } = at('attached')
      const { etag = '' } = (await downloadFile(server, 'visitor', url)).headers
      const asked = async (condition: string) =>
        (await downloadFile(server, 'visitor', url, { headers: { range: 'bytes=6-', 'if-range': condition } })).status
      expect([await asked(etag), await asked('"old"'), await asked(new Date(baseTime * 1000).toUTCString())]).toEqual([
        206, 200, 206,
      ])
    })
    it('does not repeat what a client has, and says when it is not what is meant', async () => {
      const { url } = at('attached')
      const { etag = '' } = (await downloadFile(server, 'visitor', url)).headers
      for (const method of ['GET', 'HEAD'] as const) {
        const known = await downloadFile(server, 'visitor', url, { method, headers: { 'if-none-match': etag } })
        expect([known.status, known.bytes.length, known.headers.etag]).toEqual([304, 0, etag])
        expect([known.headers['content-type'], known.headers['cache-control']]).toEqual([undefined, 'private'])
        const other = await downloadFile(server, 'visitor', url, { method, headers: { 'if-match': '"old"' } })
        expect([other.status, other.bytes.length]).toEqual([412, 0])
      }
      const since = { 'if-modified-since': new Date(baseTime * 1000).toUTCString() }
      expect((await downloadFile(server, 'visitor', url, { headers: since })).status).toBe(304)
      // Whoever may not see it learns nothing from a tag.
      const hidden = await downloadFile(server, 'visitor', at('in a private project').url, {
        headers: { 'if-none-match': '*' },
      })
      expect(hidden.status).toBe(401)
    })
    it('gives content that is empty', async () => {
      const { url } = await a({ bytes: '' })
      const [whole, part, end] = [
        await downloadFile(server, 'visitor', url),
        await downloadFile(server, 'visitor', url, { headers: { range: 'bytes=0-' } }),
        await downloadFile(server, 'visitor', url, { headers: { range: 'bytes=-1' } }),
      ]
      expect([whole.status, whole.headers['content-length'], part.status, end.status]).toEqual([200, '0', 416, 200])
    })
    it('is never compressed', async () => {
      const { url } = await a({ bytes: 'a'.repeat(5000) })
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
    it.each(hostileNames)('is given under the name %j, and under no other', async (name) => {
      const { id, url } = await a({ name })
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
    it('tells names apart that only look the same', async () => {
      const { id } = await a({ name: 'A \u00e9.txt' })
      const asked = async (name: string) =>
        (await downloadFile(server, 'visitor', `/plugins/tracker/attachments/${id}-${name}`)).status
      const names = ['A%20%C3%A9.txt', 'A%20%c3%a9.txt', 'a%20%C3%A9.txt', 'A+%C3%A9.txt', 'A%20e%CC%81.txt']
      const answers: number[] = []
      for (const name of names) answers.push(await asked(name))
      expect(answers).toEqual([200, 200, 404, 404, 404])
    })
    it.each(['%', '%zz', 'a%2', '%FF.txt', '%C3', '%00', 'a%00.txt', ''])(
      'is not found under a name that cannot be: %j',
      async (name) => {
        for (const address of [`${at('attached').id}-${name}`, `preview/${at('attached').id}-${name}`]) {
          const got = await downloadFile(server, 'visitor', `/plugins/tracker/attachments/${address}`)
          expect([got.status, got.bytes.toString()]).toEqual(refused(404, 'Not Found: The file cannot be found'))
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
    ])('is not found under an id that cannot be: %j', async (address) => {
      const got = await downloadFile(server, 'admin', `/plugins/tracker/attachments/${encodeURI(address)}`)
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
    ])('declared as %j is given as %s', async (mediaType, type) => {
      const { headers } = await downloadFile(server, 'visitor', (await a({ mediaType })).url)
      expect([headers['content-type'], headers['x-evil'], headers['set-cookie']]).toEqual([type, undefined, undefined])
    })

    it('of a deleted artifact is gone', async () => {
      const doomed = await planted(open, 'bug')
      const { url } = await a({ artifact: doomed })
      expect((await downloadFile(server, 'alice', url)).status).toBe(200)
      await server.as('boss').delete(`artifacts/${doomed}`)
      expect((await downloadFile(server, 'admin', url)).status).toBe(404)
    })
    it('says that the store of bytes is out of reach, and what is wrong with us', async () => {
      const { url } = at('attached')
      vi.spyOn(server.world.files, 'read').mockImplementation(() => {
        throw new Refusal('unavailable', 'The store is out of reach')
      })
      const away = await downloadFile(server, 'visitor', url)
      expect([away.status, away.bytes.toString()]).toEqual(refused(503, 'Service Unavailable'))
      vi.spyOn(server.world.files, 'read').mockImplementation(() => {
        throw new Error('disk on fire')
      })
      const broken = await downloadFile(server, 'visitor', url)
      expect([broken.status, broken.bytes.toString()]).toEqual(refused(500, 'Internal Server Error'))
    })

    describe('on its way', () => {
      const mebibyte = 1_048_576
      const length = 64
      let address: AddressInfo

      beforeAll(async () => {
        await server.app.listen({ host: '127.0.0.1', port: 0 })
        address = server.app.server.address() as AddressInfo
      })
      /** Content that tells how much of it was read, and whether whoever read it let it go. */
      const watched = () => {
        const seen = { pieces: 0, isFreed: false }
        vi.spyOn(server.world.files, 'read').mockImplementation(async function* () {
          try {
            for (; seen.pieces < length; seen.pieces++) yield Buffer.alloc(mebibyte, seen.pieces)
          } finally {
            seen.isFreed = true
          }
        })
        return seen
      }
      const download = async (path: string): Promise<http.IncomingMessage> => {
        const [answer] = await once(http.get({ host: '127.0.0.1', port: address.port, path }), 'response')
        return answer
      }

      it('is read no quicker than the client takes it, and let go of when the client goes away', async () => {
        const { url } = await a({ blob: '0123456789abcdef0123456789abcdef', size: length * mebibyte })
        const seen = watched()
        const answer = await download(url)
        // What fits between us and the client is read, and then no more.
        for (let before = -1; before !== seen.pieces; await sleep(500)) before = seen.pieces
        expect(seen.pieces).toBeLessThan(length / 2)
        answer.destroy()
        await expect.poll(() => seen.isFreed).toBe(true)
        expect(seen.pieces).toBeLessThan(length)
      })
      it('arrives whole though it is detached meanwhile', async () => {
        const { id, url } = await a({ blob: '0123456789abcdef0123456789abcdef', size: length * mebibyte })
        watched()
        const answer = await download(url)
        await server.world.db.write((tx) =>
          tx.updateTable('file').set({ state: 'detached' }).where('id', '=', id).execute(),
        )
        let size = 0
        for await (const piece of answer) size += piece.length
        expect(size).toBe(length * mebibyte)
        expect((await downloadFile(server, 'alice', url, { method: 'OPTIONS' })).status).toBe(204)
      })
      it('breaks off where bytes are missing: a part is not taken for the whole', async () => {
        const { url } = await a({ size: 4 * mebibyte, bytes: Buffer.alloc(mebibyte) })
        const answer = await download(url)
        const reading = async () => {
          for await (const _piece of answer);
        }
        await expect(reading()).rejects.toThrow('aborted')
      })
    })
  })
})
