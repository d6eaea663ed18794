import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { Refusal } from '../../src/kit/messages/refusal.ts'
import type { ArtifactId, FieldId, FileId } from '../../src/kit/values/ids.ts'
import { sweepFiles } from '../../src/uploads/commands/sweep-files.ts'
import {
  buildArtifact,
  buildChange,
  buildChangeset,
  buildFile,
  buildGroup,
  buildTracker,
  createArchive,
  expectImported,
  buildField as fieldElement,
  openFields,
} from '../kit/archive.ts'
import { measurePeakMemoryOfChildren } from '../kit/peak-memory.ts'
import {
  createBlackPng,
  createGifWithoutPixels,
  createPngWithChunk,
  createPngWithoutPixels,
  deepPng,
} from '../kit/pictures.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'
import { createStoredFile, downloadFile } from '../kit/stored-files.ts'
import { buildOffsetHeaders, createUpload } from '../kit/tus-requests.ts'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 60, b: 20 } } })
const notFound = [404, JSON.stringify({ error: { code: 404, message: 'Not Found: The file cannot be found' } })]

onEachDatabase((dialect) => {
  describe('/plugins/tracker/attachments/preview/{id}-{name}', () => {
    const server = createServer(dialect)
    // The results for pictures do not depend on the database.
    const itOnSqlite = it.skipIf(dialect === 'postgres')
    let project: ProjectFixture
    let bug: ArtifactId
    let files: FieldId

    beforeAll(async () => {
      const alice = await server.createUser('alice')
      await server.createUser('stranger')
      project = await createProjectFixture(server, 'grove', {
        members: [alice],
        administrators: [alice],
        trackers: () => [
          createTrackerDefinition('bug', [
            createFieldDefinition('file', 'files'),
            createFieldDefinition('file', 'inner', { rights: { read: [3] } }),
          ]),
        ],
      })
      files = project.fields.get('files') as FieldId
      ;[bug] = (await project.createArtifacts({ tracker: 'bug', changes: [{ by: alice }] })) as [ArtifactId]
    })
    afterEach(() => {
      vi.restoreAllMocks()
    })

    const createFile = (bytes: Uint8Array | string, mediaType = 'image/png', more = {}) =>
      createStoredFile(server, { artifact: bug, field: files, bytes, mediaType, ...more })
    const storedPreviewOf = async (id: FileId) =>
      (await server.world.db.read.selectFrom('file').select('preview').where('id', '=', id).executeTakeFirst())?.preview

    it.each([
      ['image/png', 'png', 'image/png'],
      ['image/jpeg', 'jpeg', 'image/jpeg'],
      ['image/jpg', 'jpeg', 'image/jpeg'],
      ['image/gif', 'gif', 'image/gif'],
    ] as const)(
      'of %s is small, has the same format and shape, is created once and stored',
      async (mediaType, format, type) => {
        const { id, previewUrl } = await createFile(await picture(600, 300).toFormat(format).toBuffer(), mediaType)
        const storing = vi.spyOn(server.world.files, 'store')
        const { status, headers, bytes } = await downloadFile(server, 'visitor', previewUrl)
        expect([status, headers['content-type'], headers['content-length']]).toEqual([200, type, String(bytes.length)])
        expect(await sharp(bytes).metadata()).toMatchObject({ format, width: 150, height: 75 })
        expect(headers).toMatchObject({
          'content-disposition': 'attachment; filename="a.txt"',
          'cache-control': 'private',
          'x-content-type-options': 'nosniff',
          'accept-ranges': 'bytes',
        })
        const second = await downloadFile(server, 'visitor', previewUrl)
        expect(second.bytes.equals(bytes)).toBe(true)
        expect(storing).toHaveBeenCalledTimes(1)
        expect(await storedPreviewOf(id)).toMatch(/./)
        const head = await downloadFile(server, 'visitor', previewUrl, { method: 'HEAD' })
        expect([head.status, head.headers['content-length']]).toEqual([200, String(bytes.length)])
        const part = await downloadFile(server, 'visitor', previewUrl, { headers: { range: 'bytes=0-3' } })
        expect([part.status, part.bytes]).toEqual([206, bytes.subarray(0, 4)])
        const conditional = { 'if-none-match': second.headers.etag ?? '' }
        expect((await downloadFile(server, 'visitor', previewUrl, { headers: conditional })).status).toBe(304)
      },
    )
    itOnSqlite.each([
      ['wide', 1000, 100, 150, 15],
      ['high', 100, 1000, 11, 112],
      ['very thin', 4000, 1, 150, 1],
      ['as large as allowed', 150, 112, 150, 112],
      ['smaller', 20, 30, 20, 30],
    ])('of a picture that is %s is never larger', async (_what, width, height, smallWidth, smallHeight) => {
      const { previewUrl } = await createFile(await picture(width, height).png().toBuffer())
      const { bytes } = await downloadFile(server, 'visitor', previewUrl)
      expect(await sharp(bytes).metadata()).toMatchObject({ width: smallWidth, height: smallHeight })
    })
    it('is rotated upright and contains no metadata', async () => {
      const exif = { IFD0: { Copyright: 'Mira' }, IFD3: { GPSLatitude: '48/1 51/1 30/1' } }
      const rotated = await picture(300, 200).jpeg().withExif(exif).withMetadata({ orientation: 6 }).toBuffer()
      const { bytes } = await downloadFile(server, 'visitor', (await createFile(rotated, 'image/jpeg')).previewUrl)
      const metadata = await sharp(bytes).metadata()
      expect([metadata.width, metadata.height, metadata.orientation, metadata.exif]).toEqual([
        75,
        112,
        undefined,
        undefined,
      ])
    })
    it('of an animation is the first frame', async () => {
      const frames = Buffer.alloc(40 * 80 * 3, 90).fill(200, 40 * 40 * 3)
      const raw = { width: 40, height: 80, channels: 3, pageHeight: 40 } as const
      const moving = await sharp(frames, { raw })
        .gif({ delay: [100, 100], loop: 0 })
        .toBuffer()
      expect((await sharp(moving).metadata()).pages).toBe(2)
      const { bytes } = await downloadFile(server, 'visitor', (await createFile(moving, 'image/gif')).previewUrl)
      const metadata = await sharp(bytes).metadata()
      expect([metadata.format, metadata.pages ?? 1, metadata.height]).toEqual(['gif', 1, 40])
    })
    it('has the declared format, as in the Content-Type', async () => {
      const { previewUrl } = await createFile(await picture(300, 300).png().toBuffer(), 'image/jpeg')
      const { headers, bytes } = await downloadFile(server, 'visitor', previewUrl)
      expect([headers['content-type'], (await sharp(bytes).metadata()).format]).toEqual(['image/jpeg', 'jpeg'])
    })

    it('of an interlaced picture is created while it fits into memory', async () => {
      const { bytes } = await downloadFile(server, 'visitor', (await createFile(createBlackPng(300, 200))).previewUrl)
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 150, height: 100 })
    })

    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'
    const halfJpeg = async () => {
      const original = await sharp({
        create: {
          width: 400,
          height: 400,
          channels: 3,
          background: '#fff',
          noise: { type: 'gaussian', mean: 90, sigma: 40 },
        },
      })
        .jpeg()
        .toBuffer()
      return original.subarray(0, original.length / 2)
    }
    itOnSqlite.each([
      ['an SVG that refers to a file', 'image/png', async () => svg],
      ['an HTML page', 'image/gif', async () => '<html><script>alert(1)</script></html>'],
      ['an empty file', 'image/png', async () => ''],
      ['a PNG signature only', 'image/png', async () => Buffer.from('89504e470d0a1a0a', 'hex')],
      [
        'noise after a PNG signature',
        'image/png',
        async () => Buffer.from(`89504e470d0a1a0a${'5a'.repeat(3000)}`, 'hex'),
      ],
      ['half a picture', 'image/jpeg', halfJpeg],
      ['half an animation', 'image/gif', async () => Buffer.from('GIF89a\xff\xff\xff\xff\xf7\0\0', 'latin1')],
      ['a header with an impossible size', 'image/png', async () => createPngWithoutPixels(2 ** 31 - 1, 2 ** 31 - 1)],
      ['a picture with more pixels than allowed', 'image/png', async () => createBlackPng(12_000, 9000, 'rows')],
      ['a picture that fills the memory', 'image/png', async () => createBlackPng(10_000, 9900)],
      ['a format without previews', 'image/webp', async () => await picture(9, 9).webp().toBuffer()],
      ['a picture in another format than declared', 'image/png', async () => await picture(9, 9).webp().toBuffer()],
    ])('returns 404 for %s', async (_what, mediaType, content) => {
      const { id, url, previewUrl } = await createFile(await content(), mediaType)
      const decodedMemory = () => sharp.cache().memory.high
      const before = decodedMemory()
      const { status, bytes, headers } = await downloadFile(server, 'visitor', previewUrl)
      expect([status, bytes.toString(), headers['x-content-type-options']]).toEqual([...notFound, 'nosniff'])
      // The preview is not tried again, the server still runs, and it did not decode the picture in its own process.
      expect(await storedPreviewOf(id)).toBe(mediaType === 'image/webp' ? null : '')
      expect((await downloadFile(server, 'visitor', previewUrl)).status).toBe(404)
      expect((await downloadFile(server, 'visitor', url)).status).toBe(200)
      expect(decodedMemory()).toBe(before)
    })

    /** Uploads a hostile picture as a client does: created, uploaded and previewed by a job, but never attached. */
    const uploadFile = async (bytes: Buffer, mediaType: string) => {
      const { id, uploadHref, downloadHref } = await createUpload(server, 'alice', files, bytes.length, mediaType)
      const headers = { ...server.credentials('alice'), ...buildOffsetHeaders(0) }
      const response = await server.app.inject({ method: 'PATCH', url: uploadHref, headers, payload: bytes })
      expect(response.statusCode).toBe(204)
      return { id, url: downloadHref, previewUrl: downloadHref.replace('/attachments/', '/attachments/preview/') }
    }
    const policy = {
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
      'content-disposition': expect.stringMatching(/^attachment;/),
    }
    // An entity that expands to 10¹⁰ characters, and one that refers to a file of the server.
    const entities = [
      '<!ENTITY a "aaaaaaaaaa">',
      ...['ba', 'cb', 'dc', 'ed', 'fe', 'gf', 'hg', 'ih', 'ji'].map(
        ([name, of]) => `<!ENTITY ${name} "${`&${of};`.repeat(10)}">`,
      ),
      '<!ENTITY file SYSTEM "file:///etc/passwd">',
    ]
    const entityBomb = `<?xml version="1.0"?><!DOCTYPE svg [${entities.join('')}]><svg xmlns="http://www.w3.org/2000/svg"><text>&j;&file;</text></svg>`
    const gifMagic = (text: string) => Buffer.from(`GIF89a/*${text}*/=1;alert(1)`)

    itOnSqlite.each<[string, string, () => Buffer]>([
      ['30,000 by 30,000 pixels, highly compressed', 'image/png', () => createBlackPng(30_000, 30_000, 'rows')],
      ['30,000 by 30,000 pixels without data', 'image/png', () => createPngWithoutPixels(30_000, 30_000)],
      ['eight bytes per pixel', 'image/png', () => deepPng(9900, 9900)],
      ['the largest possible canvas', 'image/gif', () => createGifWithoutPixels(65_535, 65_535, 1)],
      ['an SVG with entities, declared as PNG', 'image/png', () => Buffer.from(entityBomb)],
      ['an SVG after a GIF signature', 'image/gif', () => gifMagic(entityBomb)],
      ['an HTML page after a GIF signature', 'image/gif', () => gifMagic('<script>alert(1)</script>')],
      ['a truncated picture', 'image/png', () => createBlackPng(300, 200).subarray(0, 70)],
    ])(
      'returns 404 for an upload with %s, the server continues and its memory stays small',
      async (_what, mediaType, make) => {
        const { id, url, previewUrl } = await uploadFile(make(), mediaType)
        const { result, peak } = await measurePeakMemoryOfChildren('picture-process.ts', runJobs(server.world))
        expect(result).toMatchObject({ 'make-preview': 1 })
        expect(peak).toBeLessThan(700_000_000)
        expect(await storedPreviewOf(id)).toBe('')
        const preview = await downloadFile(server, 'alice', previewUrl)
        expect([preview.status, preview.bytes.toString()]).toEqual(notFound)
        expect(preview.headers['x-content-type-options']).toBe('nosniff')
        const download = await downloadFile(server, 'alice', url)
        expect([download.status, download.headers['content-type']]).toEqual([200, mediaType])
        expect(download.headers).toMatchObject(policy)
        // The preview is not tried again.
        expect((await runJobs(server.world, { later: 3600 }))['make-preview']).toBeUndefined()
        const after = await uploadFile(await picture(300, 200).png().toBuffer(), 'image/png')
        await runJobs(server.world)
        expect((await downloadFile(server, 'alice', after.previewUrl)).status).toBe(200)
      },
    )

    itOnSqlite.each([
      ['a large canvas', () => createGifWithoutPixels(9900, 9900, 1)],
      ['200,000 frames', () => createGifWithoutPixels(20, 20, 200_000)],
      ['2,000 frames of a large canvas', () => createGifWithoutPixels(4000, 4000, 2000)],
    ])('of an animation with %s is the first frame or 404, with little memory', async (_what, make) => {
      const { previewUrl } = await uploadFile(make(), 'image/gif')
      const { peak } = await measurePeakMemoryOfChildren('picture-process.ts', runJobs(server.world))
      expect([peak > 0, peak < 700_000_000]).toEqual([process.platform === 'linux', true])
      const { status, bytes, headers } = await downloadFile(server, 'alice', previewUrl)
      expect([200, 404]).toContain(status)
      expect(headers['x-content-type-options']).toBe('nosniff')
      if (status === 404) return expect(bytes.toString()).toBe(notFound[1])
      const { format, pages = 1, width, height } = await sharp(bytes).metadata()
      expect([format, pages, width <= 150, height <= 112]).toEqual(['gif', 1, true, true])
    })

    const page = '<html><script>alert(1)</script></html>'
    const png = () => picture(300, 200).png().toBuffer()
    itOnSqlite.each([
      [
        'in a comment',
        'image/png',
        async () => createPngWithChunk(await png(), 'tEXt', Buffer.from(`Comment\0${page}`)),
      ],
      ['in an unknown chunk', 'image/png', async () => createPngWithChunk(await png(), 'heLo', Buffer.from(page))],
      ['after its end', 'image/png', async () => Buffer.concat([await png(), Buffer.from(page)])],
      [
        'in its Exif',
        'image/jpeg',
        () =>
          picture(300, 200)
            .withExif({ IFD0: { ImageDescription: page } })
            .jpeg()
            .toBuffer(),
      ],
    ])('of a picture with an HTML page %s contains nothing of the page', async (_where, mediaType, make) => {
      const original = await make()
      expect(original.includes(page)).toBe(true)
      const { url, previewUrl } = await uploadFile(original, mediaType)
      await runJobs(server.world)
      const { status, bytes, headers } = await downloadFile(server, 'alice', previewUrl)
      expect([status, headers['content-type']]).toEqual([200, mediaType])
      expect(['script', 'html', 'alert'].filter((word) => bytes.includes(word))).toEqual([])
      expect(headers).toMatchObject(policy)
      const download = await downloadFile(server, 'alice', url)
      expect([download.bytes.equals(original), download.headers['content-type']]).toEqual([true, mediaType])
      expect(download.headers).toMatchObject(policy)
    })

    itOnSqlite('returns 404 for an SVG, which is downloaded as application/octet-stream', async () => {
      const { url, previewUrl } = await uploadFile(Buffer.from(entityBomb), 'image/svg+xml')
      expect((await runJobs(server.world))['make-preview']).toBeUndefined()
      expect((await downloadFile(server, 'alice', previewUrl)).status).toBe(404)
      const { status, headers } = await downloadFile(server, 'alice', url)
      expect([status, headers['content-type']]).toEqual([200, 'application/octet-stream'])
      expect(headers).toMatchObject(policy)
    })

    it('requires the permission to read the file', async () => {
      const bytes = await picture(10, 10).png().toBuffer()
      const inner = await createFile(bytes, 'image/png', { field: project.fields.get('inner') as FieldId })
      expect((await downloadFile(server, 'stranger', inner.previewUrl)).status).toBe(404)
      expect(await storedPreviewOf(inner.id)).toBe(null)
      expect((await downloadFile(server, 'alice', inner.previewUrl)).status).toBe(200)
      expect((await downloadFile(server, 'stranger', inner.previewUrl)).status).toBe(404)
      expect((await downloadFile(server, 'alice', `${inner.previewUrl}x`)).status).toBe(404)
    })
    it('is created once for concurrent requests', async () => {
      const { previewUrl } = await createFile(await picture(300, 300).png().toBuffer())
      const storing = vi.spyOn(server.world.files, 'store')
      const responses = await Promise.all(Array.from({ length: 8 }, () => downloadFile(server, 'visitor', previewUrl)))
      expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
      expect(storing).toHaveBeenCalledTimes(1)
    })
    it('created concurrently by another node is used, and the own one is removed', async () => {
      const { id, previewUrl } = await createFile(await picture(300, 300).png().toBuffer())
      const { name: otherBlob } = await server.world.files.store(
        (async function* () {
          yield Buffer.from('theirs')
        })(),
      )
      const store = server.world.files.store
      let ownBlob = ''
      vi.spyOn(server.world.files, 'store').mockImplementation(async (content) => {
        const stored = await store(content)
        ownBlob = stored.name
        await server.world.db.write((tx) =>
          tx.updateTable('file').set({ preview: otherBlob }).where('id', '=', id).execute(),
        )
        return stored
      })
      const { bytes } = await downloadFile(server, 'visitor', previewUrl)
      expect([bytes.toString(), await server.world.files.sizeOf(ownBlob)]).toEqual(['theirs', undefined])
    })
    it('is created again when its bytes are lost', async () => {
      const { id, previewUrl } = await createFile(await picture(300, 300).png().toBuffer())
      const first = await downloadFile(server, 'visitor', previewUrl)
      await server.world.files.remove((await storedPreviewOf(id)) ?? '')
      expect((await downloadFile(server, 'visitor', previewUrl)).bytes.equals(first.bytes)).toBe(true)
    })
    it('is retried when the store is unavailable or the file is missing', async () => {
      const { id, blob, previewUrl } = await createFile(await picture(300, 300).png().toBuffer())
      const reading = vi.spyOn(server.world.files, 'read').mockImplementation(() => {
        throw new Refusal('unavailable', 'The store is out of reach')
      })
      expect((await downloadFile(server, 'visitor', previewUrl)).status).toBe(503)
      reading.mockRestore()
      const path = await server.world.files.sizeOf(blob ?? '')
      expect([path === undefined, await storedPreviewOf(id)]).toEqual([false, null])
      const missing = await createFile('x', 'image/png', { blob: '0123456789abcdef0123456789abcdef' })
      expect((await downloadFile(server, 'visitor', missing.previewUrl)).status).toBe(404)
      expect(await storedPreviewOf(missing.id)).toBe(null)
      expect((await downloadFile(server, 'visitor', previewUrl)).status).toBe(200)
    })

    it('is created after the upload, and only the uploader can read it before the file is attached', async () => {
      const bytes = await picture(300, 200).png().toBuffer()
      const { id, uploadHref, downloadHref } = await createUpload(server, 'alice', files, bytes.length, 'image/png')
      const headers = { ...server.credentials('alice'), ...buildOffsetHeaders(0) }
      await server.app.inject({ method: 'PATCH', url: uploadHref, headers, payload: bytes })
      expect(await runJobs(server.world)).toMatchObject({ 'make-preview': 1 })
      expect(await storedPreviewOf(id)).toMatch(/./)
      const previewUrl = downloadHref.replace('/attachments/', '/attachments/preview/')
      const statusFor = async (login: string) => (await downloadFile(server, login, previewUrl)).status
      expect([await statusFor('alice'), await statusFor('admin'), await statusFor('visitor')]).toEqual([200, 404, 401])
    })
    it('is not created for a file that is not a picture', async () => {
      const { uploadHref } = await createUpload(server, 'alice', files, 1, 'text/plain')
      const headers = { ...server.credentials('alice'), ...buildOffsetHeaders(0) }
      await server.app.inject({ method: 'PATCH', url: uploadHref, headers, payload: 'x' })
      expect((await runJobs(server.world))['make-preview']).toBeUndefined()
    })
    it('is kept by the sweep as long as its file exists', async () => {
      const [deletedArtifact] = (await project.createArtifacts({ tracker: 'bug', changes: [{}] })) as [ArtifactId]
      const { id, previewUrl } = await createFile(await picture(300, 200).png().toBuffer(), 'image/png', {
        artifact: deletedArtifact,
      })
      await downloadFile(server, 'visitor', previewUrl)
      const preview = (await storedPreviewOf(id)) ?? ''
      const later = { ...server.world, clock: { now: () => server.world.clock.now() + 90_000 } }
      await sweepFiles(later)
      expect(await server.world.files.sizeOf(preview)).toBeGreaterThan(0)
      expect((await server.as('alice').delete(`artifacts/${deletedArtifact}`)).status).toBe(200)
      await sweepFiles(later)
      expect(await server.world.files.sizeOf(preview)).toBeUndefined()
    })

    it('exists for imported files, which can be downloaded as well', async () => {
      const path = 'data/Artifact31'
      const bytes = await picture(300, 200).png().toBuffer()
      const reference = buildChange('attachments', 'file', ['<value ref="fileinfo_31"/>'])
      const archive = await createArchive({
        shortName: 'brought',
        users: [{ id: 201, login: 'mira' }],
        groups: [buildGroup('project_admins', ['mira'])],
        trackers: [
          buildTracker({
            id: 'T1',
            fields: [fieldElement('file', 'F9', 'attachments')],
            permissions: openFields('F9'),
            artifacts: [
              buildArtifact(
                1,
                buildChangeset('mira', '2024-01-01T12:00:00+00:00', [reference]),
                buildFile('fileinfo_31', 'b c.png', path, 'image/png'),
              ),
            ],
          }),
        ],
        files: { [path]: bytes },
      })
      const { project } = expectImported(await archive.import(server.world))
      await archive.remove()
      const [importedTracker] = (
        await server.as('admin').get(`projects/${project?.id}/trackers?representation=minimal`)
      ).body
      const [bugReport] = (await server.as('admin').get(`trackers/${importedTracker.id}/artifacts?values=all`)).body
      const [{ file_descriptions: described }] = bugReport.values
      const [download, small] = [
        await downloadFile(server, 'visitor', described[0].html_url),
        await downloadFile(server, 'visitor', described[0].html_preview_url),
      ]
      expect([download.status, download.bytes.equals(bytes), download.headers['last-modified']]).toEqual([
        200,
        true,
        'Mon, 01 Jan 2024 12:00:00 GMT',
      ])
      expect([small.status, (await sharp(small.bytes).metadata()).width]).toEqual([200, 150])
    })
    it('leaves no child process', async () => {
      await sleep(50)
      expect(process.getActiveResourcesInfo()).not.toContain('ProcessWrap')
    })
  })
})
