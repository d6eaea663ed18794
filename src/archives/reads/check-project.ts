import { normalizeLogin } from '../../accounts/model/user.ts'
import { isNameTaken } from '../../accounts/store/users.ts'
import type { Reader } from '../../database/db/db.ts'
import { message } from '../../kit/messages/message.ts'
import { DEFAULT_TEMPLATE } from '../../kit/values/ids.ts'
import type { XmlElement } from '../../kit/xml/element.ts'
import { validateAccess } from '../../projects/model/access.ts'
import { shortNameTaken, validateFullName, validateShortName } from '../../projects/model/names.ts'
import type { Project } from '../../projects/model/project.ts'
import { findSiteService, type ServiceChoice } from '../../projects/model/services.ts'
import { loadServices } from '../../projects/store/services.ts'
import type { Settings } from '../../site/model/settings.ts'
import type { FindingReporter } from '../../trackers/xml/finding-reporter.ts'
import { type ArchivedProject, type ArchivedService, parseProject } from '../parse/project.ts'
import type { ArchivedUser } from '../parse/users.ts'
import { findUsedShortNames } from '../store/find-used-short-names.ts'

interface ExpectedProject {
  /** Overrides the name of the archive. */
  readonly shortName?: string
  /** Names and access were fixed by the request. */
  readonly into?: Project
  readonly settings: Settings
  readonly users: readonly ArchivedUser[]
}

/** Checks the project: its short name must be unused and match the pattern of docs/api/archive-format.md §1.4. */
export async function checkProject(
  db: Reader,
  root: XmlElement,
  { shortName, into, settings, users }: ExpectedProject,
  notes: FindingReporter,
): Promise<{ readonly project: ArchivedProject; readonly services: readonly ServiceChoice[] }> {
  const read = parseProject(root, notes)
  const project =
    into === undefined ? await checkNamesOf(db, read, { shortName, settings, users }, notes) : applyRequest(read, into)
  const template = await loadServices(db, DEFAULT_TEMPLATE)
  const inherited = template.map(({ shortName: name, isEnabled }) => ({ shortName: name, isEnabled }))
  const archived = project.services.flatMap((service) => serviceChoice(service, notes))
  // docs/api/archive-format.md §1.5: services that are not in the archive are as in the template.
  const listed = new Set(archived.map((choice) => choice.shortName))
  return { project, services: [...archived, ...inherited.filter((choice) => !listed.has(choice.shortName))] }
}

const applyRequest = (read: ArchivedProject, { shortName, name, description, access }: Project): ArchivedProject => ({
  ...read,
  shortName,
  name,
  description,
  access,
})

async function checkNamesOf(
  db: Reader,
  read: ArchivedProject,
  expected: ExpectedProject,
  notes: FindingReporter,
): Promise<ArchivedProject> {
  const { shortName = read.shortName, settings, users } = expected
  const project = { ...read, shortName, access: toPossibleAccess(read, settings, notes) }
  await checkNames(db, project, users, notes)
  return project
}

/**
 * docs/api/archive-format.md §1.5: only pattern and uniqueness are required; violations of other rules for new projects
 * are remarks.
 */
async function checkNames(
  db: Reader,
  { line, shortName, name }: ArchivedProject,
  users: readonly ArchivedUser[],
  notes: FindingReporter,
): Promise<void> {
  const unusual = name === '' ? undefined : validateFullName(name)
  if (unusual !== undefined)
    notes.remark('unusual-name', line, message`The name "${name}" is kept as it is: ${unusual}`)
  // A missing attribute was reported.
  if (shortName === '') return
  const key = shortName.toLowerCase()
  if (!/^[a-zA-Z0-9_-]+$/.test(shortName)) {
    const sentence = message`The short name "${shortName}" must consist of letters, digits, "_" and "-"`
    notes.problem('short-name', line, message`${sentence}; import with another short name`)
  } else if (shortName.length > maxShortName) {
    const sentence = message`The short name has ${shortName.length} characters; at most ${maxShortName} can be stored`
    notes.problem('unstorable-value', line, sentence)
  } else if ((await findUsedShortNames(db, [key])).has(key)) notes.problem('short-name', line, shortNameTaken)
  else {
    const isLogin = users.some(({ login }) => normalizeLogin(login) === key) || (await isNameTaken(db, shortName))
    const broken = validateShortName(shortName) ?? (isLogin ? shortNameTaken : undefined)
    if (broken !== undefined) {
      notes.remark('unusual-name', line, message`The short name "${shortName}" is kept as it is: ${broken}`)
    }
  }
}

/** Part of URLs and of an index. */
const maxShortName = 255

/** docs/api/access.md §3: two access levels exist only with restricted accounts; the replacement is never wider. */
function toPossibleAccess(
  { access, line }: ArchivedProject,
  settings: Settings,
  notes: FindingReporter,
): ArchivedProject['access'] {
  if (validateAccess(access, settings) === undefined) return access
  const instead = access === 'unrestricted' ? 'public' : 'private'
  notes.remark(
    'default-used',
    line,
    message`The access "${access}" needs restricted accounts, which this site does not have: it becomes ${instead}`,
  )
  return instead
}

function serviceChoice(service: ArchivedService, notes: FindingReporter): ServiceChoice[] {
  const { shortName, isEnabled } = service
  if (service.kind === 'custom') {
    const { label, description, url, opensNewTab } = service
    return [{ shortName, isEnabled, custom: { label, description, url, opensNewTab } }]
  }
  if (findSiteService(shortName) === undefined) {
    notes.remark(
      'feature-left-out',
      service.line,
      message`The service "${shortName}" belongs to another product and is left out`,
    )
    return []
  }
  return [{ shortName, isEnabled }]
}
