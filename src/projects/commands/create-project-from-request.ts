import type { ProjectPermit } from '../../accounts/model/project-permit.ts'
import { addGroups, loadProjectGroups } from '../../accounts/store/groups.ts'
import type { Tx } from '../../database/db/db.ts'
import { isUniqueViolation } from '../../database/sql/sql.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { type Caller, getUserId } from '../../kit/values/caller.ts'
import type { ProjectId, UserGroupId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import type { ProjectTemplate } from '../../world/model/ports.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { toProjectAccess } from '../model/access.ts'
import { shortNameTaken } from '../model/names.ts'
import type { ProjectRequest } from '../model/project-request.ts'
import type { ServiceChoice } from '../model/services.ts'
import { mayCompleteProject, mayCreateProject } from '../policy.ts'
import { findCreationProblems } from '../reads/creation-problems.ts'
import { auditProject } from '../store/audit-project.ts'
import { findProject } from '../store/projects.ts'
import { loadServices } from '../store/services.ts'
import { createProject } from './create-project.ts'

type Parts = Pick<CommandWorld, 'db' | 'cache' | 'clock' | 'projectFeatures' | 'templates'>

/** Creates a project from a template (docs/api/projects.md §5); the caller becomes its first administrator. */
export async function createProjectFromRequest(
  world: Parts,
  caller: Caller,
  request: ProjectRequest & { readonly source: ProjectTemplate },
): Promise<ProjectId> {
  const settings = await getSettings(withReads(world))
  const { source } = request
  try {
    return await world.db.write(async (tx) => {
      const [problem] = await findCreationProblems(tx, { caller, settings, templates: world.templates, request })
      if (problem !== undefined) throw problem
      const permit = mayCreateProject(caller, settings)
      const creator = getUserId(caller)
      const template = source.kind === 'project' ? await findProject(tx, source.project) : undefined
      const parts = {
        shortName: request.shortName,
        name: request.name,
        description: request.description,
        access: toProjectAccess(request.isPublic, request.allowsRestricted),
        status: settings.project_approval ? ('pending' as const) : ('active' as const),
        isSynchronized: template?.isSynchronized ?? false,
        createdFrom: template?.id ?? null,
        services: template === undefined ? [] : await serviceChoices(tx, template.id),
        fields: request.fields,
        categories: request.categories,
        administrators: creator === null ? [] : [creator],
      }
      const id = await createProject(tx, permit, parts, world.clock.now())
      await copyContent(tx, world, { permit, caller, from: source, to: id })
      await auditProject(
        tx,
        { id, shortName: request.shortName },
        {
          at: world.clock.now(),
          by: caller,
          action: 'project created',
          detail: { project: id, from: source.kind === 'project' ? template?.shortName : source.name },
        },
      )
      return id
    })
  } catch (error) {
    // A concurrent request used the name between the check and the insert.
    throw isUniqueViolation(error) ? new Refusal('invalid', shortNameTaken) : error
  }
}

async function serviceChoices(tx: Tx, template: ProjectId): Promise<ServiceChoice[]> {
  const services = await loadServices(tx, template)
  return services.map(({ isCustom, ...each }) => ({ ...each, custom: isCustom ? each : undefined }))
}

interface ContentCopy {
  readonly permit: Permit<'create', 'project'>
  readonly caller: Caller
  readonly from: ProjectTemplate
  readonly to: ProjectId
}

/** Copies the groups without their members: members of the template are no members of the new project. */
async function copyContent(
  tx: Tx,
  world: Pick<Parts, 'projectFeatures'>,
  { permit, caller, from, to }: ContentCopy,
): Promise<void> {
  const content = mayCompleteProject(permit, to)
  const groups =
    from.kind === 'project' ? await copyGroups(tx, content, from.project) : new Map<UserGroupId, UserGroupId>()
  for (const offer of world.projectFeatures) await offer.copy?.(tx, { permit: content, from, to, groups, caller })
}

async function copyGroups(tx: Tx, permit: ProjectPermit, from: ProjectId): Promise<Map<UserGroupId, UserGroupId>> {
  const originals = await loadProjectGroups(tx, from)
  const copies = await addGroups(
    tx,
    permit,
    originals.map(({ name, description }) => ({ projectId: permit.subject.id, name, description })),
  )
  return new Map(originals.flatMap(({ id }, index) => (copies[index] === undefined ? [] : [[id, copies[index].id]])))
}
