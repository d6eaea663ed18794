import { escapeHtml } from '../../kit/text/escape-html.ts'
import type { Project } from '../../projects/model/project.ts'
import { renderLocale } from '../../site/reads/render-locale.ts'
import type { Mail, Message } from '../../world/model/ports.ts'
import type { World } from '../../world/model/world.ts'
import { type ChangedPath, type Commit, listTouchedDirectories } from '../model/commit.ts'
import type { Repository } from '../model/repository.ts'

interface CommitMailContent {
  readonly repository: Repository
  readonly project: Project
  readonly commit: Commit
  /** `null`: the author has no account */
  readonly authorEmail: string | null
  /** Changes that the recipient may read. */
  readonly changes: readonly ChangedPath[]
  /** Whether these are all changes, so that the message is included. */
  readonly isWhole: boolean
}

/** docs/api/subversion.md §2.4; contains the URL of the repository where Tuleap discloses a path on disk. */
export async function buildCommitMessage(
  world: Pick<World, 'db' | 'cache' | 'config'>,
  content: CommitMailContent,
  to: Message['to'],
  { domain }: Pick<Mail, 'domain'>,
): Promise<Message> {
  const { origin, timezone } = await renderLocale(world)
  const { repository, commit } = content
  const text = renderText(content, origin, timezone)
  const thread = `repository-${repository.id}`
  return {
    to,
    subject: renderSubject(content),
    text,
    html: `<pre>${escapeHtml(text)}</pre>`,
    messageId: `${thread}-r${commit.revision}@${domain}`,
    references: [],
    headers: {
      // RFC 3834 §5.1: suppresses automatic replies. RFC 2919: identifies the list for mail filters.
      'Auto-Submitted': 'auto-generated',
      'List-Id': `<${thread}.${domain}>`,
    },
  }
}

const maxDirectories = 3

function renderSubject({ repository, commit, changes }: CommitMailContent): string {
  const directories = listTouchedDirectories(changes).map((each) => each.slice(1) || '/')
  const directoryNames = directories.slice(0, maxDirectories).join(' ')
  const header = repository.subjectHeader === '' ? '' : `${repository.subjectHeader} `
  return `${header}r${commit.revision} ${directoryNames}${directories.length > maxDirectories ? '...' : ''}`
}

function renderText(
  { repository, project, commit, authorEmail, changes, isWhole }: CommitMailContent,
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
  const diffs = [...of('U'), ...of('A'), ...of('D')]
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
    isWhole ? commit.message : '(hidden: it may mention paths that you may not read)',
    ...renderList('Updated files :', of('U')),
    ...renderList('Added files :', of('A')),
    ...renderList('Deleted files :', of('D')),
    ...renderList('Source code changes:', diffs),
    '',
  ].join('\n')
}

const renderList = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0
    ? []
    : ['', title, ...lines.slice(0, maxLines).map((line) => `  ${line}`), ...countRest(lines.length)]

/** Keeps mails of large imports readable. */
const maxLines = 500
const countRest = (count: number): string[] => (count > maxLines ? [`  ... and ${count - maxLines} more`] : [])
