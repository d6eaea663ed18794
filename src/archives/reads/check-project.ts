import type { Reader } from '../../kit/db/db.ts'
import { DEFAULT_TEMPLATE } from '../../kit/ids.ts'
import type { XmlElement } from '../../kit/xml/element.ts'
import type { Settings } from '../../platform/model/settings.ts'
import { loginKey } from '../../platform/model/user.ts'
import { isNameTaken } from '../../platform/store/users.ts'
import { accessProblem } from '../../projects/model/access.ts'
import { fullNameProblem, shortNameProblem, shortNameTaken } from '../../projects/model/names.ts'
import type { Project } from '../../projects/model/project.ts'
import { type ServiceChoice, siteService } from '../../projects/model/services.ts'
import { servicesOf } from '../../projects/store/services.ts'
import type { Notes } from '../findings.ts'
import { type ArchivedProject, type ArchivedService, readProject } from '../reading/project.ts'
import type { ArchivedUser } from '../reading/users.ts'
import { shortNamesAmong } from '../store/names.ts'

interface Wanted {
  /** Instead of the archive's own. */
  readonly shortName?: string
  /** What it is called and who sees it was decided when it was asked for. */
  readonly into?: Project
  readonly settings: Settings
  readonly users: readonly ArchivedUser[]
}

/** The project itself: its short name must be free and match the pattern of docs/api/archive-format.md §1.4. */
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
  // docs/api/archive-format.md §1.5: what the archive does not list is as in the template.
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

/**
 * docs/api/archive-format.md §1.5: only the pattern and uniqueness hold; what breaks the rules of new projects is a
 * remark.
 */
async function checkNames(
  db: Reader,
  { line, shortName, name }: ArchivedProject,
  users: readonly ArchivedUser[],
  notes: Notes,
): Promise<void> {
  const unusual = name === '' ? undefined : fullNameProblem(name)
  if (unusual !== undefined) notes.remark('unusual-name', line, `The name "${name}" is kept as it is: ${unusual}`)
  // A missing attribute was reported.
  if (shortName === '') return
  const key = shortName.toLowerCase()
  if (!/^[a-zA-Z0-9_-]+$/.test(shortName)) {
    const sentence = `The short name "${shortName}" must consist of letters, digits, "_" and "-"`
    notes.problem('short-name', line, `${sentence}; the import can be given another one`)
  } else if (shortName.length > maxShortName) {
    const sentence = `The short name has ${shortName.length} characters; at most ${maxShortName} can be stored`
    notes.problem('unstorable-value', line, sentence)
  } else if ((await shortNamesAmong(db, [key])).has(key)) notes.problem('short-name', line, shortNameTaken)
  else {
    const isLogin = users.some(({ login }) => loginKey(login) === key) || (await isNameTaken(db, shortName))
    const broken = shortNameProblem(shortName) ?? (isLogin ? shortNameTaken : undefined)
    if (broken !== undefined) {
      notes.remark('unusual-name', line, `The short name "${shortName}" is kept as it is: ${broken}`)
    }
  }
}

/** It is part of web addresses and of an index. */
const maxShortName = 255

/**
 * docs/api/access.md §3: two of the visibilities exist only where restricted accounts do; none becomes wider by that.
 */
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
