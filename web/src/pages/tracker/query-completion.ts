import { type ExpectedInput, findExpectedInput } from '../../../../src/queries/language/expected-input.ts'
import { inputNames } from '../../../../src/queries/language/input-names.ts'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { fold } from '../../fields/editors/fold.ts'
import { formatDay } from '../../fields/editors/parse-typed-date.ts'
import type { PickerOption } from '../../fields/editors/picker.tsx'
import { isSearchedOnServer, operatorsOf, type QueryTarget, targetsOf, valuesOf } from './query-targets.ts'
import { quote } from './view.ts'

/** One continuation of a query. */
export interface QueryOption {
  readonly id: string
  /** What is inserted, with the blanks around it. */
  readonly insert: string
  readonly label: string
  /** What the name of a field or of a function means. */
  readonly detail: string | MeaningKey | null
  /** The label is in the query language. */
  readonly isCode: boolean
  /** For the look of a value of a list. */
  readonly value: PickerOption | null
}

/** Names of explanations in the catalogue of texts. */
interface MeaningKey {
  readonly meaning: 'myself' | 'open' | 'now' | 'today' | 'empty' | 'links' | 'comments'
}

export interface QueryCompletion {
  /** The part of the text that an option replaces. */
  readonly from: number
  readonly to: number
  readonly title: 'fields' | 'operators' | 'values' | 'sort' | 'next'
  /** Whose operators or values they are. */
  readonly target: QueryTarget | null
  readonly options: readonly QueryOption[]
  /** One value is compared, after which the condition is complete. */
  readonly isSingle: boolean
  /** Users to find on the server, by this text. */
  readonly userSearch: { readonly target: QueryTarget; readonly text: string } | null
}

interface CompletionContext {
  readonly tracker: TrackerRepresentation
  readonly isSignedIn: boolean
  readonly now: Date
}

const maxOptions = 50

/** Lists what can be at a place of the text. undefined: nothing, or the text before it has an error. */
export function completeQuery(text: string, offset: number, context: CompletionContext): QueryCompletion | undefined {
  const input = findExpectedInput(text, offset)
  if (input === undefined) return undefined
  const completion = listOptions(input, context)
  if (completion === undefined) return undefined
  const { title, target, options, userSearch = null } = completion
  const word = text.slice(input.from, input.to)
  const isComplete = options.length === 1 && options[0]?.insert.trim().toLowerCase() === word.toLowerCase()
  if ((options.length === 0 || isComplete) && userSearch === null) return undefined
  const isSingle = /=$/.test(input.comparison?.operator ?? '')
  return { from: input.from, to: input.to, title, target, options, isSingle, userSearch }
}

/** The text after the option was chosen, and where the caret is then. */
export function applyOption(
  text: string,
  { from, to }: Pick<QueryCompletion, 'from' | 'to'>,
  option: string,
): { readonly from: number; readonly to: number; readonly insert: string; readonly caret: number } {
  const before = text.charAt(from - 1)
  const isSpaced = before === '' || /[\s(]/.test(before) || /^[,)]/.test(option)
  const insert = `${isSpaced ? '' : ' '}${option}`
  // A blank that follows is used again.
  const end = insert.endsWith(' ') && text.charAt(to) === ' ' ? to + 1 : to
  return { from, to: end, insert, caret: from + insert.length }
}

type CompletionOptions = Pick<QueryCompletion, 'title' | 'target' | 'options'> & {
  readonly userSearch?: QueryCompletion['userSearch']
}

function listOptions(input: ExpectedInput, context: CompletionContext): CompletionOptions | undefined {
  const { expected, comparison, typed, isText } = input
  const target = comparison && targetsOf(context.tracker).get(comparison.searchable.toLowerCase())
  if (comparison !== null && comparison.operator === null) {
    // Among plain words, only a field can have an operator.
    if (target == null) return undefined
    return { title: 'operators', target, options: take(operatorOptions(target), typed) }
  }
  if (comparison !== null) return target == null ? undefined : valueOptions(input, target, context)
  if (expected.has(inputNames.linkType)) return linkTypeOptions(typed, context)
  if (isText) return undefined
  if (expected.has(inputNames.field)) {
    const isTerm = expected.has('WITH')
    const options = isTerm ? termOptions(typed, expected, context) : sortOptions(typed, context)
    return { title: isTerm ? 'fields' : 'sort', target: null, options }
  }
  const options = take(keywordOptions(input), typed)
  return { title: 'next', target: null, options }
}

interface Candidate extends QueryOption {
  /** Texts without case and accents by which it is found. */
  readonly searchTexts: readonly string[]
}

const createOption = (insert: string, more: Partial<QueryOption> = {}): Candidate => {
  const label = more.label ?? insert.trim()
  return { id: label, insert, label, detail: null, isCode: true, value: null, ...more, searchTexts: [fold(label)] }
}

/** The first options that the typed text finds: those that begin with it before those that contain it. */
function take(candidates: Iterable<Candidate>, word: string): readonly QueryOption[] {
  const foldedWord = fold(word)
  const [first, second]: [QueryOption[], QueryOption[]] = [[], []]
  for (const { searchTexts, ...option } of candidates) {
    if (searchTexts.some((text) => text.startsWith(foldedWord))) first.push(option)
    else if (
      foldedWord.length > 1 &&
      second.length < maxOptions &&
      searchTexts.some((text) => text.includes(foldedWord))
    )
      second.push(option)
    if (first.length === maxOptions) break
  }
  return [...first, ...second].slice(0, maxOptions)
}

const operatorOptions = ({ kind }: QueryTarget): readonly Candidate[] =>
  operatorsOf[kind].map((operator) => createOption(/[A-Z]/.test(operator) ? `${operator}(` : `${operator} `))

const linkPhrases = [
  'WITH PARENT',
  'WITHOUT PARENT',
  'WITH CHILDREN',
  'WITHOUT CHILDREN',
  'IS LINKED FROM',
  'IS LINKED TO',
  'IS NOT LINKED FROM',
  'IS NOT LINKED TO',
  'IS COVERED',
  'IS NOT COVERED',
  'IS COVERING',
  'IS NOT COVERING',
]

const fieldOption = ({ name, label }: QueryTarget): Candidate => ({
  ...createOption(`${name} `, {
    detail: name === '@comments' ? { meaning: 'comments' } : label.toLowerCase() === name.toLowerCase() ? null : label,
  }),
  searchTexts: [fold(name), fold(label)],
})

function termOptions(
  word: string,
  expected: ReadonlySet<string>,
  { tracker }: CompletionContext,
): readonly QueryOption[] {
  const targets = [...targetsOf(tracker).values()]
  const isMetadata = (target: QueryTarget): boolean => target.name.startsWith('@')
  const offered = targets.filter((target) => word.startsWith('@') || !isMetadata(target) || target.name === '@comments')
  return take(
    [
      ...offered.map(fieldOption),
      ...linkPhrases.map((phrase) => createOption(`${phrase} `, { detail: { meaning: 'links' } })),
      ...(expected.has('ORDER BY') ? [createOption('ORDER BY ')] : []),
      createOption('('),
    ],
    word,
  )
}

const sortOptions = (word: string, { tracker }: CompletionContext): readonly QueryOption[] =>
  take(
    [...targetsOf(tracker).values()]
      .filter(({ isSortable, name }) => isSortable && (word.startsWith('@') || !name.startsWith('@')))
      .map(fieldOption),
    word,
  )

function valueOptions(
  { comparison, typed }: ExpectedInput,
  target: QueryTarget,
  context: CompletionContext,
): CompletionOptions | undefined {
  const operator = comparison?.operator ?? '='
  const isList = /IN$/.test(operator)
  const end = isList || operator === 'BETWEEN' ? '' : ' '
  const usedTexts = new Set(comparison?.texts)
  const foldedWord = fold(typed)
  const isEqual = operator === '=' || operator === '!='
  const candidates = function* (): Iterable<Candidate> {
    if (target.isOfUsers && context.isSignedIn) yield createOption(`MYSELF()${end}`, { detail: { meaning: 'myself' } })
    if (target.hasOpen && isEqual) yield createOption(`OPEN()${end}`, { detail: { meaning: 'open' } })
    if (target.kind === 'date') yield* dateOptions(target, end, context.now)
    for (const text of target.examples) yield createOption(`${quote(text)}${end}`, { label: text })
    for (const value of valuesOf(target)) {
      // Lists can have thousands of values, and each key looks through them.
      if (!value.folded.includes(foldedWord) || usedTexts.has(value.text)) continue
      yield {
        id: value.id,
        insert: `${quote(value.text)}${end}`,
        label: value.label,
        detail: value.detail ?? null,
        isCode: false,
        value,
        searchTexts: [value.folded],
      }
    }
    if (target.hasEmpty && isEqual) yield createOption(`""${end}`, { detail: { meaning: 'empty' } })
  }
  const userSearch = isSearchedOnServer(target) ? { target, text: typed } : null
  return { title: 'values', target, options: take(candidates(), typed), userSearch }
}

function* dateOptions({ hasTime }: QueryTarget, end: string, now: Date): Iterable<Candidate> {
  const today = formatDay(now)
  const detail: MeaningKey = { meaning: 'today' }
  const day = createOption(`"${today}"${end}`, { label: today, detail })
  yield { ...day, searchTexts: [today] }
  if (hasTime) {
    const minute = `${today} 00:00`
    yield { ...createOption(`"${minute}"${end}`, { label: minute }), searchTexts: [minute] }
  }
  yield createOption(`NOW()${end}`, { detail: { meaning: 'now' } })
  for (const period of ['- 7d', '+ 7d', '- 1m', '+ 1m', '- 1y']) yield createOption(`NOW() ${period}${end}`)
}

/** An option for a user that the server found. */
export const userValueOption = (user: PickerOption, isSingle: boolean): QueryOption | undefined =>
  user.user?.username == null
    ? undefined
    : {
        id: `user ${user.id}`,
        insert: `${quote(user.user.username)}${isSingle ? ' ' : ''}`,
        label: user.label,
        detail: user.detail ?? null,
        isCode: false,
        value: user,
      }

function linkTypeOptions(word: string, { tracker }: CompletionContext): CompletionOptions {
  const types = tracker.fields.flatMap(({ allowed_types }) => allowed_types ?? [])
  const options = types.map(({ shortname, forward_label }) =>
    createOption(`${quote(shortname)} `, { label: shortname, detail: forward_label }),
  )
  return { title: 'values', target: null, options: take(options, word) }
}

/** Other words for the same are not offered. */
const synonyms = new Set(['CHILD', 'ASCENDING', 'DESCENDING'])
const longer: Readonly<Record<string, string>> = {
  ARTIFACT: 'ARTIFACT = ',
  TRACKER: 'TRACKER = ',
  'WITH TYPE': 'WITH TYPE ',
  BY: 'BY ',
  [inputNames.closingParenthesis]: ') ',
  [inputNames.openingParenthesis]: '(',
  [inputNames.comma]: ', ',
  IN: 'IN(',
  '+': '+ 7d ',
  '-': '- 7d ',
}

function* keywordOptions({ expected, typed }: ExpectedInput): Iterable<Candidate> {
  if (expected.has(inputNames.periodAmount))
    for (const unit of ['d', 'w', 'm', 'y']) yield createOption(`${/^\d+$/.test(typed) ? typed : '7'}${unit} `)
  for (const name of expected) {
    if (synonyms.has(name)) continue
    const insert = longer[name] ?? (/^[A-Z ]+$|^[dwmy]$/.test(name) ? `${name} ` : undefined)
    if (insert !== undefined) yield createOption(insert)
  }
}
