import type { ReactNode } from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { Button } from '../../design/button.tsx'
import { ChoiceMenu } from '../../design/menu.tsx'
import { Sheet } from '../../design/sheet.tsx'
import { texts } from '../../texts/texts.ts'
import type { TrackerColumn } from './columns.tsx'
import { FilterChips } from './filter-chips.tsx'
import styles from './phone-bar.module.css'
import type { View } from './view.ts'

const words = texts.tracker

interface FilterSheetProps {
  readonly tracker: TrackerRepresentation
  readonly view: View
  readonly columns: readonly TrackerColumn[]
  readonly chosenNames: readonly string[]
  readonly count: string
  readonly rowFieldMenu: ReactNode
  /** How many conditions are chosen. */
  readonly filters: number
  readonly isSignedIn: boolean
  readonly onChange: (change: Partial<View>) => void
  readonly onColumns: (names: readonly string[]) => void
  readonly onClose: () => void
}

/** All conditions that can be chosen, and what each row shows. */
export function FilterSheet(props: FilterSheetProps): ReactNode {
  const { tracker, view, columns, chosenNames, count, rowFieldMenu, filters } = props
  const { isSignedIn, onChange, onColumns, onClose } = props
  return (
    <Sheet title={words.filters} onClose={onClose}>
      <div className={styles.sheet}>
        <FilterChips tracker={tracker} view={view} isSignedIn={isSignedIn} isNarrow isComplete onChange={onChange} />
        <div className={styles.tools}>
          <ChoiceMenu
            label={words.columns}
            options={columns.map(({ name, title }) => ({ id: name, label: title }))}
            selectedIds={chosenNames}
            onChange={onColumns}
            trigger={
              <Button kind="quiet" icon="columns">
                {words.columns}
              </Button>
            }
          />
          {rowFieldMenu}
          <div className={styles.done}>
            {filters > 0 && (
              <Button kind="quiet" onPress={() => onChange({ isOpenOnly: false, isMine: false, filters: new Map() })}>
                {words.clear}
              </Button>
            )}
            <Button kind="primary" onPress={onClose}>
              {words.show(count)}
            </Button>
          </div>
        </div>
      </div>
    </Sheet>
  )
}
