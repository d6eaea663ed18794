import { addGroups, type StaticGroup } from '../../accounts/store/groups.ts'
import { addGroupMembers } from '../../accounts/store/members.ts'
import type { Tx } from '../../database/db/db.ts'
import type { ProjectId, UserId } from '../../kit/values/ids.ts'
import { DEFAULT_TEMPLATE } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { completeReservedProject } from '../../projects/commands/complete-reserved-project.ts'
import { createProject } from '../../projects/commands/create-project.ts'
import type { Project } from '../../projects/model/project.ts'
import type { FieldValue } from '../../projects/model/project-field.ts'
import type { ServiceChoice } from '../../projects/model/services.ts'
import { mayCompleteProject } from '../../projects/policy.ts'
import { addFieldValues, loadAllProjectFields, loadProjectFieldValues } from '../../projects/store/project-fields.ts'
import { buildGroupKey, type GroupByName, indexGroupsByName } from '../../trackers/xml/group-by-name.ts'
import type { TulipwoodDocument } from '../parse/tulipwood-xml.ts'
import type { GroupMember } from '../parse/user-groups.ts'
import { type Accounts, findArchiveAccount } from '../parse/users-of-archive.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import { canEnterGroups, listProjectMembers } from '../reads/check-members.ts'
import { addLabels } from '../store/labels.ts'
import { addSections, disableLinkTypes } from '../store/sections.ts'

export interface WrittenProject {
  readonly permit: Permit<'complete', { readonly id: ProjectId }>
  readonly id: ProjectId
  readonly groupOf: GroupByName
  readonly groups: number
}

interface ProjectInput {
  readonly plan: ImportPlan
  readonly accounts: Accounts
  readonly isTemplate: boolean
  /** Reserved project. */
  readonly into: Pick<Project, 'id'> | undefined
  /** In addition to those of the archive. */
  readonly administrators: readonly UserId[]
  readonly status: 'active' | 'pending'
}

/**
 * Writes the project with services, users and groups (docs/api/archive-format.md §1.5); the importer becomes a member
 * only as one of `administrators`.
 */
export async function writeProject(
  tx: Tx,
  permit: Permit<'create', 'project'>,
  { plan, accounts, isTemplate, into, administrators, status }: ProjectInput,
  at: EpochSeconds,
): Promise<WrittenProject> {
  const { project, groups } = plan
  const idsOf = (members: readonly GroupMember[]): UserId[] => {
    const entering = members.flatMap(({ person }) => {
      if (
        person.kind !== 'listed' ||
        !canEnterGroups(plan.identities.get(person.user.login.toLowerCase()), project.access)
      )
        return []
      return findArchiveAccount(person, accounts) ?? []
    })
    return [...new Set(entering)]
  }
  const parts = {
    shortName: project.shortName,
    name: project.name,
    description: project.description,
    longDescription: project.longDescription,
    icon: project.icon,
    access: project.access,
    status,
    isTemplate,
    isSynchronized: groups.isSynchronized,
    banner: project.banner,
    createdFrom: DEFAULT_TEMPLATE,
    services: plan.services.map((choice) => withIcon(choice, plan.tulipwood)),
    members: idsOf(listProjectMembers(groups, project.access)),
    administrators: [...new Set([...administrators, ...idsOf(groups.administrators)])],
  }
  const id =
    into === undefined
      ? await createProject(tx, permit, parts, at)
      : await completeReservedProject(tx, permit, into.id, parts)
  const content = mayCompleteProject(permit, id)
  const staticGroups = await addGroups(
    tx,
    content,
    groups.statics.map(({ name, description }) => ({ projectId: id, name, description })),
  )
  const members = groups.statics.flatMap((group, index) =>
    // One group per row.
    idsOf(group.members).map((userId) => ({ group: staticGroups[index] as StaticGroup, userId })),
  )
  await addGroupMembers(tx, content, members)
  await disableLinkTypes(tx, content, plan.disabledLinkTypes)
  await addSections(tx, content, plan.sections)
  if (plan.tulipwood !== null) {
    await addLabels(tx, content, plan.tulipwood.labels)
    await addFieldValues(tx, permit, id, await fieldValues(tx, id, plan.tulipwood))
  }
  return {
    permit: content,
    id,
    groupOf: indexGroupsByName(new Map(staticGroups.map((group) => [buildGroupKey(group.name), group.id]))),
    groups: staticGroups.length,
  }
}

/** Values of the custom project fields of this site, where the request has none. */
async function fieldValues(tx: Tx, project: ProjectId, { projectFields }: TulipwoodDocument): Promise<FieldValue[]> {
  const requested = await loadAllProjectFields(tx)
  const existingValues = (await loadProjectFieldValues(tx, [project])).get(project)
  return requested.flatMap(({ id, name }) => {
    const value = projectFields.get(name)
    return value === undefined || existingValues?.has(id) === true ? [] : [{ fieldId: id, value }]
  })
}

const withIcon = (choice: ServiceChoice, tulipwood: TulipwoodDocument | null): ServiceChoice =>
  choice.custom === undefined
    ? choice
    : { ...choice, custom: { ...choice.custom, icon: tulipwood?.icons.get(choice.custom.label) ?? '' } }
