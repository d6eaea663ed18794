import { message } from '../../kit/messages/message.ts'
import { type XmlElement, XmlProblem } from '../../kit/xml/element.ts'
import { readXml, type XmlReading } from '../../kit/xml/read.ts'
import type { FindingReporter } from '../../trackers/xml/finding-reporter.ts'
import { ArchiveError } from '../container/archive-error.ts'
import type { ArchiveSource } from '../container/open-archive.ts'

/** Called with the number of bytes read. */
export type BytesRead = (bytes: number) => void

/** Parses an XML document of an archive; reports a problem and returns undefined on errors. */
export async function readEntry(
  archive: ArchiveSource,
  entry: string,
  notes: FindingReporter,
  reading: XmlReading & { readonly onBytes?: BytesRead } = {},
): Promise<XmlElement | undefined> {
  const { onBytes, ...xml } = reading
  try {
    if (!(await archive.has(entry))) {
      notes.problem('document-missing', null, message`The archive has no ${entry}`)
      return undefined
    }
    return await readXml(countBytes(await archive.read(entry), onBytes), xml)
  } catch (error) {
    if (error instanceof XmlProblem) notes.problem('unreadable', error.line, error.reason)
    else if (error instanceof ArchiveError) notes.problem('unreadable', null, error.text)
    else throw error
    return undefined
  }
}

async function* countBytes(source: AsyncIterable<Buffer>, onBytes: BytesRead | undefined): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.length
    onBytes?.(bytes)
    yield chunk
  }
}
