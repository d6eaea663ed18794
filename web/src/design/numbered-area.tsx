import { type ReactNode, type RefObject, useRef } from 'react'
import fieldStyles from './field.module.css'
import { FieldFrame } from './field.tsx'
import { joinClasses } from './join-classes.ts'
import styles from './numbered-area.module.css'

interface NumberedAreaProps {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** Lines with remarks elsewhere on the page, starting at 1. */
  readonly marked?: ReadonlySet<number>
  readonly area: RefObject<HTMLTextAreaElement | null>
}

/** A text area with line numbers. */
export function NumberedArea({
  name,
  label,
  hint,
  value,
  onChange,
  marked = new Set(),
  area,
}: NumberedAreaProps): ReactNode {
  const numbers = useRef<HTMLPreElement>(null)
  return (
    <FieldFrame {...{ name, label, hint }}>
      {({ onInput, ...control }) => (
        <div className={styles.frame}>
          <pre ref={numbers} className={styles.numbers} aria-hidden="true">
            {numbered(value, marked)}
          </pre>
          <textarea
            {...control}
            ref={area}
            value={value}
            wrap="off"
            rows={16}
            spellCheck={false}
            autoCapitalize="off"
            className={joinClasses(fieldStyles.input, fieldStyles.area, styles.text)}
            onScroll={(event) => {
              if (numbers.current) numbers.current.scrollTop = event.currentTarget.scrollTop
            }}
            onChange={(event) => {
              onInput()
              onChange(event.currentTarget.value)
            }}
          />
        </div>
      )}
    </FieldFrame>
  )
}

/** Few nodes for many lines: only marked lines have their own. */
function numbered(text: string, marked: ReadonlySet<number>): ReactNode[] {
  const last = text.split('\n').length
  const parts: ReactNode[] = []
  let plain = ''
  for (let line = 1; line <= last; line += 1) {
    if (marked.has(line)) {
      parts.push(plain, <mark key={line}>{line}</mark>, '\n')
      plain = ''
    } else {
      plain += `${line}\n`
    }
  }
  return [...parts, plain]
}

/** Puts the focus on a line, selected and in view. */
export function goToLine(area: HTMLTextAreaElement, line: number): void {
  const lines = area.value.split('\n')
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0)
  area.focus()
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
  area.scrollTop = Math.max(0, line - 4) * Number.parseFloat(getComputedStyle(area).lineHeight)
  area.scrollLeft = 0
}
