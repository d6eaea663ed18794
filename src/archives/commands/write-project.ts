import type { Tx } from '../../kit/db/db.ts'
import type { ProjectId, UserGroupId, UserId } from '../../kit/ids.ts'
import { DEFAULT_TEMPLATE } from '../../kit/ids.ts'
import type { Permit } from '../../kit/permit.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import { addGroups } from '../../platform/store/groups.ts'
import { addGroupMembers } from '../../platform/store/members.ts'
import { createProject } from '../../projects/commands/create-project.ts'
import type { FieldValue } from '../../projects/model/project-field.ts'
import type { ServiceChoice } from '../../projects/model/services.ts'
import { addFieldValues, allProjectFields } from '../../projects/store/project-fields.ts'
import type { ImportPlan } from '../plan.ts'
import { type GroupByName, groupKey, groupsByName } from '../reading/groups.ts'
import type { Ours } from '../reading/ours.ts'
import { type Accounts, authorOf } from '../reading/people.ts'
import type { GroupMember } from '../reading/user-groups.ts'
import { entersGroups, everyMember } from '../reads/check-members.ts'
import { addLabels } from '../store/own-parts.ts'
import { addSections, disableLinkTypes } from '../store/sections.ts'

export interface WrittenProject {
  readonly id: ProjectId
  readonly groupOf: GroupByName
  readonly groups: number
}

/** The project with its services, people and groups (contract 10 §12.5); who imports does not become a member. */
export async function writeProject(
  tx: Tx,
  permit: Permit<'create', 'project'>,
  {
    plan,
    accounts,
    isTemplate,
  }: { readonly plan: ImportPlan; readonly accounts: Accounts; readonly isTemplate: boolean },
  at: EpochSeconds,
): Promise<WrittenProject> {
  const { project, groups } = plan
  const idsOf = (members: readonly GroupMember[]): UserId[] => {
    const entering = members.flatMap(({ person }) => {
      if (person.kind !== 'listed' || !entersGroups(plan.identities.get(person.user.login.toLowerCase()))) return []
      return authorOf(person, accounts).submittedBy ?? []
    })
    return [...new Set(entering)]
  }
  const id = await createProject(
    tx,
    permit,
    {
      shortName: project.shortName,
      name: project.name,
      description: project.description,
      longDescription: project.longDescription,
      icon: project.icon,
      access: project.access,
      status: 'active',
      isTemplate,
      isSynchronized: groups.isSynchronized,
      banner: project.banner,
      createdFrom: DEFAULT_TEMPLATE,
      services: plan.services.map((choice) => withIcon(choice, plan.ours)),
      members: idsOf(everyMember(groups)),
      administrators: idsOf(groups.administrators),
    },
    at,
  )
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
    await addFieldValues(tx, permit, id, await fieldValues(tx, plan.ours))
  }
  return {
    id,
    groupOf: groupsByName(new Map(made.map((group) => [groupKey(group.name), group.id]))),
    groups: made.length,
  }
}

/** Answers to what this platform asks of projects too. */
async function fieldValues(tx: Tx, { projectFields }: Ours): Promise<FieldValue[]> {
  const asked = await allProjectFields(tx)
  return asked.flatMap(({ id, name }) => {
    const value = projectFields.get(name)
    return value === undefined ? [] : [{ fieldId: id, value }]
  })
}

const withIcon = (choice: ServiceChoice, ours: Ours | null): ServiceChoice =>
  choice.custom === undefined
    ? choice
    : { ...choice, custom: { ...choice.custom, icon: ours?.icons.get(choice.custom.label) ?? '' } }
