import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { Choices } from './choices.ts'

/** How the files of an archive are written into a zip file. */
export interface ZipForm {
  /** In the order of the zip file. */
  readonly entries: readonly ZipEntry[]
  /** Directory that contains everything; empty: none. */
  readonly top: string
  readonly hasDirectories: boolean
  readonly hasMetadata: boolean
  readonly isZip64: boolean
  readonly comment: string
}

interface ZipEntry {
  readonly name: string
  readonly isCompressed: boolean
  /** Sizes and checksum follow the content. */
  readonly hasDescriptor: boolean
}

export const chooseZipForm = (names: readonly string[], choices: Choices): ZipForm => ({
  entries: choices
    .shuffled(names)
    .map((name) => ({ name, isCompressed: choices.once(2), hasDescriptor: choices.once(2) })),
  top: choices.pick(['', '', 'archive/', 'Größe 日本/', './']),
  hasDirectories: choices.once(3),
  hasMetadata: choices.once(4),
  isZip64: choices.once(6),
  comment: choices.pick(['', 'Written by an export']),
})

export async function zipFiles(files: ReadonlyMap<string, Buffer>, form: ZipForm): Promise<Buffer> {
  const zip = new ZipFile()
  if (form.hasDirectories) {
    const directories = [...files.keys()].filter((name) => name.includes('/')).map((name) => name.replace(/[^/]*$/, ''))
    for (const name of new Set(directories)) zip.addEmptyDirectory(`${form.top}${name}`)
  }
  for (const { name, isCompressed, hasDescriptor } of form.entries) {
    const bytes = files.get(name)
    if (bytes === undefined) continue
    const path = `${form.top}${name}`
    const options = { compress: isCompressed, forceZip64Format: form.isZip64 }
    if (hasDescriptor) zip.addReadStream(Readable.from([bytes]), path, options)
    else zip.addBuffer(bytes, path, options)
    // As macOS writes it.
    if (form.hasMetadata) zip.addBuffer(Buffer.from('x'), `__MACOSX/${form.top}._${name}`)
  }
  zip.end({ comment: form.comment, forceZip64Format: form.isZip64 })
  return buffer(zip.outputStream)
}
