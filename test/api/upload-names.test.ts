import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportArchive } from '../../src/archives/commands/export-archive.ts'
import { importArchive } from '../../src/archives/commands/import-archive.ts'
import { openArchive } from '../../src/archives/container/open-archive.ts'
import { openArchiveSink } from '../../src/archives/container/open-sink.ts'
import type { ProjectId } from '../../src/kit/values/ids.ts'
import { parseXml } from '../../src/kit/xml/read.ts'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import { expectImported } from '../kit/archive.ts'
import type { ProjectFixture } from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'
import { downloadFile } from '../kit/stored-files.ts'
import { createFileTracker, sendChunk } from '../kit/tus-requests.ts'

const caller = { kind: 'system', reason: 'test' } as const

/** Hostile names and types. */
const hostile: readonly {
  readonly name: string
  readonly type: string
  /** The stored name if it differs from the submitted one. */
  readonly stored?: string
  /** The name after an export and import: XML cannot contain some characters. */
  readonly imported?: string
}[] = [
  { name: '../../../etc/passwd', type: 'text/html' },
  { name: '..\\..\\boot.ini', type: 'image/svg+xml' },
  { name: '/etc/shadow', type: 'application/xhtml+xml; charset=utf-8' },
  { name: '..', type: 'text/xml' },
  { name: '.', type: 'application/javascript' },
  { name: 'a\r\nSet-Cookie: b=c\r\n\r\n<html>', type: 'text/plain\r\nSet-Cookie: d=e' },
  { name: '\r\n a b \t', stored: 'a b', type: 'no type' },
  { name: '"; filename="x.exe', type: '"><script>' },
  { name: "it's (1)!*;%41%2f%00", type: 'text/html;charset=utf-7' },
  { name: '<img src=x onerror=alert(1)>.png', type: 'image/png' },
  { name: ']]><!ENTITY x SYSTEM "file:///etc/passwd">&x;', type: ']]><x/>' },
  { name: 'gpj.\u202eexe\u202c', type: 'multipart/form-data; boundary=x' },
  { name: '\u200f\u200eשלום\u2066.txt', type: 'text/plain;charset=utf-16' },
  { name: 'bell \u0007, escape \u001b[31m', imported: 'bell , escape [31m', type: 'text/plain\u0007' },
  { name: 'report.json', type: 'application/json' },
  { name: 'report.xml', type: 'application/xml' },
  { name: 'x?limit=1#y', type: 'text/csv' },
  { name: '-1', type: '*/*' },
  { name: '__proto__', type: 'constructor' },
  { name: 'x'.repeat(255), type: 'y'.repeat(255) },
  { name: 'é'.repeat(255), type: 'image/jpeg' },
  { name: '👩‍🔧'.repeat(50), type: 'text/plain' },
  { name: '\u2028\u2029\ufeff\u00ad\u0301', stored: '\u00ad\u0301', type: 'text/plain' },
] as const

onEachDatabase((dialect) => {
  describe('hostile names and types of files', () => {
    const server = createServer(dialect)
    let project: ProjectFixture
    let scratch = ''
    let artifact = 0

    beforeAll(async () => {
      const alice = await server.createUser('alice')
      await changeSettings(server.world, caller, { free_disk_reserve_bytes: 0 })
      await server.world.cache.refresh()
      project = await createFileTracker(server, [alice])
      scratch = await mkdtemp(join(tmpdir(), 'tulipwood-names-'))
      const ids: number[] = []
      for (const [n, { name, type }] of hostile.entries())
        ids.push(await (n % 2 === 0 ? uploadByTus : uploadInChunks)(name, type, contentOf(n)))
      const values = [{ field_id: field(), value: ids }]
      const created = await server
        .as('alice')
        .post('artifacts', { tracker: { id: project.trackers.get('paper') }, values })
      if (created.status !== 201) throw new Error(created.text)
      artifact = created.body.id
    })
    afterAll(() => rm(scratch, { recursive: true, force: true }))

    const field = (): number => Number(project.fields.get('attachments'))
    const contentOf = (n: number): string => `<script>${n}</script>`

    async function uploadByTus(name: string, type: string, content: string): Promise<number> {
      const input = { name, file_type: type, file_size: content.length }
      const { status, body, text } = await server.as('alice').post(`tracker_fields/${field()}/files`, input)
      if (status !== 200) throw new Error(text)
      await sendChunk(server, 'alice', body.upload_href, 0, content)
      return body.id
    }

    async function uploadInChunks(name: string, type: string, content: string): Promise<number> {
      const input = { name, mimetype: type, content: Buffer.from(content).toString('base64') }
      const { status, body, text } = await server.as('alice').post('artifact_temporary_files', input)
      if (status !== 201) throw new Error(text)
      return body.id
    }

    const filesOf = async (id: number): Promise<any[]> => {
      const { body } = await server.as('alice').get(`artifacts/${id}`)
      return body.values.find(({ type }: { type: string }) => type === 'file').file_descriptions
    }
    const bytesOf = async (id: number): Promise<string> =>
      Buffer.from((await server.as('alice').get(`artifact_files/${id}`)).body.data, 'base64').toString()

    it('are returned as submitted', async () => {
      const files = await filesOf(artifact)
      expect(files.map(({ name }) => name)).toEqual(hostile.map(({ name, stored = name }) => stored))
      expect(files.map(({ type }) => type)).toEqual(hostile.map(({ type }) => type))
      for (const { html_url } of files) expect(html_url).toMatch(/^\/plugins\/tracker\/attachments\/\d+-[\w.~%-]+$/)
    })

    it('are returned in valid XML', async () => {
      const { text } = await server.as('alice').get(`artifacts/${artifact}`, { headers: { accept: 'application/xml' } })
      expect(parseXml(text).children.length).toBeGreaterThan(5)
      expect(text).not.toMatch(/<(script|img|x\/)/)
    })

    it('cannot attack users who download the files', async () => {
      for (const [n, { html_url, name }] of (await filesOf(artifact)).entries()) {
        const { status, headers, bytes } = await downloadFile(server, 'alice', html_url)
        expect([name, status, bytes.toString()]).toEqual([name, 200, contentOf(n)])
        const { 'content-type': type, 'content-disposition': disposition } = headers
        // Printable ASCII, one file name without directories, closed quotes.
        expect(disposition).toMatch(
          /^attachment; filename="(?:[ !#-.0-[\]-~]|\\")+"(?:; filename\*=UTF-8''[\w.~!#$&+^`|%-]+)?$/,
        )
        expect(decodeURIComponent(disposition?.split("UTF-8''")[1] ?? '')).not.toMatch(
          /[/\\\r\n\u202a-\u202e\u2066-\u2069]/,
        )
        expect(type).toMatch(/^(application\/octet-stream|image\/(png|jpeg)|text\/(plain|csv);charset=UTF-8)$/)
        expect(headers).toMatchObject({
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
        })
        expect(headers['set-cookie']).toBeUndefined()
        expect(await bytesOf(Number(/(\d+)-/.exec(html_url)?.[1]))).toBe(contentOf(n))
      }
    })

    it('are not used as names on the disk', async () => {
      const stored = (await Array.fromAsync(server.world.files.list())).map(({ name }) => name)
      expect(stored.length).toBeGreaterThanOrEqual(hostile.length)
      for (const name of stored) expect(name).toMatch(/^[0-9a-f]{32}$/)
      expect(await Array.fromAsync(server.world.staging.list())).toEqual([])
    })

    it.each(['directory', 'archive.zip'])(
      'are restored from an exported %s, and are not used as names in it',
      async (kind) => {
        const path = join(scratch, kind)
        const projectId = project.projectId as ProjectId
        await exportArchive(server.world, { project: projectId, sink: await openArchiveSink(path), caller })
        if (kind === 'directory') {
          const entries = await readdir(path, { recursive: true })
          for (const name of entries) expect(name).toMatch(/^(\w+\.xml|data|data\/Artifact\d+)$/)
        }
        const archive = await openArchive(path)
        const shortName = `copy-${kind.slice(0, 3)}`
        const users = { kind: 'create', as: 'active' } as const
        const { project: copy } = expectImported(
          await importArchive(server.world, { archive, shortName, users, caller }),
        )
        await archive.close()
        await server.world.cache.refresh()
        const [tracker] = (await server.as('alice').get(`projects/${copy?.id}/trackers`)).body
        const [{ id }] = (await server.as('alice').get(`trackers/${tracker.id}/artifacts`)).body
        const files = await filesOf(id)
        expect(files.map(({ name }) => name)).toEqual(
          hostile.map(({ name, stored = name, imported = stored }) => imported),
        )
        // XML cannot contain the control character BEL.
        const types = hostile.map(({ type }) => type.replace('\u0007', ''))
        expect(files.map(({ type }) => type)).toEqual(types)
        for (const [n, { id: file }] of files.entries()) expect(await bytesOf(file)).toBe(contentOf(n))
      },
    )

    describe('invalid names and types are rejected without a trace:', () => {
      it.each([
        ['a NUL', { name: 'a\0b' }],
        ['a NUL in the type', { type: 'text/plain\0' }],
        ['256 characters', { name: 'x'.repeat(256) }],
        ['256 characters in the type', { type: 'x'.repeat(256) }],
        ['only whitespace', { name: ' \r\n\t' }],
        ['a type of whitespace', { type: ' ' }],
        ['a list', { name: ['a'] }],
        ['an object', { name: { toString: 'a' } }],
        ['true', { name: true }],
        ['null', { name: null }],
      ])('%s', async (_what, invalid) => {
        const { name, type } = { name: 'a', type: 'text/plain', ...invalid }
        const before = await server.rowCounts()
        const createUpload = { name, file_type: type, file_size: 1 }
        expect((await server.as('alice').post(`tracker_fields/${field()}/files`, createUpload)).status).toBe(400)
        const chunk = { name, mimetype: type, content: 'eA==' }
        expect((await server.as('alice').post('artifact_temporary_files', chunk)).status).toBe(400)
        expect(await server.rowCounts()).toEqual(before)
        expect(await Array.fromAsync(server.world.staging.list())).toEqual([])
      })
    })
  })

  describe('the size of an upload', () => {
    const server = createServer(dialect)
    let project: ProjectFixture

    beforeAll(async () => {
      const alice = await server.createUser('alice')
      await changeSettings(server.world, caller, { free_disk_reserve_bytes: 0, max_upload_bytes: 1000 })
      await server.world.cache.refresh()
      project = await createFileTracker(server, [alice])
    })

    const createUpload = (size: string) =>
      server
        .as('alice')
        .post(
          `tracker_fields/${project.fields.get('attachments')}/files`,
          `{"name":"size ${size.replaceAll('"', '')}","file_type":"text/plain","file_size":${size}}`,
        )

    it.each(['0', '1', '1000', '"1000"', '1e3', '10.0', '-0'])('accepts %s', async (size) => {
      const { status, body } = await createUpload(size)
      expect([status, body.upload_href === null]).toEqual([200, Number(JSON.parse(size)) === 0])
    })

    it.each([
      ...[
        '1001',
        '-1',
        '1.5',
        '1e-3',
        '9007199254740991',
        '9007199254740992',
        '1e400',
        '-1e400',
        '"x"',
        '"1e3"',
        '"0x10"',
      ],
      ...['"1.5"', '" "', '""', 'null', 'true', '[1]', '{"a":1}', 'NaN', '01', '"9007199254740993"'],
    ])('rejects %s', async (size) => {
      const before = await server.rowCounts()
      expect((await createUpload(size)).status).toBe(400)
      expect(await server.rowCounts()).toEqual(before)
    })
  })
})
