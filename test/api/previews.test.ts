import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ArtifactId, FieldId, FileId } from '../../src/kit/ids.ts'
import { Refusal } from '../../src/kit/refusal.ts'
import { sweepFiles } from '../../src/uploads/commands/sweep-files.ts'
import {
  artifact,
  change,
  changeset,
  createArchive,
  expectImported,
  field as fieldElement,
  file,
  group,
  openFields,
  tracker,
} from '../kit/archive.ts'
import { peakMemoryOfChildren } from '../kit/peak-memory.ts'
import { blackPng, deepPng, gifWithoutPixels, pngWithChunk, pngWithoutPixels } from '../kit/pictures.ts'
import {
  createProjectFixture,
  fieldDefinition,
  type ProjectFixture,
  trackerDefinition,
} from '../kit/project-fixture.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'
import { createStoredFile, downloadFile } from '../kit/stored-files.ts'
import { createUpload, offsetHeaders } from '../kit/tus-requests.ts'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 60, b: 20 } } })
const absent = [404, JSON.stringify({ error: { code: 404, message: 'Not Found: The file cannot be found' } })]

onEachDatabase((dialect) => {
  describe('/plugins/tracker/attachments/preview/{id}-{name}', () => {
    const server = createServer(dialect)
    // What a picture comes to is the same whatever the database.
    const onlyHere = it.skipIf(dialect === 'postgres')
    let grove: ProjectFixture
    let bug: ArtifactId
    let files: FieldId

    beforeAll(async () => {
      const alice = await server.createUser('alice')
      await server.createUser('stranger')
      grove = await createProjectFixture(server, 'grove', {
        members: [alice],
        administrators: [alice],
        trackers: () => [
          trackerDefinition('bug', [
            fieldDefinition('file', 'files'),
            fieldDefinition('file', 'inner', { rights: { read: [3] } }),
          ]),
        ],
      })
      files = grove.fields.get('files') as FieldId
      ;[bug] = (await grove.createArtifacts({ tracker: 'bug', changes: [{ by: alice }] })) as [ArtifactId]
    })
    afterEach(() => {
      vi.restoreAllMocks()
    })

    const a = (bytes: Uint8Array | string, mediaType = 'image/png', more = {}) =>
      createStoredFile(server, { artifact: bug, field: files, bytes, mediaType, ...more })
    const rememberedOf = async (id: FileId) =>
      (await server.world.db.read.selectFrom('file').select('preview').where('id', '=', id).executeTakeFirst())?.preview

    it.each([
      ['image/png', 'png', 'image/png'],
      ['image/jpeg', 'jpeg', 'image/jpeg'],
      ['image/jpg', 'jpeg', 'image/jpeg'],
      ['image/gif', 'gif', 'image/gif'],
    ] as const)('of %s is small, of the same format and shape, made once and kept', async (mediaType, format, type) => {
      const { id, previewUrl } = await a(await picture(600, 300).toFormat(format).toBuffer(), mediaType)
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
      const again = await downloadFile(server, 'visitor', previewUrl)
      expect(again.bytes.equals(bytes)).toBe(true)
      expect(storing).toHaveBeenCalledTimes(1)
      expect(await rememberedOf(id)).toMatch(/./)
      const head = await downloadFile(server, 'visitor', previewUrl, { method: 'HEAD' })
      expect([head.status, head.headers['content-length']]).toEqual([200, String(bytes.length)])
      const part = await downloadFile(server, 'visitor', previewUrl, { headers: { range: 'bytes=0-3' } })
      expect([part.status, part.bytes]).toEqual([206, bytes.subarray(0, 4)])
      const known = { 'if-none-match': again.headers.etag ?? '' }
      expect((await downloadFile(server, 'visitor', previewUrl, { headers: known })).status).toBe(304)
    })
    onlyHere.each([
      ['wide', 1000, 100, 150, 15],
      ['high', 100, 1000, 11, 112],
      ['very thin', 4000, 1, 150, 1],
      ['as large as allowed', 150, 112, 150, 112],
      ['smaller', 20, 30, 20, 30],
    ])('of a picture that is %s is never larger', async (_what, width, height, smallWidth, smallHeight) => {
      const { previewUrl } = await a(await picture(width, height).png().toBuffer())
      const { bytes } = await downloadFile(server, 'visitor', previewUrl)
      expect(await sharp(bytes).metadata()).toMatchObject({ width: smallWidth, height: smallHeight })
    })
    it('stands upright, and says nothing of where it was taken', async () => {
      const exif = { IFD0: { Copyright: 'Mira' }, IFD3: { GPSLatitude: '48/1 51/1 30/1' } }
      const lying = await picture(300, 200).jpeg().withExif(exif).withMetadata({ orientation: 6 }).toBuffer()
      const { bytes } = await downloadFile(server, 'visitor', (await a(lying, 'image/jpeg')).previewUrl)
      const shown = await sharp(bytes).metadata()
      expect([shown.width, shown.height, shown.orientation, shown.exif]).toEqual([75, 112, undefined, undefined])
    })
    it('of something that moves is its beginning', async () => {
      const frames = Buffer.alloc(40 * 80 * 3, 90).fill(200, 40 * 40 * 3)
      const raw = { width: 40, height: 80, channels: 3, pageHeight: 40 } as const
      const moving = await sharp(frames, { raw })
        .gif({ delay: [100, 100], loop: 0 })
        .toBuffer()
      expect((await sharp(moving).metadata()).pages).toBe(2)
      const { bytes } = await downloadFile(server, 'visitor', (await a(moving, 'image/gif')).previewUrl)
      const shown = await sharp(bytes).metadata()
      expect([shown.format, shown.pages ?? 1, shown.height]).toEqual(['gif', 1, 40])
    })
    it('is of the format that was declared, which is how it is given', async () => {
      const { previewUrl } = await a(await picture(300, 300).png().toBuffer(), 'image/jpeg')
      const { headers, bytes } = await downloadFile(server, 'visitor', previewUrl)
      expect([headers['content-type'], (await sharp(bytes).metadata()).format]).toEqual(['image/jpeg', 'jpeg'])
    })

    it('of a picture that comes in passes is made while it fits', async () => {
      const { bytes } = await downloadFile(server, 'visitor', (await a(blackPng(300, 200))).previewUrl)
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 150, height: 100 })
    })

    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'
    const half = async () => {
      const whole = await sharp({
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
      return whole.subarray(0, whole.length / 2)
    }
    onlyHere.each([
      ['a drawing with a program in it', 'image/png', async () => svg],
      ['a page', 'image/gif', async () => '<html><script>alert(1)</script></html>'],
      ['nothing', 'image/png', async () => ''],
      ['a beginning alone', 'image/png', async () => Buffer.from('89504e470d0a1a0a', 'hex')],
      ['noise after a beginning', 'image/png', async () => Buffer.from(`89504e470d0a1a0a${'5a'.repeat(3000)}`, 'hex')],
      ['half a picture', 'image/jpeg', half],
      ['half an animation', 'image/gif', async () => Buffer.from('GIF89a\xff\xff\xff\xff\xf7\0\0', 'latin1')],
      ['what says it has more pixels than can be', 'image/png', async () => pngWithoutPixels(2 ** 31 - 1, 2 ** 31 - 1)],
      ['what has more pixels than we look at', 'image/png', async () => blackPng(12_000, 9000, 'rows')],
      ['what fills the memory', 'image/png', async () => blackPng(10_000, 9900)],
      ['a picture that none is made of', 'image/webp', async () => await picture(9, 9).webp().toBuffer()],
      ['a picture in other clothes', 'image/png', async () => await picture(9, 9).webp().toBuffer()],
    ])('is absent for %s', async (_what, mediaType, content) => {
      const { id, url, previewUrl } = await a(await content(), mediaType)
      const unfolded = () => sharp.cache().memory.high
      const before = unfolded()
      const { status, bytes, headers } = await downloadFile(server, 'visitor', previewUrl)
      expect([status, bytes.toString(), headers['x-content-type-options']]).toEqual([...absent, 'nosniff'])
      // It is not tried again, the server is there, and did not unfold it itself.
      expect(await rememberedOf(id)).toBe(mediaType === 'image/webp' ? null : '')
      expect((await downloadFile(server, 'visitor', previewUrl)).status).toBe(404)
      expect((await downloadFile(server, 'visitor', url)).status).toBe(200)
      expect(unfolded()).toBe(before)
    })

    /** A hostile picture as a client sends it: announced, uploaded, previewed by a job, downloaded, never attached. */
    const uploaded = async (bytes: Buffer, mediaType: string) => {
      const { id, uploadHref, downloadHref } = await createUpload(server, 'alice', files, bytes.length, mediaType)
      const headers = { ...server.credentials('alice'), ...offsetHeaders(0) }
      const sent = await server.app.inject({ method: 'PATCH', url: uploadHref, headers, payload: bytes })
      expect(sent.statusCode).toBe(204)
      return { id, url: downloadHref, previewUrl: downloadHref.replace('/attachments/', '/attachments/preview/') }
    }
    const policy = {
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
      'content-disposition': expect.stringMatching(/^attachment;/),
    }
    // A letter 10¹⁰ times, and a file of the server.
    const entities = [
      '<!ENTITY a "aaaaaaaaaa">',
      ...['ba', 'cb', 'dc', 'ed', 'fe', 'gf', 'hg', 'ih', 'ji'].map(
        ([name, of]) => `<!ENTITY ${name} "${`&${of};`.repeat(10)}">`,
      ),
      '<!ENTITY file SYSTEM "file:///etc/passwd">',
    ]
    const laughing = `<?xml version="1.0"?><!DOCTYPE svg [${entities.join('')}]><svg xmlns="http://www.w3.org/2000/svg"><text>&j;&file;</text></svg>`
    const gifMagic = (text: string) => Buffer.from(`GIF89a/*${text}*/=1;alert(1)`)

    onlyHere.each<[string, string, () => Buffer]>([
      ['30,000 by 30,000 pixels, packed tightly', 'image/png', () => blackPng(30_000, 30_000, 'rows')],
      ['30,000 by 30,000 pixels that are not there', 'image/png', () => pngWithoutPixels(30_000, 30_000)],
      ['eight bytes for each of its pixels', 'image/png', () => deepPng(9900, 9900)],
      ['a canvas as large as can be', 'image/gif', () => gifWithoutPixels(65_535, 65_535, 1)],
      ['a drawing with entities, declared a picture', 'image/png', () => Buffer.from(laughing)],
      ['a drawing behind a beginning of a picture', 'image/gif', () => gifMagic(laughing)],
      ['a page behind a beginning of a picture', 'image/gif', () => gifMagic('<script>alert(1)</script>')],
      ['a picture that is cut', 'image/png', () => blackPng(300, 200).subarray(0, 70)],
    ])('uploaded with %s is absent, the server lives on and its memory stays small', async (_what, mediaType, make) => {
      const { id, url, previewUrl } = await uploaded(make(), mediaType)
      const { result, peak } = await peakMemoryOfChildren('picture-process.ts', runJobs(server.world))
      expect(result).toMatchObject({ 'make-preview': 1 })
      expect(peak).toBeLessThan(700_000_000)
      expect(await rememberedOf(id)).toBe('')
      const preview = await downloadFile(server, 'alice', previewUrl)
      expect([preview.status, preview.bytes.toString()]).toEqual(absent)
      expect(preview.headers['x-content-type-options']).toBe('nosniff')
      const own = await downloadFile(server, 'alice', url)
      expect([own.status, own.headers['content-type']]).toEqual([200, mediaType])
      expect(own.headers).toMatchObject(policy)
      // It is not tried again.
      expect((await runJobs(server.world, { later: 3600 }))['make-preview']).toBeUndefined()
      const after = await uploaded(await picture(300, 200).png().toBuffer(), 'image/png')
      await runJobs(server.world)
      expect((await downloadFile(server, 'alice', after.previewUrl)).status).toBe(200)
    })

    onlyHere.each([
      ['a large canvas', () => gifWithoutPixels(9900, 9900, 1)],
      ['200,000 frames', () => gifWithoutPixels(20, 20, 200_000)],
      ['2,000 frames of a large canvas', () => gifWithoutPixels(4000, 4000, 2000)],
    ])('of an animation with %s is its beginning or nothing, and takes little memory', async (_what, make) => {
      const { previewUrl } = await uploaded(make(), 'image/gif')
      const { peak } = await peakMemoryOfChildren('picture-process.ts', runJobs(server.world))
      expect([peak > 0, peak < 700_000_000]).toEqual([process.platform === 'linux', true])
      const { status, bytes, headers } = await downloadFile(server, 'alice', previewUrl)
      expect([200, 404]).toContain(status)
      expect(headers['x-content-type-options']).toBe('nosniff')
      if (status === 404) return expect(bytes.toString()).toBe(absent[1])
      const { format, pages = 1, width, height } = await sharp(bytes).metadata()
      expect([format, pages, width <= 150, height <= 112]).toEqual(['gif', 1, true, true])
    })

    const page = '<html><script>alert(1)</script></html>'
    const png = () => picture(300, 200).png().toBuffer()
    onlyHere.each([
      ['in a comment', 'image/png', async () => pngWithChunk(await png(), 'tEXt', Buffer.from(`Comment\0${page}`))],
      ['in a chunk of no known kind', 'image/png', async () => pngWithChunk(await png(), 'heLo', Buffer.from(page))],
      ['behind its end', 'image/png', async () => Buffer.concat([await png(), Buffer.from(page)])],
      [
        'in its Exif',
        'image/jpeg',
        () =>
          picture(300, 200)
            .withExif({ IFD0: { ImageDescription: page } })
            .jpeg()
            .toBuffer(),
      ],
    ])('of a picture with a page %s holds nothing of the page', async (_where, mediaType, make) => {
      const whole = await make()
      expect(whole.includes(page)).toBe(true)
      const { url, previewUrl } = await uploaded(whole, mediaType)
      await runJobs(server.world)
      const { status, bytes, headers } = await downloadFile(server, 'alice', previewUrl)
      expect([status, headers['content-type']]).toEqual([200, mediaType])
      expect(['script', 'html', 'alert'].filter((word) => bytes.includes(word))).toEqual([])
      expect(headers).toMatchObject(policy)
      const own = await downloadFile(server, 'alice', url)
      expect([own.bytes.equals(whole), own.headers['content-type']]).toEqual([true, mediaType])
      expect(own.headers).toMatchObject(policy)
    })

    onlyHere('of a drawing there is none, and it is downloaded as bytes alone', async () => {
      const { url, previewUrl } = await uploaded(Buffer.from(laughing), 'image/svg+xml')
      expect((await runJobs(server.world))['make-preview']).toBeUndefined()
      expect((await downloadFile(server, 'alice', previewUrl)).status).toBe(404)
      const { status, headers } = await downloadFile(server, 'alice', url)
      expect([status, headers['content-type']]).toEqual([200, 'application/octet-stream'])
      expect(headers).toMatchObject(policy)
    })

    it('is for those who may have the file', async () => {
      const bytes = await picture(10, 10).png().toBuffer()
      const inner = await a(bytes, 'image/png', { field: grove.fields.get('inner') as FieldId })
      expect((await downloadFile(server, 'stranger', inner.previewUrl)).status).toBe(404)
      expect(await rememberedOf(inner.id)).toBe(null)
      expect((await downloadFile(server, 'alice', inner.previewUrl)).status).toBe(200)
      expect((await downloadFile(server, 'stranger', inner.previewUrl)).status).toBe(404)
      expect((await downloadFile(server, 'alice', `${inner.previewUrl}x`)).status).toBe(404)
    })
    it('is made once, however many ask at the same time', async () => {
      const { previewUrl } = await a(await picture(300, 300).png().toBuffer())
      const storing = vi.spyOn(server.world.files, 'store')
      const answers = await Promise.all(Array.from({ length: 8 }, () => downloadFile(server, 'visitor', previewUrl)))
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
      expect(storing).toHaveBeenCalledTimes(1)
    })
    it('made by two nodes at once is one of the two, and the other is removed', async () => {
      const { id, previewUrl } = await a(await picture(300, 300).png().toBuffer())
      const { name: theirs } = await server.world.files.store(
        (async function* () {
          yield Buffer.from('theirs')
        })(),
      )
      const store = server.world.files.store
      let ours = ''
      vi.spyOn(server.world.files, 'store').mockImplementation(async (content) => {
        const stored = await store(content)
        ours = stored.name
        await server.world.db.write((tx) =>
          tx.updateTable('file').set({ preview: theirs }).where('id', '=', id).execute(),
        )
        return stored
      })
      const { bytes } = await downloadFile(server, 'visitor', previewUrl)
      expect([bytes.toString(), await server.world.files.sizeOf(ours)]).toEqual(['theirs', undefined])
    })
    it('whose bytes are lost is made anew', async () => {
      const { id, previewUrl } = await a(await picture(300, 300).png().toBuffer())
      const first = await downloadFile(server, 'visitor', previewUrl)
      await server.world.files.remove((await rememberedOf(id)) ?? '')
      expect((await downloadFile(server, 'visitor', previewUrl)).bytes.equals(first.bytes)).toBe(true)
    })
    it('is not given up when the bytes cannot be had at the moment', async () => {
      const { id, blob, previewUrl } = await a(await picture(300, 300).png().toBuffer())
      const reading = vi.spyOn(server.world.files, 'read').mockImplementation(() => {
        throw new Refusal('unavailable', 'The store is out of reach')
      })
      expect((await downloadFile(server, 'visitor', previewUrl)).status).toBe(503)
      reading.mockRestore()
      const path = await server.world.files.sizeOf(blob ?? '')
      expect([path === undefined, await rememberedOf(id)]).toEqual([false, null])
      const missing = await a('x', 'image/png', { blob: '0123456789abcdef0123456789abcdef' })
      expect((await downloadFile(server, 'visitor', missing.previewUrl)).status).toBe(404)
      expect(await rememberedOf(missing.id)).toBe(null)
      expect((await downloadFile(server, 'visitor', previewUrl)).status).toBe(200)
    })

    it('is made as soon as a picture was uploaded, and for its uploader alone before it is attached', async () => {
      const bytes = await picture(300, 200).png().toBuffer()
      const { id, uploadHref, downloadHref } = await createUpload(server, 'alice', files, bytes.length, 'image/png')
      const headers = { ...server.credentials('alice'), ...offsetHeaders(0) }
      await server.app.inject({ method: 'PATCH', url: uploadHref, headers, payload: bytes })
      expect(await runJobs(server.world)).toMatchObject({ 'make-preview': 1 })
      expect(await rememberedOf(id)).toMatch(/./)
      const previewUrl = downloadHref.replace('/attachments/', '/attachments/preview/')
      const asked = async (who: string) => (await downloadFile(server, who, previewUrl)).status
      expect([await asked('alice'), await asked('admin'), await asked('visitor')]).toEqual([200, 404, 401])
    })
    it('is not ordered for what is no picture', async () => {
      const { uploadHref } = await createUpload(server, 'alice', files, 1, 'text/plain')
      const headers = { ...server.credentials('alice'), ...offsetHeaders(0) }
      await server.app.inject({ method: 'PATCH', url: uploadHref, headers, payload: 'x' })
      expect((await runJobs(server.world))['make-preview']).toBeUndefined()
    })
    it('is kept by the sweep as long as its file is there', async () => {
      const [doomed] = (await grove.createArtifacts({ tracker: 'bug', changes: [{}] })) as [ArtifactId]
      const { id, previewUrl } = await a(await picture(300, 200).png().toBuffer(), 'image/png', { artifact: doomed })
      await downloadFile(server, 'visitor', previewUrl)
      const preview = (await rememberedOf(id)) ?? ''
      const later = { ...server.world, clock: { now: () => server.world.clock.now() + 90_000 } }
      await sweepFiles(later)
      expect(await server.world.files.sizeOf(preview)).toBeGreaterThan(0)
      expect((await server.as('alice').delete(`artifacts/${doomed}`)).status).toBe(200)
      await sweepFiles(later)
      expect(await server.world.files.sizeOf(preview)).toBeUndefined()
    })

    it('is there for what an archive brought, beside the file itself', async () => {
      const path = 'data/Artifact31'
      const bytes = await picture(300, 200).png().toBuffer()
      const reference = change('attachments', 'file', ['<value ref="fileinfo_31"/>'])
      const archive = await createArchive({
        shortName: 'brought',
        users: [{ id: 201, login: 'mira' }],
        groups: [group('project_admins', ['mira'])],
        trackers: [
          tracker({
            id: 'T1',
            fields: [fieldElement('file', 'F9', 'attachments')],
            permissions: openFields('F9'),
            artifacts: [
              artifact(
                1,
                changeset('mira', '2024-01-01T12:00:00+00:00', [reference]),
                file('fileinfo_31', 'b c.png', path, 'image/png'),
              ),
            ],
          }),
        ],
        files: { [path]: bytes },
      })
      const { project } = expectImported(await archive.import(server.world))
      await archive.remove()
      const [found] = (await server.as('admin').get(`projects/${project?.id}/trackers?representation=minimal`)).body
      const [bugReport] = (await server.as('admin').get(`trackers/${found.id}/artifacts?values=all`)).body
      const [{ file_descriptions: described }] = bugReport.values
      const [own, small] = [
        await downloadFile(server, 'visitor', described[0].html_url),
        await downloadFile(server, 'visitor', described[0].html_preview_url),
      ]
      expect([own.status, own.bytes.equals(bytes), own.headers['last-modified']]).toEqual([
        200,
        true,
        'Mon, 01 Jan 2024 12:00:00 GMT',
      ])
      expect([small.status, (await sharp(small.bytes).metadata()).width]).toEqual([200, 150])
    })
    it('leaves no process behind', async () => {
      await sleep(50)
      expect(process.getActiveResourcesInfo()).not.toContain('ProcessWrap')
    })
  })
})
