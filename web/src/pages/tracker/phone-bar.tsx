import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { Button } from '../../design/button.tsx'
import { Menu, MenuChoices, MenuItem } from '../../design/menu.tsx'
import { texts } from '../../texts/texts.ts'
import type { TrackerColumn } from './columns.tsx'
import styles from './phone-bar.module.css'
import { CreateLink } from './tracker-head.tsx'
import { toggleSort, type View } from './view.ts'

const FilterSheet = lazy(() => import('./filter-sheet.tsx').then((file) => ({ default: file.FilterSheet })))

const words = texts.tracker

interface PhoneBarProps {
  readonly tracker: TrackerRepresentation
  readonly view: View
  readonly columns: readonly TrackerColumn[]
  readonly chosenNames: readonly string[]
  /** How many artifacts the list has. */
  readonly count: string
  /** The choice of the groups of rows. */
  readonly rowFieldMenu: ReactNode
  readonly isSignedIn: boolean
  readonly onChange: (change: Partial<View>) => void
  readonly onColumns: (names: readonly string[]) => void
}

/** Filters, order and main action at the bottom of narrow windows. */
export function PhoneBar(props: PhoneBarProps): ReactNode {
  const { tracker, view, columns, onChange } = props
  const [isFiltering, setFiltering] = useState(false)
  const filters = countFilters(view)
  return (
    <div className={styles.bar} data-actions>
      <Button icon="filter" onPress={() => setFiltering(true)}>
        {filters === 0 ? words.addFilter : words.filterCount(filters)}
      </Button>
      <SortMenu view={view} columns={columns} onChange={onChange} />
      <span className={styles.main}>
        <CreateLink tracker={tracker} />
      </span>
      {isFiltering && (
        <Suspense fallback={null}>
          <FilterSheet {...props} filters={filters} onClose={() => setFiltering(false)} />
        </Suspense>
      )}
    </div>
  )
}

const countFilters = ({ isOpenOnly, isMine, filters }: View): number =>
  (isOpenOnly ? 1 : 0) + (isMine ? 1 : 0) + filters.size

function SortMenu({ view, columns, onChange }: Pick<PhoneBarProps, 'view' | 'columns' | 'onChange'>): ReactNode {
  const [first] = view.sort
  return (
    <Menu
      label={words.sort}
      trigger={<Button icon={first && !first.isDescending ? 'arrow-up' : 'arrow-down'}>{words.sort}</Button>}
    >
      <MenuChoices label={words.sort} selectedId={first?.name ?? null}>
        {columns.flatMap(({ title, sortName }) => {
          if (sortName === null) return []
          const key = view.sort.find(({ name }) => name === sortName)
          return (
            <MenuItem
              key={sortName}
              id={sortName}
              icon={key && (key.isDescending ? 'arrow-down' : 'arrow-up')}
              hint={key && (key.isDescending ? words.sortDescending : words.sortAscending)}
              onAction={() => onChange({ sort: toggleSort(view.sort, sortName, false) })}
            >
              {title}
            </MenuItem>
          )
        })}
      </MenuChoices>
    </Menu>
  )
}
