import type { ArtifactGroup } from '../../../data/artifact-groups.ts'
import { type BoardColumn, buildColumns } from '../board/board-columns.ts'
import type { Field } from '../view.ts'

/** A value with the number of its artifacts. */
export type Bar = Pick<BoardColumn, 'id' | 'option' | 'size'>

/** The values of a list in the order of their groups, also those that users added to it. */
export const buildBars = (field: Field, groups: readonly ArtifactGroup[]): readonly Bar[] =>
  groups.flatMap((group): readonly Bar[] => {
    const { open_value: added, size } = group
    return added === undefined
      ? buildColumns(field, [group], new Map())
      : [{ id: added.id, option: { id: added.id, label: added.label }, size }]
  })
