import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { openArchive } from './open-archive.ts'

let scratch = ''
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'archive-'))
})
afterAll(() => rm(scratch, { recursive: true, force: true }))

const content = { 'project.xml': '<project/>', 'data/Artifact1/log.txt': 'line\n'.repeat(50_000), 'data/empty': '' }

describe.each([
  ['a zip', () => zipOf(content)],
  ['a zip without compression', () => zipOf(content, { compress: false })],
  ['a zip of a directory', () => zipOf(inDirectory('export', content))],
  ['a zip made on macOS', () => zipOf({ ...inDirectory('export', content), '__MACOSX/export/._project.xml': 'x' })],
  ['a directory', () => directoryOf(content)],
])('an archive as %s', (_, make) => {
  it('reads its entries', async () => {
    const archive = await openArchive(await make())
    for (const [name, text] of Object.entries(content)) {
      expect(await archive.has(name)).toBe(true)
      expect(await archive.size(name)).toBe(text.length)
      expect((await buffer(await archive.read(name))).toString()).toBe(text)
    }
    await archive.close()
  })

  it('reads several entries concurrently, one of them only in part', async () => {
    const archive = await openArchive(await make())
    const [log, other, project] = await Promise.all(
      ['data/Artifact1/log.txt', 'data/Artifact1/log.txt', 'project.xml'].map((name) => archive.read(name)),
    )
    for await (const chunk of log!) {
      expect(chunk.length).toBeGreaterThan(0)
      break
    }
    expect((await buffer(other!)).length).toBe(250_000)
    expect((await buffer(project!)).toString()).toBe('<project/>')
    await archive.close()
  })

  it('reports missing entries', async () => {
    const archive = await openArchive(await make())
    expect(await archive.has('users.xml')).toBe(false)
    expect(await archive.size('users.xml')).toBeUndefined()
    expect(await archive.has('data')).toBe(false)
    await expect(archive.read('users.xml')).rejects.toThrow('The archive has no file "users.xml"')
    await expect(archive.read('data')).rejects.toThrow('The archive has no file "data"')
    await archive.close()
  })

  it('normalizes names', async () => {
    const archive = await openArchive(await make())
    expect(await archive.has('./data//empty')).toBe(true)
    await archive.close()
  })

  it.each(['../secret', 'data/../../secret', '/etc/passwd', 'C:/secret', 'data\\empty', 'data/\0', '', '.'])(
    'rejects the name %j',
    async (name) => {
      const archive = await openArchive(await make())
      const refusal = expect.objectContaining({ name: 'ArchiveProblem' })
      await expect(archive.has(name)).rejects.toEqual(refusal)
      await expect(archive.size(name)).rejects.toEqual(refusal)
      await expect(archive.read(name)).rejects.toEqual(refusal)
      await archive.close()
    },
  )
})

describe('a malicious zip', () => {
  it.each<[string, (zip: Buffer) => Buffer, string]>([
    ['leads out by ..', renamed('../passwd'), 'The archive names "../passwd", which leads out of the archive by ..'],
    ['leads out further in', renamed('a/../../b'), 'leads out of the archive by ..'],
    ['has an absolute name', renamed('/etc/pass'), 'is an absolute path; it must lie inside the archive'],
    ['has a drive in a name', renamed('C:/passwd'), 'is an absolute path'],
    ['has a backslash in a name', renamed('..\\passwd'), 'holds a backslash'],
    ['has a NUL in a name', renamed('passwd\0.x'), 'holds a NUL character'],
    ['has a name that is none', renamed('././././.'), 'which is no name'],
    ['has a name twice', renamed('other.txt'), 'Duplicate entry "other.txt" in the archive'],
    ['has a name twice, written differently', renamed('.//a/.//b'), 'Duplicate entry "a/b" in the archive'],
    ['is encrypted', edited({ flags: 0x0001 }), 'is encrypted; create the archive without a password'],
    ['is encrypted strongly', edited({ flags: 0x0041 }), 'The archive cannot be read: strong encryption'],
    ['holds a link', edited({ mode: 0o120777 }), 'is a symbolic link; put the file itself in the archive'],
    ['holds a device', edited({ mode: 0o060666 }), 'is neither a file nor a directory'],
    ['is compressed by something else', edited({ method: 12 }), 'is not compressed with deflate'],
    [
      'declares more than it may',
      edited({ size: 0xfffffff0 }),
      'The archive exceeds the uncompressed size limit of 1000000 bytes',
    ],
    ['shares bytes between entries', overlapping, 'The archive is damaged: entries overlap'],
    ['is cut off', (zip) => zip.subarray(0, -30), 'The archive is not a zip file, or only the beginning of one'],
    [
      'lost its middle',
      (zip) => Buffer.concat([zip.subarray(0, 40), zip.subarray(-22)]),
      'The archive cannot be read:',
    ],
    ['is something else', () => Buffer.from('hello'), 'The archive is not a zip file'],
    ['is empty', () => Buffer.alloc(0), 'The archive is not a zip file'],
  ])('is rejected if it %s', async (_, attack, message) => {
    const path = await edit(await zipOf({ [attackedName]: 'x'.repeat(5000), 'other.txt': 'y', 'a/b': 'z' }), attack)
    const opened = openArchive(path, { maxTotalBytes: 1_000_000 })
    await expect(opened).rejects.toThrow(message)
    await expect(opened).rejects.toMatchObject({ name: 'ArchiveProblem' })
  })

  it('is rejected with too many entries', async () => {
    const path = await zipOf({ a: '1', b: '2', c: '3' })
    await expect(openArchive(path, { maxEntries: 2 })).rejects.toThrow(
      'The archive has 4 entries, more than the 2 allowed',
    )
  })

  it.each<[string, Parameters<typeof edited>[0], string]>([
    ['becomes longer than declared', { size: 100 }, 'is damaged: it is longer than the 100 bytes declared'],
    ['stays shorter than declared', { size: 900_000 }, 'is damaged: it has 800000 of the 900000 bytes declared'],
    ['has another checksum', { crc: 1 }, 'is damaged: its checksum is wrong'],
  ])('is rejected while reading an entry that %s', async (_, change, message) => {
    const path = await edit(await zipOf({ [attackedName]: '0'.repeat(800_000), b: 'x' }), edited(change))
    const archive = await openArchive(path)
    let size = 0
    const reading = (async () => {
      for await (const chunk of await archive.read(attackedName)) size += chunk.length
    })()
    await expect(reading).rejects.toThrow(`"${attackedName}" ${message}`)
    await expect(reading).rejects.toMatchObject({ name: 'ArchiveProblem' })
    expect(size).toBeLessThanOrEqual(change.size === 100 ? 100 : 800_000)
    expect((await buffer(await archive.read('b'))).toString()).toBe('x')
    await archive.close()
  })

  it('is rejected while reading invalid deflate data', async () => {
    const path = await edit(await zipOf({ [attackedName]: 'x'.repeat(5000) }), (zip) => {
      zip.fill(
        0xff,
        zip.indexOf(attackedName) + attackedName.length,
        zip.indexOf(attackedName) + attackedName.length + 8,
      )
      return zip
    })
    const archive = await openArchive(path)
    await expect(archive.read(attackedName).then(buffer)).rejects.toThrow(`"${attackedName}" is damaged: `)
    await archive.close()
  })
})

it('cannot be read after it was closed', async () => {
  const archive = await openArchive(await zipOf(content))
  const reading = await archive.read('project.xml')
  await archive.close()
  await archive.close()
  await expect(buffer(reading)).rejects.toThrow('The archive has been closed')
})

describe('a directory', () => {
  it('follows links inside and rejects those that lead outside', async () => {
    const directory = await directoryOf(content)
    const secret = await directoryOf({ passwd: 'secret' })
    await symlink('project.xml', join(directory, 'inside.xml'))
    await symlink(join(secret, 'passwd'), join(directory, 'outside.xml'))
    await symlink(secret, join(directory, 'outside'))
    await symlink('nowhere', join(directory, 'dangling'))
    const archive = await openArchive(directory)
    expect((await buffer(await archive.read('inside.xml'))).toString()).toBe('<project/>')
    await expect(archive.read('outside.xml')).rejects.toThrow('"outside.xml" links to outside of the archive')
    await expect(archive.has('outside/passwd')).rejects.toThrow('links to outside of the archive')
    expect(await archive.has('dangling')).toBe(false)
    expect(await archive.has('project.xml/x')).toBe(false)
  })

  it('can be opened through a link', async () => {
    const link = join(scratch, 'link-to-archive')
    await symlink(await directoryOf(content), link)
    const archive = await openArchive(link)
    expect(archive.name).toBe('link-to-archive')
    expect(await archive.has('project.xml')).toBe(true)
  })
})

it('rejects a missing archive', async () => {
  await expect(openArchive(join(scratch, 'nothing.zip'))).rejects.toThrow(
    /^The archive .*nothing\.zip cannot be opened \(ENOENT\)$/,
  )
})

type Files = Readonly<Record<string, string>>

const attackedName = 'attacked1'

function inDirectory(directory: string, files: Files): Files {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`${directory}/${name}`, text]))
}

async function directoryOf(files: Files): Promise<string> {
  const directory = await mkdtemp(join(scratch, 'directory-'))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(directory, name, '..'), { recursive: true })
    await writeFile(join(directory, name), text)
  }
  return directory
}

async function zipOf(files: Files, options: { readonly compress?: boolean } = {}): Promise<string> {
  const zip = new ZipFile()
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name, options)
  zip.addEmptyDirectory(Object.keys(files).every((name) => name.startsWith('export/')) ? 'export/svn' : 'svn')
  zip.end()
  const path = join(await mkdtemp(join(scratch, 'zip-')), 'archive.zip')
  await writeFile(path, zip.outputStream)
  return path
}

async function edit(path: string, change: (zip: Buffer) => Buffer): Promise<string> {
  await writeFile(path, change(await readFile(path)))
  return path
}

/** Gives the manipulated entry another name of the same length. */
function renamed(name: string): (zip: Buffer) => Buffer {
  return (zip) => {
    expect(name).toHaveLength(attackedName.length)
    zip.write(name, centralHeader(zip) + 46)
    return zip
  }
}

/** Falsifies the manipulated entry in the central directory, at the offsets of APPNOTE 4.3.12. */
function edited(change: { flags?: number; method?: number; crc?: number; size?: number; mode?: number }) {
  return (zip: Buffer): Buffer => {
    const header = centralHeader(zip)
    if (change.flags !== undefined) zip.writeUInt16LE(change.flags, header + 8)
    if (change.method !== undefined) zip.writeUInt16LE(change.method, header + 10)
    if (change.crc !== undefined) zip.writeUInt32LE(change.crc, header + 16)
    if (change.size !== undefined) zip.writeUInt32LE(change.size, header + 24)
    if (change.mode !== undefined) zip.writeUInt16LE(change.mode, header + 40)
    return zip
  }
}

/** Makes the second entry start where the first, manipulated one does. */
function overlapping(zip: Buffer): Buffer {
  const first = centralHeader(zip)
  const second = zip.indexOf('PK\x01\x02', first + 4, 'latin1')
  zip.writeUInt32LE(zip.readUInt32LE(first + 42), second + 42)
  return zip
}

function centralHeader(zip: Buffer): number {
  return zip.lastIndexOf(attackedName) - 46
}
