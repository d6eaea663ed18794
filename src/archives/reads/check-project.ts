import type { Reader } from '../../kit/db/db.ts'
import { DEFAULT_TEMPLATE } from '../../kit/ids.ts'
import type { XmlElement } from '../../kit/xml/element.ts'
import type { Settings } from '../../platform/model/settings.ts'
import { isNameTaken } from '../../platform/store/users.ts'
import { accessProblem } from '../../projects/model/access.ts'
import { fullNameProblem, shortNameProblem, shortNameTaken } from '../../projects/model/names.ts'
import type { Project } from '../../projects/model/project.ts'
import { type ServiceChoice, siteService } from '../../projects/model/services.ts'
import { servicesOf } from '../../projects/store/services.ts'
import type { Notes } from '../findings.ts'
import { type ArchivedProject, type ArchivedService, readProject } from '../reading/project.ts'
import type { ArchivedUser } from '../reading/users.ts'

interface Wanted {
  /** Instead of the archive's own. */
  readonly shortName?: string
  /** What it is called and who sees it was decided when it was asked for. */
  readonly into?: Project
  readonly settings: Settings
  readonly users: readonly ArchivedUser[]
}

/** The project itself: its names must be free and follow the rules of contract 10 §8.5. */
export async function checkProject(
  db: Reader,
  root: XmlElement,
  { shortName, into, settings, users }: Wanted,
  notes: Notes,
): Promise<{ readonly project: ArchivedProject; readonly services: readonly ServiceChoice[] }> {
  const read = readProject(root, notes)
  const project =
    into === undefined ? await named(db, read, { shortName, settings, users }, notes) : asAsked(read, into)
  const template = await servicesOf(db, DEFAULT_TEMPLATE)
  const inherited = template.map(({ shortName: name, isEnabled }) => ({ shortName: name, isEnabled }))
  const own = project.services.flatMap((service) => choiceOf(service, notes))
  // Contract 10 §12.5: what the archive does not list is as in the template.
  const listed = new Set(own.map((choice) => choice.shortName))
  return { project, services: [...own, ...inherited.filter((choice) => !listed.has(choice.shortName))] }
}

const asAsked = (read: ArchivedProject, { shortName, name, description, access }: Project): ArchivedProject => ({
  ...read,
  shortName,
  name,
  description,
  access,
})

async function named(db: Reader, read: ArchivedProject, wanted: Wanted, notes: Notes): Promise<ArchivedProject> {
  const { shortName = read.shortName, settings, users } = wanted
  const project = { ...read, shortName, access: possibleAccess(read, settings, notes) }
  await checkNames(db, project, users, notes)
  return project
}

async function checkNames(
  db: Reader,
  { line, shortName, name }: ArchivedProject,
  users: readonly ArchivedUser[],
  notes: Notes,
): Promise<void> {
  const broken = shortName === '' ? undefined : shortNameProblem(shortName)
  if (broken !== undefined) notes.problem('short-name', line, broken)
  else if (shortName !== '' && (await isShortNameTaken(db, shortName, users)))
    notes.problem('short-name', line, shortNameTaken)
  const fullName = name === '' ? undefined : fullNameProblem(name)
  if (fullName !== undefined) notes.problem('invalid-structure', line, fullName)
}

/** By an account or a project, or by someone who comes in the same archive. */
async function isShortNameTaken(db: Reader, shortName: string, users: readonly ArchivedUser[]): Promise<boolean> {
  const key = shortName.toLowerCase()
  return users.some(({ login }) => login.toLowerCase() === key) || (await isNameTaken(db, shortName))
}

/** Contract 10 §3.3: two of the visibilities exist only where restricted accounts do; none becomes wider by that. */
function possibleAccess(
  { access, line }: ArchivedProject,
  settings: Settings,
  notes: Notes,
): ArchivedProject['access'] {
  if (accessProblem(access, settings) === undefined) return access
  const instead = access === 'unrestricted' ? 'public' : 'private'
  notes.remark(
    'default-used',
    line,
    `The access "${access}" needs restricted accounts, which the platform does not have: it becomes ${instead}`,
  )
  return instead
}

function choiceOf(service: ArchivedService, notes: Notes): ServiceChoice[] {
  const { shortName, isEnabled } = service
  if (service.kind === 'custom') {
    const { label, description, url, opensNewTab } = service
    return [{ shortName, isEnabled, custom: { label, description, url, opensNewTab } }]
  }
  if (siteService(shortName) === undefined) {
    notes.remark(
      'feature-left-out',
      service.line,
      `The service "${shortName}" belongs to another product and is left out`,
    )
    return []
  }
  return [{ shortName, isEnabled }]
}
