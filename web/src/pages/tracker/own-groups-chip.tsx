import type { ReactNode } from 'react'
import type { UserGroupRepresentation } from '../../../../src/projects/representations/user-group.ts'
import { readResource } from '../../data/client.ts'
import { buildQueryKey, queryCache, useResource } from '../../data/queries.ts'
import { reportFailure } from '../../design/show-error.ts'
import { showToast } from '../../design/toast.tsx'
import { useIdle } from '../../design/use-idle.ts'
import { listOptions } from '../../fields/editors/list-options.ts'
import { rowGroupsTexts as words } from '../../texts/part-texts/row-groups-texts.ts'
import { FilterToggle } from './filter-toggle.tsx'
import type { Field } from './view.ts'

type Groups = readonly UserGroupRepresentation[]

const path = '/users/self/membership'
const query = { scope: 'project', format: 'full' }
const staleTime = 300_000

interface OwnGroupsChipProps {
  /** Its values are groups of users. */
  readonly field: Field
  /** Ids of the chosen values. */
  readonly values: readonly string[]
  readonly onChange: (values: readonly string[]) => void
}

/** Chooses the groups to which the user belongs; they are loaded when they are needed. */
export function OwnGroupsChip({ field, values, onChange }: OwnGroupsChipProps): ReactNode {
  const isIdle = useIdle()
  const { data } = useResource<Groups>(path, query, { isWanted: values.length > 0 && isIdle, staleTime })
  const own = data && listOwnValues(field, data)
  const isOn = own !== undefined && own.length === values.length && own.every((id) => values.includes(id))
  const choose = async (): Promise<void> => {
    const groups = await queryCache.fetchQuery({
      queryKey: buildQueryKey(path, query),
      queryFn: ({ signal }) => readResource<Groups>(path, query, signal),
      staleTime,
    })
    const chosen = listOwnValues(field, groups)
    if (chosen.length === 0) showToast(words.inNoGroup(field.label), 'negative')
    else onChange(chosen)
  }
  return (
    <FilterToggle
      isOn={isOn && values.length > 0}
      onChange={(next) => (next ? void reportFailure(choose()) : onChange([]))}
    >
      {words.ownGroups}
    </FilterToggle>
  )
}

function listOwnValues(field: Field, groups: Groups): readonly string[] {
  const ids = new Set(groups.map(({ id }) => id))
  return listOptions(field).flatMap(({ id }) => (ids.has(id) ? [id] : []))
}
