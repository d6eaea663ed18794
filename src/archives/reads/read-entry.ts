import { type XmlElement, XmlProblem } from '../../kit/xml/element.ts'
import { readXml, type XmlReading } from '../../kit/xml/read.ts'
import type { Notes } from '../findings.ts'
import { ArchiveProblem } from '../problem.ts'
import type { ArchiveSource } from '../source.ts'

/** Tells how many bytes of a document were read. */
export type BytesRead = (bytes: number) => void

/** An XML document of an archive; what is wrong with it is a problem and gives undefined. */
export async function readEntry(
  archive: ArchiveSource,
  entry: string,
  notes: Notes,
  reading: XmlReading & { readonly onBytes?: BytesRead } = {},
): Promise<XmlElement | undefined> {
  const { onBytes, ...xml } = reading
  try {
    if (!(await archive.has(entry))) {
      notes.problem('document-missing', null, `The archive has no ${entry}`)
      return undefined
    }
    return await readXml(counted(await archive.read(entry), onBytes), xml)
  } catch (error) {
    if (error instanceof XmlProblem) notes.problem('unreadable', error.line, error.reason)
    else if (error instanceof ArchiveProblem) notes.problem('unreadable', null, error.message)
    else throw error
    return undefined
  }
}

async function* counted(source: AsyncIterable<Buffer>, onBytes: BytesRead | undefined): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.length
    onBytes?.(bytes)
    yield chunk
  }
}
