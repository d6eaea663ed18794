import type { Tx } from '../../kit/db/db.ts'
import type { ProjectId, UserGroupId, UserId } from '../../kit/ids.ts'
import { DEFAULT_TEMPLATE } from '../../kit/ids.ts'
import type { Permit } from '../../kit/permit.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import { addGroups } from '../../platform/store/groups.ts'
import { addGroupMembers } from '../../platform/store/members.ts'
import { createProject } from '../../projects/commands/create-project.ts'
import { fillProject } from '../../projects/commands/fill-project.ts'
import type { Project } from '../../projects/model/project.ts'
import type { FieldValue } from '../../projects/model/project-field.ts'
import type { ServiceChoice } from '../../projects/model/services.ts'
import { addFieldValues, allProjectFields, projectFieldValues } from '../../projects/store/project-fields.ts'
import type { ImportPlan } from '../plan.ts'
import { type GroupByName, groupKey, groupsByName } from '../reading/groups.ts'
import type { Ours } from '../reading/ours.ts'
import { type Accounts, accountOf } from '../reading/people.ts'
import type { GroupMember } from '../reading/user-groups.ts'
import { entersGroups, projectMembers } from '../reads/check-members.ts'
import { addLabels } from '../store/own-parts.ts'
import { addSections, disableLinkTypes } from '../store/sections.ts'

export interface WrittenProject {
  readonly id: ProjectId
  readonly groupOf: GroupByName
  readonly groups: number
}

interface ProjectToWrite {
  readonly plan: ImportPlan
  readonly accounts: Accounts
  readonly isTemplate: boolean
  /** Where it is reserved, and who administers it beside those whom the archive names. */
  readonly into: { readonly project: Pick<Project, 'id'>; readonly administrators: readonly UserId[] } | undefined
  readonly status: 'active' | 'pending'
}

/**
 * The project with its services, people and groups (docs/api/archive-format.md §1.5); who imports does not become a
 * member, but for one who reserved it.
 */
export async function writeProject(
  tx: Tx,
  permit: Permit<'create', 'project'>,
  { plan, accounts, isTemplate, into, status }: ProjectToWrite,
  at: EpochSeconds,
): Promise<WrittenProject> {
  const { project, groups } = plan
  const idsOf = (members: readonly GroupMember[]): UserId[] => {
    const entering = members.flatMap(({ person }) => {
      if (
        person.kind !== 'listed' ||
        !entersGroups(plan.identities.get(person.user.login.toLowerCase()), project.access)
      )
        return []
      return accountOf(person, accounts) ?? []
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
    services: plan.services.map((choice) => withIcon(choice, plan.ours)),
    members: idsOf(projectMembers(groups, project.access)),
    administrators: [...new Set([...(into?.administrators ?? []), ...idsOf(groups.administrators)])],
  }
  const id =
    into === undefined
      ? await createProject(tx, permit, parts, at)
      : await fillProject(tx, permit, into.project.id, parts)
  const made = await addGroups(
    tx,
    groups.statics.map(({ name, description }) => ({ projectId: id, name, description })),
  )
  const groupIds = made.map((group) => group.id)
  const members = groups.statics.flatMap((group, index) =>
    // One group came back for each.
    idsOf(group.members).map((userId) => ({ groupId: groupIds[index] as UserGroupId, userId })),
  )
  await addGroupMembers(tx, members)
  await disableLinkTypes(tx, id, plan.disabledLinkTypes)
  await addSections(tx, id, plan.sections)
  if (plan.ours !== null) {
    await addLabels(tx, id, plan.ours.labels)
    await addFieldValues(tx, permit, id, await fieldValues(tx, id, plan.ours))
  }
  return {
    id,
    groupOf: groupsByName(new Map(made.map((group) => [groupKey(group.name), group.id]))),
    groups: made.length,
  }
}

/** Answers to what this platform asks of projects too, where whoever reserved it gave none. */
async function fieldValues(tx: Tx, project: ProjectId, { projectFields }: Ours): Promise<FieldValue[]> {
  const asked = await allProjectFields(tx)
  const given = (await projectFieldValues(tx, [project])).get(project)
  return asked.flatMap(({ id, name }) => {
    const value = projectFields.get(name)
    return value === undefined || given?.has(id) === true ? [] : [{ fieldId: id, value }]
  })
}

const withIcon = (choice: ServiceChoice, ours: Ours | null): ServiceChoice =>
  choice.custom === undefined
    ? choice
    : { ...choice, custom: { ...choice.custom, icon: ours?.icons.get(choice.custom.label) ?? '' } }
