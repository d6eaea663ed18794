import type { ReactNode } from 'react'
import type { ListedUserGroupRepresentation } from '../../../../src/projects/representations/user-group.ts'
import { useList } from '../../data/queries.ts'
import { Checkbox, Choices } from '../../design/checkbox.tsx'
import type { FormValues } from '../../design/form.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import type { Field } from '../../fields/field-context.tsx'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'

const words = trackerAdminTexts.trackerFields.source

/** Sources of users that are no groups, by the labels of the API (docs/api/trackers.md §3.5). */
const sources = [
  { value: 'project_members', id: 3, label: words.members },
  { value: 'project_admins', id: 4, label: words.administrators },
  { value: 'artifact_submitters', id: 0, label: words.submitters },
  { value: 'artifact_modifiers', id: 0, label: words.modifiers },
] as const

/** An item of `bindings.list`. */
interface BindItem {
  readonly id: number | string
  readonly label?: string
  readonly is_default?: boolean
}

/** Ids of groups of every project have the id of the project before them. */
const toBareId = (id: number | string): string => String(id).replace(/^\d+_/, '')

const useGroups = (project: number) => useList<ListedUserGroupRepresentation>(`/projects/${project}/user_groups`)

interface SourceProps {
  readonly project: number
  /** undefined: the list is new. */
  readonly field?: Field
}

/** The users that a list offers: members, submitters, members of groups. */
export function UserSources({ project, field }: SourceProps): ReactNode {
  const groups = useGroups(project)
  const chosen = new Set(field?.bindings.list.map(({ id, label }) => findSource(id, label) ?? toBareId(id)))
  const isChosen = (value: string): boolean => (field === undefined ? value === 'project_members' : chosen.has(value))
  return (
    <Loaded from={groups} skeleton={<Skeleton shape="lines" rows={4} />}>
      {({ items }) => (
        <Choices label={words.usersOf} hint={field === undefined ? undefined : words.usersOfHint}>
          {sources.map(({ value, label }) => (
            <Checkbox key={value} name="source" value={value} label={label} defaultChecked={isChosen(value)} />
          ))}
          {items
            .map(({ id, label }) => ({ value: toBareId(id), label }))
            .filter(({ value }) => !sources.some(({ id }) => id > 0 && String(id) === value))
            .map(({ value, label }) => (
              <Checkbox key={value} name="source" value={value} label={label} defaultChecked={isChosen(value)} />
            ))}
        </Choices>
      )}
    </Loaded>
  )
}

const findSource = (id: number | string, label: string): string | undefined =>
  sources.find((source) => source.value === label && source.id === id)?.value

/** `bindings.list` of the sources in a form. */
export const readUserSources = (values: FormValues): BindItem[] =>
  values.all('source').map((value) => {
    const source = sources.find((each) => each.value === value)
    return source === undefined ? { id: value } : { id: source.id, label: source.value }
  })

/** The groups that a list offers. */
export function GroupSources({ project, field }: SourceProps): ReactNode {
  const groups = useGroups(project)
  const chosen = new Set(listGroups(field))
  return (
    <Loaded from={groups} skeleton={<Skeleton shape="lines" rows={4} />}>
      {({ items }) => (
        <Choices label={words.groupsOf}>
          {items.map(({ id, label }) => (
            <Checkbox
              key={id}
              name="group"
              value={toBareId(id)}
              label={label}
              defaultChecked={chosen.has(toBareId(id))}
            />
          ))}
        </Choices>
      )}
    </Loaded>
  )
}

/** Bare ids of the groups of a list. */
function listGroups(field: Field | undefined): readonly string[] {
  if (!Array.isArray(field?.values)) return []
  return field.values.flatMap((value) =>
    'ugroup_reference' in value && value.ugroup_reference !== undefined ? [toBareId(value.ugroup_reference.id)] : [],
  )
}

/** `bindings.list` of the groups in a form; groups that were a default value remain one. */
export const readGroupSources = (values: FormValues): BindItem[] => values.all('group').map((id) => ({ id }))

/** Whether both lists name the same sources, in any order. */
export const hasSameItems = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((each) => b.includes(each))

/** The sources of a field in the form, as their values there. */
export const listChosenSources = (field: Field): readonly string[] =>
  field.bindings.type === 'users'
    ? field.bindings.list.map(({ id, label }) => findSource(id, label) ?? toBareId(id))
    : listGroups(field)
