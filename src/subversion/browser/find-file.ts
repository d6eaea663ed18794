import { Refusal } from '../../kit/refusal.ts'
import type { Browser } from './open-browser.ts'
import { text } from './open-browser.ts'
import { ProgramFailed } from './program-output.ts'
import { asRefusal } from './svn-xml.ts'

export interface FoundFile {
  readonly size: number
  /** As whoever committed it declared; nobody verified it. */
  readonly mediaType: string
  read(): AsyncIterable<Buffer>
}

/** Slow clients read large files. */
const readingTime = 3_600_000

/** A file as it was committed, nothing expanded in it. */
export async function findFile(
  { svnlook }: Browser,
  { path, revision }: { readonly path: string; readonly revision: number },
): Promise<FoundFile> {
  if (path === '/') throw isFolder()
  const at = ['-r', String(revision)]
  const [size, mediaType] = await Promise.all([
    text(svnlook(['filesize', ...at, path])).catch((problem: unknown) => {
      throw problem instanceof ProgramFailed && problem.complaint.includes('E160017') ? isFolder() : asRefusal(problem)
    }),
    // Most have none, which is a complaint.
    text(svnlook(['propget', ...at, 'svn:mime-type', path])).catch((problem: unknown) => {
      if (problem instanceof ProgramFailed) return ''
      throw problem
    }),
  ])
  return { size: Number(size), mediaType: mediaType.trim(), read: () => svnlook(['cat', ...at, path], readingTime) }
}

const isFolder = (): Refusal => new Refusal('invalid', 'This is a folder, and has no content of its own')
