import type { ReactNode } from 'react'
import type { ListedUserGroupRepresentation } from '../../../../../src/projects/representations/user-group.ts'
import type { TrackerRepresentation } from '../../../../../src/trackers/representations/tracker.ts'
import { useResource } from '../../../data/queries.ts'
import { Loaded } from '../../../design/loaded-data.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import { trackerAdminTexts } from '../../../texts/tracker-admin-texts.ts'
import { ChosenItems } from '../chosen-items.tsx'
import type { Item } from '../fillable-fields.ts'
import type { ConditionEditor } from './condition-editor.ts'

type Group = ListedUserGroupRepresentation

const words = trackerAdminTexts.trackerWorkflow.conditions
const name = 'authorized_user_group_ids'

export const permission: ConditionEditor<readonly string[]> = {
  name,
  render: ({ value, tracker, onChange }) => <Groups tracker={tracker} chosen={value} onChange={onChange} />,
}

interface GroupsProps {
  readonly tracker: TrackerRepresentation
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

function Groups({ tracker, chosen, onChange }: GroupsProps): ReactNode {
  const groups = useResource<readonly Group[]>(`/projects/${tracker.project.id}/user_groups`, {
    query: JSON.stringify({ with_system_user_groups: true }),
  })
  return (
    <Loaded from={groups} skeleton={<Skeleton shape="lines" rows={3} />}>
      {(all) => (
        <ChosenItems
          name={name}
          label={words.groups}
          hint={words.groupsHint}
          items={listGroups(all, chosen, tracker)}
          chosen={chosen}
          onChange={onChange}
        />
      )}
    </Loaded>
  )
}

/** Groups of users of the project and of the site; groups that administer services only if they are chosen. */
const isUsual = (id: string): boolean => /^(\d+|\d+_[34])$/.test(id)

/** With those that the list of the project lacks, such as visitors of a site without. */
function listGroups(
  all: readonly Group[],
  chosen: readonly string[],
  { permissions_for_groups: permissions }: TrackerRepresentation,
): readonly Item<string>[] {
  const named = Object.values(permissions ?? {}).flat()
  const unlisted = chosen.filter((id) => !all.some((each) => each.id === id))
  return [
    ...all.filter(({ id }) => isUsual(id) || chosen.includes(id)).map(({ id, label }) => ({ id, label })),
    ...unlisted.map((id) => ({ id, label: named.find((each) => each.id === id)?.label ?? words.otherGroup(id) })),
  ]
}
