import { type MouseEvent, memo, type ReactNode, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { EmptyState } from '../../design/empty-state.tsx'
import { TextField } from '../../design/field.tsx'
import { Icon } from '../../design/icon.tsx'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import type { FormPart } from './arrange-fields.ts'
import styles from './field-matrix.module.css'
import {
  type AllState,
  buildCellKey,
  type CellChange,
  type CellKey,
  type CellState,
  type Changes,
  combineStates,
  type FieldCells,
  type FieldChanges,
  type FieldPermissionName,
  fieldPermissions,
  getCellState,
  type PermissionField,
  type PermissionGroup,
  type SavedCells,
} from './permission-changes.ts'
import type { ChangesState } from './use-changes.ts'
import { useGridKeys } from './use-grid-keys.ts'

const words = trackerAdminTexts.trackerPermissions

/** With fewer fields all of them are in view. */
const searchedFrom = 12

interface FieldMatrixProps extends Pick<ChangesState, 'saved' | 'changes' | 'problems' | 'change'> {
  readonly parts: readonly FormPart[]
  readonly groups: readonly PermissionGroup[]
}

/**
 * Fields × groups: three switches each. A tracker has thousands of them, so they are bare buttons without state, and the
 * table has one listener for all.
 */
export function FieldMatrix({ parts, groups, saved, changes, problems, change }: FieldMatrixProps): ReactNode {
  const [search, setSearch] = useState('')
  const searched = useDeferredValue(search.trim().toLocaleLowerCase())
  const shown = useMemo(() => filterParts(parts, searched), [parts, searched])
  const table = useRef<HTMLTableElement>(null)
  useGridKeys(table)

  const all = useMemo(() => shown.flatMap(({ fields }) => fields), [shown])
  const allName = searched === '' ? words.allFields : words.foundFields
  // What was pressed is painted first.
  const deferred = useDeferredValue(changes.fields)
  const latest = useRef({ all, groups, saved, changes, change })
  latest.current = { all, groups, saved, changes, change }

  const press = useCallback((event: MouseEvent<HTMLTableElement>): void => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[role="checkbox"]') : null
    const cell = button?.closest('td')
    if (button == null || cell == null || button.getAttribute('aria-disabled') === 'true') return
    const now = latest.current
    const id = cell.closest('tr')?.dataset['field']
    const { permission, group } = locate(cell.cellIndex - 1, now.groups)
    const fields = id === undefined ? now.all : now.all.filter(({ field_id }) => field_id === Number(id))
    const isOn = button.getAttribute('aria-checked') !== 'true'
    now.change(
      fields.flatMap((field) =>
        (group === null ? now.groups : [group]).flatMap((each): readonly CellChange[] => {
          const state = getCellState(cellsOf(field, now.saved, now.changes.fields), permission, each)
          if (state === 'absent' || state === 'locked') return []
          return [{ field: field.field_id, key: buildCellKey(permission, each.id), isOn }]
        }),
      ),
    )
  }, [])

  const count = parts.reduce((sum, { fields }) => sum + fields.length, 0)
  return (
    <div className={styles.matrix}>
      {count > searchedFrom && (
        <div className={styles.search}>
          <TextField name="field-search" type="search" label={words.search} autoComplete="off" onChange={setSearch} />
        </div>
      )}
      {all.length === 0 ? (
        <EmptyState icon="search" title={words.nothingFound} />
      ) : (
        <div className={styles.box}>
          {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move between its switches */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: its buttons turn keys into clicks */}
          <table ref={table} role="grid" aria-label={words.matrix} className={styles.table} onClick={press}>
            <colgroup>
              <col className={styles.nameColumn} />
              {blocksOf(groups).map((block) =>
                fieldPermissions.map((permission) => <col key={`${block} ${permission}`} className={styles.column} />),
              )}
            </colgroup>
            <Head groups={groups}>
              <tr data-row="">
                <th scope="row">{allName}</th>
                <AllFields name={allName} fields={all} groups={groups} saved={saved} changes={deferred} />
              </tr>
            </Head>
            {shown.map(({ id, label, fields }) => (
              <tbody key={id}>
                {label !== null && (
                  <tr className={styles.part}>
                    <th scope="rowgroup" colSpan={1 + (groups.length + 1) * fieldPermissions.length}>
                      <span>{label}</span>
                    </th>
                  </tr>
                )}
                {fields.map((field) => (
                  <FieldRow
                    key={field.field_id}
                    field={field}
                    groups={groups}
                    saved={saved.get(field.field_id) ?? noCells}
                    changes={changes.fields.get(field.field_id)}
                    problem={problems.get(field.field_id)}
                  />
                ))}
              </tbody>
            ))}
          </table>
        </div>
      )}
    </div>
  )
}

const noCells: ReadonlySet<CellKey> = new Set()

const cellsOf = (field: PermissionField, saved: SavedCells, changes: Changes['fields']): FieldCells => ({
  field,
  saved: saved.get(field.field_id) ?? noCells,
  changes: changes.get(field.field_id),
})

function filterParts(parts: readonly FormPart[], search: string): readonly FormPart[] {
  if (search === '') return parts
  return parts.flatMap((part) => {
    const fields = part.fields.filter(({ label }) => label.toLocaleLowerCase().includes(search))
    return fields.length === 0 ? [] : [{ ...part, fields }]
  })
}

/** The first block of columns is for all groups. */
const blocksOf = (groups: readonly PermissionGroup[]): readonly string[] => ['', ...groups.map(({ id }) => id)]

/** null: all groups. */
function locate(
  column: number,
  groups: readonly PermissionGroup[],
): { readonly permission: FieldPermissionName; readonly group: PermissionGroup | null } {
  const width = fieldPermissions.length
  return {
    permission: fieldPermissions[column % width] ?? 'can_read',
    group: groups[Math.floor(column / width) - 1] ?? null,
  }
}

const Head = memo(
  ({ groups, children }: { readonly groups: readonly PermissionGroup[]; readonly children: ReactNode }): ReactNode => (
    <thead>
      <tr>
        <th rowSpan={2} scope="col" className={styles.corner}>
          {words.field}
        </th>
        <th colSpan={fieldPermissions.length} scope="colgroup" className={styles.first}>
          {words.allGroups}
        </th>
        {groups.map(({ id, label }) => (
          <th key={id} colSpan={fieldPermissions.length} scope="colgroup" className={styles.first} title={label}>
            {label}
          </th>
        ))}
      </tr>
      <tr>
        {blocksOf(groups).map((block) =>
          fieldPermissions.map((permission, n) => (
            <th key={`${block} ${permission}`} scope="col" className={n === 0 ? styles.first : undefined}>
              {words.permissions[permission]}
            </th>
          )),
        )}
      </tr>
      {children}
    </thead>
  ),
)

interface AllFieldsProps {
  readonly name: string
  readonly fields: readonly PermissionField[]
  readonly groups: readonly PermissionGroup[]
  readonly saved: SavedCells
  readonly changes: Changes['fields']
}

/** Acts on all fields of a column. */
const AllFields = memo(({ name, fields, groups, saved, changes }: AllFieldsProps): ReactNode => {
  const cells = fields.map((field) => cellsOf(field, saved, changes))
  const combine = (permission: FieldPermissionName, of: readonly PermissionGroup[]): AllState =>
    combineStates(cells.flatMap((each) => of.map((group) => getCellState(each, permission, group))))
  return (
    <>
      {fieldPermissions.map((permission, n) => (
        <Cell
          key={permission}
          state={combine(permission, groups)}
          label={words.cell(name, words.allGroups, words.permissions[permission])}
          isFirst={n === 0}
        />
      ))}
      {groups.map((group) =>
        fieldPermissions.map((permission, n) => (
          <Cell
            key={`${group.id} ${permission}`}
            state={combine(permission, [group])}
            label={words.cell(name, group.label, words.permissions[permission])}
            isFirst={n === 0}
          />
        )),
      )}
    </>
  )
})

interface FieldRowProps {
  readonly field: PermissionField
  readonly groups: readonly PermissionGroup[]
  readonly saved: ReadonlySet<CellKey>
  readonly changes: FieldChanges | undefined
  readonly problem: string | undefined
}

const FieldRow = memo(({ field, groups, saved, changes, problem }: FieldRowProps): ReactNode => {
  const cells = { field, saved, changes }
  return (
    <tr data-row="" data-field={field.field_id} data-wrong={problem === undefined ? undefined : true}>
      <th scope="row">
        {field.label}
        {problem !== undefined && (
          <span className={styles.problem}>
            <Icon name="warning" />
            <span>{problem}</span>
          </span>
        )}
      </th>
      {fieldPermissions.map((permission, n) => (
        <Cell
          key={permission}
          state={combineStates(groups.map((group) => getCellState(cells, permission, group)))}
          label={words.cell(field.label, words.allGroups, words.permissions[permission])}
          isFirst={n === 0}
        />
      ))}
      {groups.map((group) =>
        fieldPermissions.map((permission, n) => (
          <Cell
            key={`${group.id} ${permission}`}
            state={getCellState(cells, permission, group)}
            label={words.cell(field.label, group.label, words.permissions[permission])}
            isFirst={n === 0}
            isChanged={changes?.has(buildCellKey(permission, group.id)) === true}
          />
        )),
      )}
    </tr>
  )
})

interface CellProps {
  readonly state: CellState | AllState
  readonly label: string
  readonly isFirst: boolean
  readonly isChanged?: boolean
}

const Cell = ({ state, label, isFirst, isChanged = false }: CellProps): ReactNode => (
  <td className={isFirst ? styles.first : undefined} data-changed={isChanged || undefined}>
    {state !== 'absent' && (
      // biome-ignore lint/a11y/useSemanticElements: React needs far longer for an input, and it cannot be mixed in markup
      <button
        type="button"
        role="checkbox"
        tabIndex={-1}
        aria-checked={state === 'mixed' ? 'mixed' : state === 'on' || state === 'locked'}
        aria-disabled={state === 'locked' || undefined}
        data-implied={state === 'implied' || undefined}
        aria-label={nameCell(label, state)}
      />
    )}
  </td>
)

function nameCell(label: string, state: CellProps['state']): string {
  if (state === 'implied') return words.implied(label)
  return state === 'locked' ? words.locked(label) : label
}
