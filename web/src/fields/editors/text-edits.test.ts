import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  applyEdit,
  findTrigger,
  insertLink,
  insertMention,
  type LineMark,
  type TextState,
  toggleLines,
  toggleMark,
} from './text-edits.ts'

/** `|` are the ends of the selection. */
function parse(marked: string): TextState {
  const start = marked.indexOf('|')
  const end = marked.lastIndexOf('|')
  return { text: marked.replaceAll('|', ''), start, end: end === start ? start : end - 1 }
}

function print({ text, start, end }: TextState): string {
  const middle = start === end ? '|' : `|${text.slice(start, end)}|`
  return text.slice(0, start) + middle + text.slice(end)
}

const mark = (marked: string, sign: string): string => print(applyEdit(parse(marked), toggleMark(parse(marked), sign)))
const lines = (marked: string, kind: LineMark): string =>
  print(applyEdit(parse(marked), toggleLines(parse(marked), kind)))

const states = fc
  .tuple(
    fc.string({ maxLength: 60, unit: fc.constantFrom('a', ' ', '*', '\n', '_', '- ', '> ', '1. ') }),
    fc.nat(),
    fc.nat(),
  )
  .map(([text, a, b]): TextState => {
    const [x, y] = [a % (text.length + 1), b % (text.length + 1)]
    return { text, start: Math.min(x, y), end: Math.max(x, y) }
  })

describe('marks', () => {
  it('surround what is selected without its blanks, and are removed again', () => {
    expect(mark('a |word| b', '**')).toBe('a **|word|** b')
    expect(mark('a **|word|** b', '**')).toBe('a |word| b')
    expect(mark('a| word |b', '_')).toBe('a _|word|_ b')
    expect(mark('a | b', '`')).toBe('a `|` b')
    expect(mark('a `|` b', '`')).toBe('a | b')
  })

  it('are removed when they are applied twice, whatever the text is', () => {
    fc.assert(
      fc.property(states, (state) => {
        const marked = applyEdit(state, toggleMark(state, '~~'))
        const again = applyEdit(marked, toggleMark(marked, '~~'))
        expect(again.text).toBe(state.text)
        expect(again.text.slice(again.start, again.end)).toBe(marked.text.slice(marked.start, marked.end))
      }),
    )
  })
})

describe('marks of lines', () => {
  it('are put before each selected line, and removed from all', () => {
    expect(lines('a\nb|c\nd|e\nf', 'list')).toBe('a\n|- bc\n- de|\nf')
    expect(lines('|- bc\n- de|', 'list')).toBe('|bc\nde|')
    expect(lines('|- bc\n- de|', 'numbers')).toBe('|1. bc\n2. de|')
    expect(lines('x\n|', 'quote')).toBe('x\n> |')
  })

  it('keep every line and everything outside of the selection', () => {
    fc.assert(
      fc.property(states, fc.constantFrom<LineMark>('list', 'numbers', 'quote'), (state, kind) => {
        const edit = toggleLines(state, kind)
        const next = applyEdit(state, edit)
        expect(next.text.split('\n')).toHaveLength(state.text.split('\n').length)
        expect(next.text.startsWith(state.text.slice(0, edit.from))).toBe(true)
        expect(next.text.endsWith(state.text.slice(edit.to))).toBe(true)
        expect(next.start).toBeGreaterThanOrEqual(0)
        expect(next.end).toBeLessThanOrEqual(next.text.length)
      }),
    )
  })
})

describe('a link', () => {
  it('selects what is missing', () => {
    const link = (marked: string): string => print(applyEdit(parse(marked), insertLink(parse(marked))))
    expect(link('see |this| now')).toBe('see [this](|url|) now')
    expect(link('see |https://example.com/a| now')).toBe('see [|](https://example.com/a) now')
    expect(link('see |')).toBe('see [](|url|)')
  })
})

describe('the beginning of a mention', () => {
  const at = (marked: string) => findTrigger(parse(marked).text, parse(marked).start)
  it('is found at the caret only, at the beginning of a word', () => {
    expect(at('@an|')).toEqual({ kind: 'user', from: 0, query: 'an' })
    expect(at('on Thursday, @|')).toEqual({ kind: 'user', from: 13, query: '' })
    expect(at('see (#12|)')).toEqual({ kind: 'artifact', from: 5, query: '12' })
    expect(at('mail bob@example|')).toBeNull()
    expect(at('@an |')).toBeNull()
    expect(at('# Heading|')).toBeNull()
    expect(at('c#|')).toBeNull()
  })

  it('is replaced by the mention, and nothing else changes', () => {
    const name = fc.string({ maxLength: 20, unit: fc.constantFrom('a', 'é', '.', '-', '7') })
    fc.assert(
      fc.property(states, name, fc.constantFrom('@', '#'), fc.string(), ({ text }, query, sign, after) => {
        const before = `${text} ${sign}${query}`
        const trigger = findTrigger(before + after, before.length)
        expect(trigger).toMatchObject({ query, from: text.length + 1 })
        if (trigger === null) return
        const state = { text: before + after, start: before.length, end: before.length }
        const next = applyEdit(state, insertMention(trigger, '@ada'))
        expect(next.text).toBe(`${text} @ada ${after}`)
        expect(next.text.slice(0, next.start)).toBe(`${text} @ada `)
      }),
    )
  })
})
