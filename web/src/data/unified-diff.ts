/** One line of a unified difference. */
export interface DifferenceLine {
  /**
   * `hunk` is a position header; `word` is a remark about the content, such as a missing line end or a property change.
   */
  readonly kind: 'same' | 'added' | 'removed' | 'hunk' | 'word'
  /** Its number before and after; null: it is not there. */
  readonly before: number | null
  readonly after: number | null
  /** Without the sign. */
  readonly text: string
}

/** Parses the `svn diff` output of one path, without the headers with its name. */
export function parseUnifiedDiff(difference: string): DifferenceLine[] {
  const result: DifferenceLine[] = []
  const at = { before: 0, after: 0, removed: 0, added: 0, isProperty: false }
  const lines = difference.split('\n')
  if (lines.at(-1) === '') lines.pop()
  for (const line of lines) {
    const text = line.slice(1)
    const isInside = at.removed > 0 || at.added > 0
    const number = (which: number): number | null => (at.isProperty ? null : which)
    if (isInside && line.startsWith('+')) {
      result.push({ kind: 'added', before: null, after: number(at.after), text })
      at.after += 1
      at.added -= 1
    } else if (isInside && line.startsWith('-')) {
      result.push({ kind: 'removed', before: number(at.before), after: null, text })
      at.before += 1
      at.removed -= 1
    } else if (isInside && (line.startsWith(' ') || line === '')) {
      result.push({ kind: 'same', before: number(at.before), after: number(at.after), text })
      at.before += 1
      at.after += 1
      at.removed -= 1
      at.added -= 1
    } else {
      const place = hunk.exec(line)
      if (place !== null) {
        const [, sign, before, removed = '1', after, added = '1'] = place
        const [begins, goesOn] = [Number(before), Number(after)]
        const isProperty = sign === '##'
        Object.assign(at, { before: begins, after: goesOn, removed: Number(removed), added: Number(added), isProperty })
        if (!isProperty) result.push({ kind: 'hunk', before: null, after: null, text: line })
      } else if (!isHead(line)) result.push({ kind: 'word', before: null, after: null, text: withoutMarker(line) })
    }
  }
  return result
}

/** Of content, and (`##`) of a property. */
const hunk = /^(@@|##) -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? \1/

const isHead = (line: string): boolean => line === '' || /^(Index: |={20}|_{20}|--- |\+\+\+ )/.test(line)

/** `\ No newline at end of file` */
const withoutMarker = (line: string): string => line.replace(/^\\ /, '')
