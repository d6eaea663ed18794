import type { ReactNode } from 'react'
import { Message } from '../../../../src/kit/messages/message.ts'
import { inputNames, inputNamesWithValue } from '../../../../src/queries/language/input-names.ts'
import { computePosition } from '../../../../src/queries/language/problem.ts'
import type { Token } from '../../../../src/queries/language/token.ts'
import { Icon } from '../../design/icon.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './query-bar.module.css'
import type { CheckedQuery, IssueCause, QueryIssue } from './query-check.ts'
import { operatorsOf } from './query-targets.ts'

const words = texts.tracker.tql

interface QueryMessageProps {
  readonly text: string
  readonly checked: CheckedQuery
  /** The user is typing: what is only missing is no error yet. */
  readonly isTyping: boolean
  readonly onReplace: (issue: QueryIssue) => void
}

/** The first error of the query with what was probably meant, or what comes next. */
export function QueryMessage({ text, checked, isTyping, onReplace }: QueryMessageProps): ReactNode {
  const [issue] = checked.issues
  if (issue === undefined)
    return checked.kind === 'words' ? <span className={styles.hint}>{texts.tracker.searchesWords}</span> : null
  if (checked.isIncomplete && isTyping && issue.suggestion === null)
    return <span className={styles.hint}>{describeNext(issue.cause)}</span>
  return (
    <span className={issue.isHint ? styles.caution : styles.error}>
      <Icon name="warning" />
      <span>
        {describeIssue(text, issue)} {issue.suggestion !== null && <Suggestion issue={issue} onReplace={onReplace} />}
      </span>
    </span>
  )
}

function Suggestion({ issue, onReplace }: { readonly issue: QueryIssue } & Pick<QueryMessageProps, 'onReplace'>) {
  const [before, after] = words.didYouMean('\0').split('\0')
  return (
    <>
      {before}
      <button
        type="button"
        className={styles.meant}
        // The focus stays in the editor.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => onReplace(issue)}
      >
        {issue.suggestion}
      </button>
      {after}
    </>
  )
}

/** The sentence for an error, with its place. */
export function describeIssue(text: string, { from, cause }: QueryIssue): string {
  const { line, column } = computePosition(text, from)
  const message = describeCause(cause)
  return line === 1 ? words.atColumn(message, column) : words.atLine(message, line, column)
}

function describeCause(cause: IssueCause): string {
  switch (cause.kind) {
    case 'syntax':
      return isQuoteMissing(cause)
        ? words.quoteMissing
        : words.expected(describeExpected(cause.expected), describeFound(cause.token))
    case 'field':
      return words.noField(cause.name)
    case 'value':
      return words.noValue(cause.value, cause.target.name)
    case 'operator':
      return words.noOperator(cause.operator, cause.target.name, join(operatorsOf[cause.target.kind]))
    case 'function':
      return words.noFunction(cause.name, cause.target.name)
    case 'select':
      return words.noSelect
    case 'size':
      return words.tooLarge
    default:
      return cause satisfies never
  }
}

function describeNext(cause: IssueCause): string {
  if (cause.kind !== 'syntax') return describeCause(cause)
  return isQuoteMissing(cause) ? words.quoteMissing : words.incomplete(describeExpected(cause.expected))
}

const isQuoteMissing = ({ token, expected }: Extract<IssueCause, { kind: 'syntax' }>): boolean =>
  token.kind === 'unreadable' &&
  /^["']/.test(token.text) &&
  expected.some((name) => name instanceof Message && keysWithValue.get(name.template) === 'closingQuote')

const keys = new Map(Object.entries(inputNames).map(([key, name]) => [name as string, key as keyof typeof inputNames]))
const keysWithValue = new Map(
  (['digits', 'period', 'closingQuote'] as const).map((key) => [inputNamesWithValue[key](0 as never).template, key]),
)
const synonyms = new Set(['CHILD', 'ASCENDING', 'DESCENDING'])

const describeExpected = (names: readonly (string | Message)[]): string =>
  join(
    names.flatMap((name) => {
      if (name instanceof Message) return describeWithValue(name)
      const key = keys.get(name)
      if (key === 'metadata' || synonyms.has(name)) return []
      return [key === undefined ? name : words.names[key]]
    }),
  )

/** Keywords and symbols have no translation. */
function describeWithValue(name: Message): string {
  const key = keysWithValue.get(name.template)
  return key === undefined ? String(name) : words.namesWithValue[key](String(name.values[0]))
}

function describeFound({ kind, text }: Token): string {
  if (kind === 'end') return words.names.end
  return text.length <= 40 ? words.quoted(text) : words.quoted(`${text.slice(0, 39)}…`)
}

function join(alternatives: readonly string[]): string {
  const last = alternatives.at(-1) ?? ''
  return alternatives.length < 2 ? last : `${alternatives.slice(0, -1).join(', ')} ${words.or} ${last}`
}
