import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createUser } from '../../src/accounts/commands/create-user.ts'
import { loadAllUsers } from '../../src/accounts/store/users.ts'
import { type ImportReport, importArchive } from '../../src/archives/commands/import-archive.ts'
import { openArchive } from '../../src/archives/container/open-archive.ts'
import { formatFinding } from '../../src/archives/plan/findings.ts'
import { changePassword } from '../../src/sign-in/commands/change-password.ts'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import type { World } from '../../src/world/model/world.ts'
import { getSharedPath } from './reference-data.ts'

const system = { kind: 'system', reason: 'test' } as const
const goldenPassword = 'welcome0'

/** The sample archives in the order of golden/README.md: projects 101 to 108. */
export const sampleArchives = [
  'backlog',
  'hierarchy',
  'tql-queries',
  'tracker-artifact',
  'tracker-report',
  'workflow',
  'sample-project',
  'test-management',
] as const
export type SampleArchive = (typeof sampleArchives)[number]

/** The import report of each archive. */
export type GoldenState = Readonly<Record<SampleArchive, ImportReport>>

/** Imports the state in which the recordings start, as described in golden/README.md. */
export async function loadGoldenState(world: World): Promise<GoldenState> {
  await changeSettings(world, system, {
    access_mode: 'anonymous',
    timezone: 'Europe/Paris',
    artifacts_deletion_limit: 2,
    max_upload_bytes: 67_108_864,
  })
  await world.cache.refresh()
  const reports = await importSampleArchives(world)
  await addUsers(world)
  for (const { id, login } of await loadAllUsers(world.db.read)) {
    if (login !== 'None') await changePassword(world, system, id, { password: goldenPassword })
  }
  await world.cache.refresh()
  return reports
}

/** Creates users 104 to 106, who are members of no project. */
async function addUsers(world: World): Promise<void> {
  const users = [
    { login: 'outsider', realName: 'Olive Outsider', status: 'A' },
    { login: 'restricted_user', realName: 'Rita Restricted', status: 'R' },
    { login: 'suspended_user', realName: 'Sam Suspended', status: 'S' },
  ] as const
  for (const user of users) {
    const email = `${user.login}@example.com`
    await createUser(world, system, { ...user, email, ldapId: null, password: null })
  }
}

/** Imports the eight projects and creates their users as active. */
export async function importSampleArchives(world: World): Promise<GoldenState> {
  const reports: Partial<Record<SampleArchive, ImportReport>> = {}
  for (const name of sampleArchives) reports[name] = await importSample(world, name)
  // Every name has its report now.
  return reports as GoldenState
}

async function importSample(world: World, name: SampleArchive): Promise<ImportReport> {
  const { path, remove } =
    name === 'sample-project' ? await createFilledSample() : { path: getSharedPath(`archives/${name}`), remove: none }
  const archive = await openArchive(path)
  try {
    const imported = await importArchive(world, { archive, users: { kind: 'create', as: 'active' }, caller: system })
    if ('ok' in imported) return imported.ok
    throw new Error(`${name} was not imported:\n${imported.problems.map(formatFinding).join('\n')}`)
  } finally {
    await archive.close()
    await remove()
  }
}

const none = async (): Promise<void> => {}

const placeholders: Readonly<Record<string, string>> = {
  project_unix_name: 'sample-project',
  project_full_name: 'Sample project',
  username: 'ProjectAdministrator',
  current_date: '2024-01-01T12:00:00+00:00',
}

/** A copy of the archive with its placeholders replaced as described in golden/README.md. */
export async function createFilledSample(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'tulipwood-sample-'))
  const template = await readFile(getSharedPath('archives/sample-project/project.xml'), 'utf8')
  const filled = template.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (whole, key: string) => placeholders[key] ?? whole)
  await writeFile(join(path, 'project.xml'), filled)
  await cp(getSharedPath('archives/tracker-artifact/users.xml'), join(path, 'users.xml'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
