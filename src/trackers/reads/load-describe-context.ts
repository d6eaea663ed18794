import { loadGroupMembers, loadProjectGroups } from '../../accounts/store/groups.ts'
import { loadUsers } from '../../accounts/store/users.ts'
import type { DescribeContext } from '../../fields/contexts/describe-context.ts'
import type { Field } from '../../fields/model/field.ts'
import { collectDescribeNeeds } from '../../fields/registry/describe-needs.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import type { TextTask } from '../../fields/texts/render-in-worker.ts'
import { cleanHtml, renderTexts } from '../../fields/texts/rich-text.ts'
import type { ProjectId, UserId } from '../../kit/values/ids.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { World } from '../../world/model/world.ts'
import { loadModifiers, loadSubmitters } from '../store/involved-users.ts'
import { loadOfferedTypes } from '../store/link-types.ts'
import { loadOpenValues } from '../store/open-list-values.ts'

/** Loads at once what any number of fields, all of one project, need to be described. */
export async function loadDescribeContext(
  world: Pick<World, 'db' | 'cache' | 'clock'>,
  viewer: Viewer,
  projectId: ProjectId,
  fields: readonly Field[],
): Promise<DescribeContext> {
  const db = world.db.read
  const needs = collectDescribeNeeds(fields)
  const [settings, groups, members, submitters, modifiers, openValues, linkTypes] = await Promise.all([
    getSettings(world),
    loadProjectGroups(db, projectId),
    loadGroupMembers(db, { project: projectId, groups: [...needs.groups] }),
    loadSubmitters(db, [...needs.submittersOf]),
    loadModifiers(db, [...needs.modifiersOf]),
    loadOpenValues(db, [...needs.openValuesOf]),
    loadOfferedTypes(world, projectId),
  ])
  const userIds = new Set<UserId>(needs.users)
  for (const usersByTracker of [members, submitters, modifiers]) {
    for (const ids of usersByTracker.values()) for (const id of ids) userIds.add(id)
  }
  const texts = await renderTexts(
    fields.flatMap((field): TextTask[] => {
      const content = getFieldType(field.type).structure.html?.(field)
      return content === undefined ? [] : [{ text: { format: 'html', content }, form: 'clean' }]
    }),
  )
  return {
    viewer,
    now: world.clock.now(),
    projectId,
    groups: new Map(groups.map((group) => [group.id, group])),
    membersOf: members,
    submittersOf: submitters,
    modifiersOf: modifiers,
    users: await loadUsers(db, [...userIds]),
    openValues,
    linkTypes,
    maxUploadBytes: settings.max_upload_bytes,
    cleanHtml: (html) => cleanHtml(html, texts),
  }
}
