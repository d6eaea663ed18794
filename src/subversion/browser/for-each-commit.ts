import { pathToFileURL } from 'node:url'
import { getText } from '../../kit/xml/element.ts'
import { readXml } from '../../kit/xml/read.ts'
import type { LoggedCommit } from '../../world/model/ports.ts'
import { type Account, getPathForAccount } from '../programs/account.ts'
import type { Programs } from '../programs/programs.ts'
import { parseCommitted } from './parse-committed.ts'
import { replaceInvalidXml } from './replace-invalid-xml.ts'
import { streamProgramOutput } from './stream-program-output.ts'

interface ProgramContext {
  readonly programs: Pick<Programs, 'svn'>
  readonly account: Account | null
  /** An empty configuration directory. */
  readonly configuration: string
}

const timeoutMs = 3_600_000

/** Calls `onCommit` for every commit up to a revision, oldest first, without buffering them. */
export async function forEachCommit(
  { programs, account, configuration }: ProgramContext,
  { path, youngest }: { readonly path: string; readonly youngest: number },
  onCommit: (commit: LoggedCommit) => Promise<void>,
): Promise<void> {
  // An empty repository has no revision 1.
  if (youngest === 0) return
  const quietly = ['--non-interactive', '--no-auth-cache', '--config-dir', getPathForAccount(account, configuration)]
  const parameters = [
    'log',
    '--xml',
    '--verbose',
    ...quietly,
    '-r',
    `1:${youngest}`,
    '--',
    `${pathToFileURL(getPathForAccount(account, path)).href}@`,
  ]
  const log = streamProgramOutput({ file: programs.svn, parameters, account, milliseconds: timeoutMs })
  let paths: string[] = []
  await readXml(replaceInvalidXml(log), {
    each: {
      'logentry/paths/path': ({ text, attributes }) => {
        const from = attributes['copyfrom-path']
        paths.push(text, ...(from === undefined ? [] : [from]))
      },
      async logentry(element) {
        const { revision, author, date } = parseCommitted(element)
        const message = getText(element, 'msg') ?? ''
        const changed = paths
        paths = []
        await onCommit({ revision, author: author ?? '', committedOn: date ?? 0, message, paths: changed })
      },
    },
  })
}
