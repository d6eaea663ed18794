import { escapeHtml } from '../fields/render-text.ts'
import type { Mail, Message } from '../kit/ports.ts'
import type { World } from '../kit/world.ts'
import { standpointOf } from '../platform/reads/standpoint.ts'
import type { Project } from '../projects/model/project.ts'
import { type ChangedPath, type Commit, touchedDirectories } from './model/commit.ts'
import type { Repository } from './model/repository.ts'

interface Told {
  readonly repository: Repository
  readonly project: Project
  readonly commit: Commit
  /** `null`: nobody here is called as its author. */
  readonly authorEmail: string | null
  /** Those that the recipient reads. */
  readonly changes: readonly ChangedPath[]
  /** Whether these are all, and the message is told with them. */
  readonly isWhole: boolean
}

/** docs/api/subversion.md §2.4; the address of the repository stands where Tuleap gives away a path of the disk. */
export async function commitMessage(
  world: Pick<World, 'db' | 'cache' | 'config'>,
  told: Told,
  to: Message['to'],
  { domain }: Pick<Mail, 'domain'>,
): Promise<Message> {
  const { origin, timezone } = await standpointOf(world)
  const { repository, commit } = told
  const text = textOf(told, origin, timezone)
  const thread = `repository-${repository.id}`
  return {
    to,
    subject: subjectOf(told),
    text,
    html: `<pre>${escapeHtml(text)}</pre>`,
    messageId: `${thread}-r${commit.revision}@${domain}`,
    references: [],
    headers: {
      // RFC 3834 §5.1: nobody on holiday answers it. RFC 2919: what a filter may go by.
      'Auto-Submitted': 'auto-generated',
      'List-Id': `<${thread}.${domain}>`,
    },
  }
}

const mostDirectories = 3

function subjectOf({ repository, commit, changes }: Told): string {
  const directories = touchedDirectories(changes).map((each) => each.slice(1) || '/')
  const named = directories.slice(0, mostDirectories).join(' ')
  const header = repository.subjectHeader === '' ? '' : `${repository.subjectHeader} `
  return `${header}r${commit.revision} ${named}${directories.length > mostDirectories ? '...' : ''}`
}

function textOf(
  { repository, project, commit, authorEmail, changes, isWhole }: Told,
  origin: string,
  timezone: string,
): string {
  const root = `${project.shortName}/${repository.name}`
  const of = (action: ChangedPath['action']) => changes.filter((each) => each.action === action).map(({ path }) => path)
  const view = (name: string, more: string): string => `${origin}/plugins/svn${name}?roottype=svn&${more}root=${root}`
  const date = new Date(commit.committedOn * 1000).toLocaleString('en-GB', {
    timeZone: timezone,
    timeZoneName: 'short',
  })
  const { revision } = commit
  const diffs = [...of('U'), ...of('A')]
    .filter((path) => !path.endsWith('/'))
    .map((path) =>
      view(`/${path.split('/').map(encodeURIComponent).join('/')}`, `view=diff&r1=${revision - 1}&r2=${revision}&`),
    )
  return [
    `SVN Repository: ${origin}/svnplugin/${root}`,
    `Changes by: ${commit.author}${authorEmail === null ? '' : ` <${authorEmail}>`} on ${date}`,
    `New Revision:   ${revision}  ${view('', 'view=rev&')}&revision=${revision}`,
    '',
    'Log message:',
    isWhole ? commit.message : '(not shown: it may speak of paths that are hidden from you)',
    ...listed('Updated files :', of('U')),
    ...listed('Added files :', of('A')),
    ...listed('Deleted files :', of('D')),
    ...listed('Source code changes:', diffs),
    '',
  ].join('\n')
}

const listed = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.slice(0, mostLines).map((line) => `  ${line}`), ...rest(lines.length)]

/** A mail of a large import is still one that people can open. */
const mostLines = 500
const rest = (count: number): string[] => (count > mostLines ? [`  ... and ${count - mostLines} more`] : [])
