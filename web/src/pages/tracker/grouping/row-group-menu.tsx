import type { ReactNode } from 'react'
import { Button } from '../../../design/button.tsx'
import { Menu, MenuChoices, MenuItem } from '../../../design/menu.tsx'
import { rowGroupsTexts } from '../../../texts/part-texts/row-groups-texts.ts'
import { texts } from '../../../texts/texts.ts'
import { intervals, type Layout } from '../view.ts'
import type { RowGrouping } from './row-groupings.ts'

const words = texts.tracker.rowGroups

interface RowGroupMenuProps {
  readonly groupings: readonly RowGrouping[]
  /** undefined: the rows are not grouped. */
  readonly grouping: RowGrouping | undefined
  readonly layout: Layout
  readonly onLayout: (layout: Layout) => void
}

const noneId = ''

/** The choice of what groups the rows and, if it is a date, of the length of the groups. */
export function RowGroupMenu({ groupings, grouping, layout, onLayout }: RowGroupMenuProps): ReactNode {
  if (groupings.length === 0) return null
  const isDate = grouping?.kind === 'date'
  const choose = ({ name, kind }: RowGrouping): void =>
    // Few trackers have so many months that a table of them is long.
    onLayout({ ...layout, group: name, interval: kind === 'date' && !isDate ? 'month' : layout.interval })
  return (
    <Menu
      label={words.label}
      trigger={
        <Button kind="quiet" icon="list">
          {grouping === undefined
            ? words.choose
            : isDate
              ? rowGroupsTexts.byInterval(grouping.label, rowGroupsTexts.intervalsWithin[layout.interval])
              : words.by(grouping.label)}
        </Button>
      }
    >
      <MenuChoices label={words.label} selectedId={grouping?.name ?? noneId}>
        <MenuItem id={noneId} onAction={() => onLayout({ ...layout, group: null })}>
          {words.none}
        </MenuItem>
        {groupings.map((each) => (
          <MenuItem key={each.name} id={each.name} onAction={() => choose(each)}>
            {each.label}
          </MenuItem>
        ))}
      </MenuChoices>
      {isDate && (
        <MenuChoices label={rowGroupsTexts.interval} isTitled selectedId={layout.interval}>
          {intervals.map((interval) => (
            <MenuItem key={interval} id={interval} onAction={() => onLayout({ ...layout, interval })}>
              {rowGroupsTexts.intervals[interval]}
            </MenuItem>
          ))}
        </MenuChoices>
      )}
    </Menu>
  )
}
