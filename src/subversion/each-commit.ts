import { pathToFileURL } from 'node:url'
import type { LoggedCommit } from '../kit/ports.ts'
import { textOf } from '../kit/xml/element.ts'
import { readXml } from '../kit/xml/read.ts'
import { type Account, pathFor } from './account.ts'
import { committedIn } from './browser/committed-in.ts'
import { programOutput } from './browser/program-output.ts'
import { speakable } from './browser/speakable.ts'
import type { Programs } from './programs.ts'

interface Ground {
  readonly programs: Pick<Programs, 'svn'>
  readonly account: Account | null
  /** Where a client finds nothing of anybody's. */
  readonly configuration: string
}

const patience = 3_600_000

/** Tells every commit up to a revision, the first one first; nothing of them is kept. */
export async function eachCommit(
  { programs, account, configuration }: Ground,
  { path, youngest }: { readonly path: string; readonly youngest: number },
  tell: (commit: LoggedCommit) => Promise<void>,
): Promise<void> {
  // There is no revision 1 to begin with then.
  if (youngest === 0) return
  const quietly = ['--non-interactive', '--no-auth-cache', '--config-dir', pathFor(account, configuration)]
  const parameters = [
    'log',
    '--xml',
    '--verbose',
    ...quietly,
    '-r',
    `1:${youngest}`,
    '--',
    `${pathToFileURL(pathFor(account, path)).href}@`,
  ]
  const log = programOutput({ file: programs.svn, parameters, account, milliseconds: patience })
  let paths: string[] = []
  await readXml(speakable(log), {
    each: {
      'logentry/paths/path': ({ text, attributes }) => {
        const from = attributes['copyfrom-path']
        paths.push(text, ...(from === undefined ? [] : [from]))
      },
      async logentry(element) {
        const { revision, author, date } = committedIn(element)
        const message = textOf(element, 'msg') ?? ''
        const changed = paths
        paths = []
        await tell({ revision, author: author ?? '', committedOn: date ?? 0, message, paths: changed })
      },
    },
  })
}
