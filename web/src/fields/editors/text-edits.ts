/** A text and what is selected in it. */
export interface TextState {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Replaces a part of a text, and selects a part of the result. */
export interface TextEdit {
  readonly from: number
  readonly to: number
  readonly insert: string
  readonly start: number
  readonly end: number
}

export const applyEdit = ({ text }: TextState, { from, to, insert, start, end }: TextEdit): TextState => ({
  text: text.slice(0, from) + insert + text.slice(to),
  start,
  end,
})

/** Puts marks around what is selected, or removes them. */
export function toggleMark({ text, start, end }: TextState, mark: string): TextEdit {
  const selected = text.slice(start, end)
  // Blanks next to a mark would make it part of the text.
  const from = start + (selected.length - selected.trimStart().length)
  const to = Math.max(from, end - (selected.length - selected.trimEnd().length))
  const content = text.slice(from, to)
  const length = mark.length
  const isMarked = text.slice(Math.max(0, from - length), from) === mark && text.slice(to, to + length) === mark
  if (isMarked) return { from: from - length, to: to + length, insert: content, start: from - length, end: to - length }
  return { from, to, insert: mark + content + mark, start: from + length, end: to + length }
}

/** Makes a link of what is selected, and selects what is missing of it. */
export function insertLink({ text, start, end }: TextState): TextEdit {
  const selected = text.slice(start, end)
  if (/^https?:\/\/\S+$/.test(selected))
    return { from: start, to: end, insert: `[](${selected})`, start: start + 1, end: start + 1 }
  const insert = `[${selected}](url)`
  const at = start + selected.length + 3
  return { from: start, to: end, insert, start: at, end: at + 3 }
}

/** What a line can begin with. */
export type LineMark = 'list' | 'numbers' | 'quote'

const patterns: Readonly<Record<LineMark, RegExp>> = {
  list: /^[-*] /,
  numbers: /^\d+\. /,
  quote: /^> /,
}

/** Puts a mark before each selected line, or removes it from all of them. */
export function toggleLines({ text, start, end }: TextState, mark: LineMark): TextEdit {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const after = text.indexOf('\n', Math.max(start, end))
  const to = after === -1 ? text.length : after
  const lines = text.slice(from, to).split('\n')
  const pattern = patterns[mark]
  const isMarked = lines.every((line) => pattern.test(line))
  const changed = lines.map((line, position) => {
    if (isMarked) return line.replace(pattern, '')
    const bare = line.replace(patterns.list, '').replace(patterns.numbers, '')
    if (mark === 'quote') return `> ${line}`
    return mark === 'list' ? `- ${bare}` : `${position + 1}. ${bare}`
  })
  const insert = changed.join('\n')
  const isCaret = start === end && lines.length === 1
  return { from, to, insert, start: isCaret ? from + insert.length : from, end: from + insert.length }
}

/** The beginning of a mention before the caret. */
export interface Trigger {
  readonly kind: 'user' | 'artifact'
  /** Where its sign stands. */
  readonly from: number
  readonly query: string
}

const maxQuery = 40

/** Finds what is being typed after `@` or `#`; both begin a word. */
export function findTrigger(text: string, caret: number): Trigger | null {
  const before = text.slice(Math.max(0, caret - maxQuery - 2), caret)
  const [, sign, query = ''] = /(?:^|[\s([{>,;:])([@#])([^\s@#]*)$/u.exec(before) ?? []
  if (sign === undefined || query.length > maxQuery) return null
  return { kind: sign === '@' ? 'user' : 'artifact', from: caret - query.length - 1, query }
}

/** Replaces the beginning of a mention by all of it. */
export function insertMention({ from, query }: Trigger, mention: string): TextEdit {
  const at = from + mention.length + 1
  return { from, to: from + query.length + 1, insert: `${mention} `, start: at, end: at }
}
