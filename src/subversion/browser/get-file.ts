import { Refusal } from '../../kit/messages/refusal.ts'
import type { Browser } from './open-browser.ts'
import { readText } from './open-browser.ts'
import { toRefusal } from './parse-svn-xml.ts'
import { ProgramFailure } from './stream-program-output.ts'

export interface CommittedFile {
  readonly size: number
  /** Declared by the committer; not verified. */
  readonly mediaType: string
  read(): AsyncIterable<Buffer>
}

/** Allows slow clients to read large files. */
const readTimeoutMs = 3_600_000

/** Returns a file as committed, without keyword expansion. */
export async function getFile(
  { svnlook }: Browser,
  { path, revision }: { readonly path: string; readonly revision: number },
): Promise<CommittedFile> {
  if (path === '/') throw notAFile()
  const at = ['-r', String(revision)]
  const [size, mediaType] = await Promise.all([
    readText(svnlook(['filesize', ...at, path])).catch((problem: unknown) => {
      throw problem instanceof ProgramFailure && problem.errorOutput.includes('E160017')
        ? notAFile()
        : toRefusal(problem)
    }),
    // Most files have none, which `svnlook` reports as an error.
    readText(svnlook(['propget', ...at, 'svn:mime-type', path])).catch((problem: unknown) => {
      if (problem instanceof ProgramFailure) return ''
      throw problem
    }),
  ])
  return { size: Number(size), mediaType: mediaType.trim(), read: () => svnlook(['cat', ...at, path], readTimeoutMs) }
}

const notAFile = (): Refusal => new Refusal('invalid', 'Not a file.')
