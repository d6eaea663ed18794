import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Literal } from '../../../../src/queries/language/ast.ts'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { suggestMembers, suggestUsers } from '../../data/suggestions.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { Segments } from '../../design/segments.tsx'
import { createUserOption, listOptions } from '../../fields/editors/list-options.ts'
import { formatDay } from '../../fields/editors/parse-typed-date.ts'
import { Picker, type PickerOption } from '../../fields/editors/picker.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './query-builder.module.css'
import {
  chooseOperator,
  chooseTarget,
  describeLiteral,
  emptyRow,
  maxLiterals,
  printRows,
  type QueryRow,
  type QueryRows,
  readLiteral,
  readRows,
  textLiteral,
} from './query-rows.ts'
import { isSearchedOnServer, operatorsOf, type QueryTarget, targetsOf } from './query-targets.ts'

const words = texts.tracker.tql.rows
const { meanings } = texts.tracker.tql

interface QueryBuilderProps {
  readonly tracker: TrackerRepresentation
  readonly isSignedIn: boolean
  readonly text: string
  readonly onText: (text: string) => void
  readonly onEditText: () => void
}

/** Rows of field, comparison and values that edit the text of the query. */
export function QueryBuilder({ tracker, isSignedIn, text, onText, onEditText }: QueryBuilderProps): ReactNode {
  const [edited, setEdited] = useState<{ readonly text: string; readonly query: QueryRows | null }>({
    text,
    query: readRows(text),
  })
  const list = useRef<HTMLDivElement>(null)
  const added = useRef<'row' | 'button' | null>(null)
  // Another text than that of the rows: that of a link, or of the last query.
  const query = edited.text === text ? edited.query : readRows(text)
  useEffect(() => {
    const place = added.current
    added.current = null
    const rows = list.current?.querySelectorAll<HTMLElement>('fieldset')
    if (place === 'row')
      rows
        ?.item(rows.length - 1)
        .querySelector('button')
        ?.focus()
    if (place === 'button') list.current?.querySelector<HTMLElement>('[data-add] button')?.focus()
  })
  if (query === null)
    return (
      <div className={styles.builder}>
        <p>{words.onlyText}</p>
        <div>
          <Button icon="edit" onPress={onEditText}>
            {words.editText}
          </Button>
        </div>
      </div>
    )
  const { join } = query
  // Without a condition, the first one is already there to be filled in.
  const rows = query.rows.length === 0 ? [emptyRow] : query.rows
  const change = (part: Partial<QueryRows>): void => {
    const next = { ...query, rows, ...part }
    const printed = printRows(next)
    setEdited({ text: printed, query: next })
    onText(printed)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: each row is a fieldset
    <div ref={list} className={styles.builder} role="group" aria-label={words.label}>
      {rows.length > 1 && (
        <Segments
          label={words.join}
          options={[
            { value: 'and', label: words.all },
            { value: 'or', label: words.any },
          ]}
          value={join}
          onChange={(value) => change({ join: value })}
        />
      )}
      {rows.map((row, index) => (
        <Row
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
          key={index}
          {...{ tracker, isSignedIn, row }}
          number={index + 1}
          onChange={(changed) => change({ rows: rows.with(index, changed) })}
          onRemove={
            row === emptyRow && rows.length === 1
              ? undefined
              : () => {
                  added.current = 'button'
                  change({ rows: rows.toSpliced(index, 1) })
                }
          }
        />
      ))}
      <div data-add>
        <Button
          kind="quiet"
          icon="plus"
          onPress={() => {
            added.current = 'row'
            change({ rows: [...rows, emptyRow] })
          }}
        >
          {words.add}
        </Button>
      </div>
    </div>
  )
}

interface RowProps {
  readonly tracker: TrackerRepresentation
  readonly isSignedIn: boolean
  readonly row: QueryRow
  readonly number: number
  readonly onChange: (row: QueryRow) => void
  /** undefined: there is nothing to remove. */
  readonly onRemove: (() => void) | undefined
}

function Row({ tracker, isSignedIn, row, number, onChange, onRemove }: RowProps): ReactNode {
  const targets = targetsOf(tracker)
  const target = row.name === null ? undefined : targets.get(row.name.toLowerCase())
  // A query can have an operator that its field does not accept.
  const operators = target === undefined ? [] : [...new Set([...operatorsOf[target.kind], row.operator])]
  return (
    <fieldset className={styles.row}>
      <legend className={styles.legend}>{words.row(number)}</legend>
      <Choice
        label={words.field}
        options={[...targets.values()].map(toFieldOption)}
        selection={target ? [toFieldOption(target)] : []}
        onChoose={([option]) => {
          const newTarget = option && targets.get(option.id)
          if (newTarget) onChange(chooseTarget(row, newTarget, target))
        }}
        hint={words.chooseField}
      />
      {target !== undefined && (
        <>
          <Choice
            label={words.operator}
            options={operators.map((operator) => ({ id: operator, label: nameOperator(operator, target) }))}
            selection={[{ id: row.operator, label: nameOperator(row.operator, target) }]}
            onChoose={([option]) => option && onChange(chooseOperator(row, option.id))}
          />
          <div className={styles.values}>
            <Values {...{ tracker, isSignedIn, row, target, onChange }} />
          </div>
        </>
      )}
      {onRemove && (
        <div className={styles.remove}>
          <IconButton icon="close" label={words.remove(number)} onPress={onRemove} />
        </div>
      )}
    </fieldset>
  )
}

const toFieldOption = ({ name, label }: QueryTarget): PickerOption =>
  label === '' || name.startsWith('@')
    ? { id: name.toLowerCase(), label: name }
    : { id: name.toLowerCase(), label, detail: name }

const names: Readonly<Record<string, string>> = {
  '<': words.below,
  '<=': words.atMost,
  '>': words.above,
  '>=': words.atLeast,
  BETWEEN: words.between,
  IN: words.isOneOf,
  'NOT IN': words.isNoneOf,
}
const dateNames: Readonly<Record<string, string>> = {
  '<': words.before,
  '<=': words.upToDate,
  '>': words.after,
  '>=': words.fromDate,
}

function nameOperator(operator: string, { kind }: QueryTarget): string {
  if (operator === '=') return kind === 'text' ? words.contains : words.is
  if (operator === '!=') return kind === 'text' ? words.containsNot : words.isNot
  return (kind === 'date' ? dateNames[operator] : undefined) ?? names[operator] ?? operator
}

type ValuesProps = Pick<RowProps, 'tracker' | 'isSignedIn' | 'row' | 'onChange'> & { readonly target: QueryTarget }

function Values({ tracker, isSignedIn, row, target, onChange }: ValuesProps): ReactNode {
  const [first, second] = row.literals
  const setAt = (index: number, literal: Literal | undefined): void =>
    onChange({ ...row, literals: index === 0 ? [literal, second].filter(isGiven) : [first, literal].filter(isGiven) })
  if (target.kind === 'list') return <ListValues {...{ tracker, isSignedIn, row, target, onChange }} />
  const both = [
    { label: words.value, literal: first },
    ...(row.operator === 'BETWEEN' ? [{ label: words.secondValue, literal: second }] : []),
  ]
  return both.map(({ label, literal }, index) =>
    target.kind === 'date' ? (
      <DateValue key={label} {...{ label, literal, target }} onChange={(value) => setAt(index, value)} />
    ) : (
      <input
        key={label}
        className={styles.input}
        aria-label={label}
        inputMode={target.kind === 'number' && target.examples.length === 0 ? 'decimal' : undefined}
        value={literal === undefined ? '' : describeLiteral(literal)}
        onChange={({ currentTarget: { value } }) =>
          setAt(index, value === '' ? undefined : target.kind === 'number' ? readLiteral(value) : textLiteral(value))
        }
      />
    ),
  )
}

const isGiven = (literal: Literal | undefined): literal is Literal => literal !== undefined

function DateValue({
  label,
  literal,
  target,
  onChange,
}: {
  readonly label: string
  readonly literal: Literal | undefined
  readonly target: QueryTarget
  readonly onChange: (literal: Literal) => void
}): ReactNode {
  const today = formatDay(new Date())
  const options = [today, 'NOW()', 'NOW() - 7d', 'NOW() + 7d', 'NOW() - 1m', 'NOW() + 1m'].map(
    (text, index): PickerOption => ({
      id: text,
      label: text,
      ...(index === 0 ? { detail: meanings.today } : index === 1 ? { detail: meanings.now } : {}),
    }),
  )
  const empty: PickerOption = { id: '', label: meanings.empty }
  const literalText = literal && describeLiteral(literal)
  return (
    <Choice
      label={label}
      options={target.hasEmpty ? [...options, empty] : options}
      selection={
        literalText === undefined ? [] : [literalText === '' ? empty : { id: literalText, label: literalText }]
      }
      onChoose={([option]) => option && onChange(readLiteral(option.id))}
      optionOf={(text) => (isDate(text) ? { id: text, label: text } : undefined)}
      hint="2026-03-18"
    />
  )
}

/** A day, a minute, or a moment before or after now. */
const isDate = (text: string): boolean =>
  /^\d{4}-\d{1,2}-\d{1,2}( \d{1,2}:\d{2})?$/.test(text) || readLiteral(text).kind === 'now'

function ListValues({ tracker, isSignedIn, row, target, onChange }: ValuesProps): ReactNode {
  const { field } = target
  const isMultiple = maxLiterals(row.operator) > 1
  const options: readonly PickerOption[] = [
    ...(target.isOfUsers && isSignedIn ? [{ id: '\0myself', label: 'MYSELF()', detail: meanings.myself }] : []),
    ...(target.hasOpen ? [{ id: '\0open', label: 'OPEN()', detail: meanings.open }] : []),
    ...(field === null ? [] : listOptions(field)),
    ...(target.hasEmpty && !isMultiple ? [{ id: '\0empty', label: meanings.empty }] : []),
  ]
  const toOption = (literal: Literal): PickerOption => {
    const id = literal.kind === 'string' ? (literal.value === '' ? '\0empty' : null) : `\0${literal.kind}`
    const text = describeLiteral(literal).toLowerCase()
    const knownOption = options.find((option) =>
      id === null ? textOf(option).toLowerCase() === text : option.id === id,
    )
    return knownOption ?? { id: `\0text ${text}`, label: describeLiteral(literal) }
  }
  const toLiteral = (option: PickerOption): Literal => {
    if (option.id === '\0myself') return { kind: 'myself', at: 0 }
    if (option.id === '\0open') return { kind: 'open', at: 0 }
    return textLiteral(option.id === '\0empty' ? '' : textOf(option))
  }
  const search = async (text: string, signal: AbortSignal): Promise<readonly PickerOption[]> => {
    const { id } = tracker.project
    const users =
      field !== null && field.bindings.type === 'users'
        ? await suggestUsers(text, id, field.field_id, signal)
        : await suggestMembers(text, id, signal)
    return users.map(createUserOption)
  }
  return (
    <Choice
      label={words.value}
      options={options}
      selection={row.literals.map(toOption)}
      isMultiple={isMultiple}
      onChoose={(selection) => onChange({ ...row, literals: selection.map(toLiteral) })}
      search={isSearchedOnServer(target) ? search : undefined}
    />
  )
}

/** What the query compares: a login, or a label. */
const textOf = ({ user, label }: PickerOption): string => user?.username ?? label

interface ChoiceProps {
  readonly label: string
  readonly options: readonly PickerOption[]
  readonly selection: readonly PickerOption[]
  readonly onChoose: (selection: readonly PickerOption[]) => void
  readonly isMultiple?: boolean
  readonly search?: ((text: string, signal: AbortSignal) => Promise<readonly PickerOption[]>) | undefined
  readonly optionOf?: (text: string) => PickerOption | undefined
  readonly hint?: string
}

/** The list of values that all editors share, as a part of a row. */
function Choice({
  label,
  options,
  selection,
  onChoose,
  isMultiple = false,
  search,
  optionOf,
  hint,
}: ChoiceProps): ReactNode {
  const labelId = useId()
  return (
    <div className={styles.choice}>
      <span id={labelId} hidden>
        {label}
      </span>
      <Picker
        isInPlace={false}
        takesFocus={false}
        labelId={labelId}
        errorId={undefined}
        label={label}
        options={options}
        selection={selection}
        isMultiple={isMultiple}
        onChoose={onChoose}
        onDone={() => undefined}
        onCancel={() => undefined}
        {...(search && { search })}
        {...(optionOf && { optionOf })}
        {...(hint && { hint })}
      >
        {selection.length === 0 ? (
          <span className={styles.unchosen}>{hint ?? words.chooseValue}</span>
        ) : (
          selection.map((option) => option.label).join(', ')
        )}
      </Picker>
    </div>
  )
}
