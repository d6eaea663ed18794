import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { findPrograms } from '../../src/subversion/programs/programs.ts'
import type { MailServer } from './mails.ts'
import { callApi, type Scenario, waitUntil } from './scenario.ts'
import type { Request } from './send.ts'

const runProgram = promisify(execFile)

interface Fixture {
  readonly url: string
  /** Access key of a project administrator, for the API and for Subversion. */
  readonly key: string
  readonly login: string
  readonly secret: string
  readonly project: number
  readonly directory: string
}

export interface DrillRepository {
  readonly id: number
  /** Runs the Subversion client as the member. */
  svn(...args: readonly string[]): Promise<void>
  /** URL of the repository for Subversion clients. */
  readonly address: string
  /** The file with long differences, and the revision that changed it and many others. */
  readonly changedIn: number
}

const manyFiles = 500
const longMessages = 20
const message = 'art #1 '.repeat(4000)

/** A repository with large files that all change, a directory of many files and long commit messages. */
export async function createDrillRepository(fixture: Fixture): Promise<DrillRepository | undefined> {
  const search = await findPrograms()
  if ('missing' in search) return undefined
  const { url, key, login, secret, project, directory } = fixture
  const client = { url, key }
  const services = await callApi<{ id: number; name: string }[]>(
    client,
    'GET',
    `projects/${project}/project_services?limit=50`,
  )
  const service = services.find(({ name }) => name === 'plugin_svn')
  await callApi(client, 'PUT', `project_services/${service?.id}`, { is_enabled: true })
  const { id } = await callApi<{ id: number }>(client, 'POST', 'svn', { project_id: project, name: 'large' })
  const { shortname } = await callApi<{ shortname: string }>(client, 'GET', `projects/${project}`)
  const address = `${url}/svnplugin/${shortname}/large`
  const words = ['--username', login, '--password', secret, '--no-auth-cache', '--non-interactive']
  const svn = async (...args: readonly string[]): Promise<void> => {
    await runProgram(search.programs.svn, [
      ...args,
      ...words,
      '--config-dir',
      path.join(directory, 'svn-configuration'),
    ])
  }
  const copy = path.join(directory, 'working-copy')
  const file = path.join(directory, 'message')
  await writeFile(file, message)
  await svn('checkout', '--quiet', address, copy)
  await mkdir(path.join(copy, 'large'))
  await mkdir(path.join(copy, 'many'))
  const writeAll = async (word: string): Promise<void> => {
    for (let n = 0; n < 10; n++)
      await writeFile(path.join(copy, 'large', `${n}.txt`), `${word} ${n} <&>\n`.repeat(90_000))
    for (let n = 0; n < manyFiles; n++)
      await writeFile(path.join(copy, 'many', `${n}.txt`), `${word} ${n}\n`.repeat(2000))
  }
  await writeAll('before')
  await svn('add', '--quiet', path.join(copy, 'large'), path.join(copy, 'many'))
  await svn('commit', '--quiet', '-F', file, copy)
  await writeAll('after')
  await svn('commit', '--quiet', '-F', file, copy)
  const { length: before } = await callApi<unknown[]>(client, 'GET', `svn/${id}/commits?limit=100`)
  for (let n = 0; n < longMessages; n++) {
    await writeFile(path.join(copy, 'many', '0.txt'), `${n}\n`)
    await svn('commit', '--quiet', '-F', file, copy)
  }
  return { id, svn, address, changedIn: before }
}

const filled = (count: number, part: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => part(n)).join('')

/** Access files with the maximum number of lines, up to 1 MB. */
const accessFiles: Readonly<Record<string, string>> = {
  sections: filled(9_999, (n) => `[/folder${n}${'x'.repeat(70)}]\n* = rw\n`),
  'rules of one section': `[/]\n${filled(19_998, (n) => `user${n}${'x'.repeat(30)} = r\n`)}`,
  'rules of known users': filled(3_999, (n) => `[/folder${n}]\nines = rw\njonas = r\n* =\n@members = rw\n`),
  'one rule again and again': `[/]\n${filled(19_998, () => `ines = r${' '.repeat(30)}\n`)}`,
  groups: `[groups]\n${filled(19_998, (n) => `group${n} = ines, jonas, ines, jonas\n`)}`,
  'groups of groups': `[groups]\ng0 = ines\n${filled(19_990, (n) => `g${n + 1} = @g${n}, @g${n}, @g${n}\n`)}[/]\n@g19990 = rw\n`,
  'chains of 40 groups': `[groups]\n${filled(19_990, (n) => (n % 40 === 0 ? `g${n} = ines\n` : `g${n} = @g${n - 1}\n`))}`,
  'groups that double': `[groups]\ng0 = ines\n${filled(6_660, (n) => `a${n} = @g${n}\nb${n} = @g${n}\ng${n + 1} = @a${n}, @b${n}\n`)}`,
  'members of one group': `[groups]\ng = ${filled(80_000, (n) => `user${n}, `)}ines\n`,
  aliases: `[aliases]\n${filled(19_998, (n) => `alias${n} = ines\n`)}`,
  'continued lines': `[/]\nines = r\n${` w${' '.repeat(40)}\n`.repeat(19_990)}`,
  comments: `# ${'a'.repeat(40)}\n`.repeat(19_999),
  blanks: `[/]${' '.repeat(900_000)}\n`,
  'mistakes on every line': `${'a'.repeat(40)}\n`.repeat(19_999),
  'a mistake at the end': `${filled(9_998, (n) => `[/folder${n}]\n* = rw\n`)}[`,
  'too many lines': 'a\n'.repeat(450_000),
}

interface RepositoryAccess {
  readonly repository: DrillRepository
  readonly key: string
}

const accepted: readonly Readonly<Record<string, string>>[] = [
  {},
  { accept: 'application/xml' },
  { 'accept-encoding': 'br' },
]

export function* createRepositoryRequests({
  repository: { id, changedIn },
  key,
}: RepositoryAccess): Generator<Request> {
  const reads: Readonly<Record<string, string>> = {
    'diff?path=/large&limit=50': 'large files',
    'diff?path=/many&limit=50': 'many files',
    'commits?limit=100': 'long messages',
    [`commits/${changedIn}`]: 'many paths and a long message',
    'tree?path=/many&limit=500': 'many files',
    'file?path=/large/0.txt': 'a large file',
    'file?path=/large/0.txt&raw=true': 'a large file',
  }
  for (const [target, input] of Object.entries(reads)) {
    const query = target.startsWith('diff') ? `${target}&from=${changedIn - 1}&to=${changedIn}` : target
    for (const headers of accepted)
      yield {
        name: `GET /svn/:id/${target.split(/[?/]/)[0]}`,
        input: `${input}${Object.values(headers).map((value) => `, ${value}`)}`,
        method: 'GET',
        path: `/api/svn/${id}/${query}`,
        headers: { 'x-auth-accesskey': key, ...headers },
      }
  }
  const headers = { 'x-auth-accesskey': key, 'content-type': 'application/json' }
  for (const [input, text] of Object.entries(accessFiles)) {
    yield {
      name: 'POST /svn/:id/access_file_check',
      input,
      method: 'POST',
      path: `/api/svn/${id}/access_file_check`,
      headers,
      body: JSON.stringify({ access_file: text }),
      settleMs: 200,
    }
    yield {
      name: 'PUT /svn/:id',
      input: `access file, ${input}`,
      method: 'PUT',
      path: `/api/svn/${id}`,
      headers,
      body: JSON.stringify({
        settings: {
          commit_rules: { is_reference_mandatory: false, is_commit_message_change_allowed: false },
          immutable_tags: { paths: [], whitelist: [] },
          access_file: text,
          email_notifications: [],
        },
      }),
      settleMs: 1000,
    }
    yield { name: 'GET /svn/:id', input: `access file, ${input}`, method: 'GET', path: `/api/svn/${id}`, headers }
  }
}

interface Committing extends RepositoryAccess {
  readonly url: string
  readonly directory: string
  readonly mails: MailServer
  /** Ids of users who get an email about each commit. */
  readonly recipients: readonly number[]
}

/** A commit of many files with a long message, including hooks, references and emails. */
export function createCommitScenarios({
  repository,
  key,
  url,
  directory,
  mails,
  recipients,
}: Committing): readonly Scenario[] {
  return [
    {
      name: 'commit',
      input: 'many files and a long message',
      async run() {
        await callApi({ url, key }, 'PUT', `svn/${repository.id}`, {
          settings: {
            commit_rules: { is_reference_mandatory: false, is_commit_message_change_allowed: false },
            immutable_tags: { paths: [], whitelist: [] },
            access_file: '[/]\n* = rw\n',
            email_notifications: [{ path: '/', emails: [], users: recipients, user_groups: [] }],
          },
        })
        const before = mails.received
        const copy = path.join(directory, 'working-copy')
        for (let n = 0; n < manyFiles; n++)
          await writeFile(path.join(copy, 'many', `${n}.txt`), `again ${n}\n`.repeat(2000))
        await repository.svn('commit', '--quiet', '-F', path.join(directory, 'message'), copy)
        await waitUntil(() => mails.received >= before + recipients.length, 10_000)
        return { status: 200, bytes: mails.received - before }
      },
    },
  ]
}
