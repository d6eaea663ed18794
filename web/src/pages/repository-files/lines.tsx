import { type CSSProperties, type KeyboardEvent, memo, type ReactNode, useEffect, useState } from 'react'
import { joinClasses } from '../../design/join-classes.ts'
import { VisuallyHidden } from '../../design/visually-hidden.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './repository-files-page.module.css'

const words = texts.repository

interface LinesProps {
  readonly of: readonly string[]
  readonly name: string
}

/** A text with numbered lines. Each has an address (`#L12`); their numbers are one stop of the keyboard, with arrows between. */
export function Lines({ of: lines, name }: LinesProps): ReactNode {
  const chosenLine = useChosenLine(lines.length)
  const [stop, setStop] = useState(chosenLine ?? 1)
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const here = event.target instanceof HTMLAnchorElement ? lineOf(event.target.hash) : undefined
    const next = here && goal(event.key, here, lines.length)
    if (next === undefined) return
    event.preventDefault()
    linkTo(next)?.focus()
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className={styles.frame} aria-label={name} tabIndex={0}>
      <VisuallyHidden>{words.linesHint}</VisuallyHidden>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside take the keys */}
      <div className={styles.lines} style={digitsOf(lines.length)} onKeyDown={move}>
        {lines.map((text, index) => (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: a text stays as it is
            key={index}
            number={index + 1}
            text={text}
            isChosen={chosenLine === index + 1}
            isStop={stop === index + 1}
            onFocus={setStop}
          />
        ))}
      </div>
    </section>
  )
}

interface LineProps {
  readonly number: number
  readonly text: string
  readonly isChosen: boolean
  readonly isStop: boolean
  readonly onFocus: (number: number) => void
}

const Line = memo(function Line({ number, text, isChosen, isStop, onFocus }: LineProps): ReactNode {
  return (
    <div className={joinClasses(styles.line, isChosen && styles.chosen)}>
      {/* The line of the address also has the focus, so that keys continue from there. */}
      <a
        id={`L${number}`}
        href={`#L${number}`}
        tabIndex={isStop ? 0 : -1}
        aria-label={words.line(number)}
        aria-current={isChosen ? 'true' : undefined}
        onFocus={() => onFocus(number)}
      >
        {number}
      </a>
      <code>{text}</code>
    </div>
  )
})

/** The line that the address names. The browser looked for it before it was there. */
function useChosenLine(most: number): number | undefined {
  const [line, setLine] = useState(() => lineOf(location.hash))
  useEffect(() => {
    const arrival = lineOf(location.hash)
    // Behind whatever else happens on arrival.
    const later =
      arrival && requestAnimationFrame(() => linkTo(arrival)?.scrollIntoView({ block: 'center', inline: 'nearest' }))
    const follow = (): void => setLine(lineOf(location.hash))
    addEventListener('hashchange', follow)
    return () => {
      if (later) cancelAnimationFrame(later)
      removeEventListener('hashchange', follow)
    }
  }, [])
  return line !== undefined && line <= most ? line : undefined
}

function lineOf(hash: string): number | undefined {
  const number = Number(/^#L(\d{1,6})$/.exec(hash)?.[1] ?? 0)
  return number > 0 ? number : undefined
}

const linkTo = (line: number): HTMLElement | null => document.getElementById(`L${line}`)

const page = 20

/** Where a key leads from a line; undefined: nowhere. */
function goal(key: string, from: number, last: number): number | undefined {
  const goals: Readonly<Record<string, number>> = {
    ArrowUp: from - 1,
    ArrowDown: from + 1,
    PageUp: from - page,
    PageDown: from + page,
    Home: 1,
    End: last,
  }
  const goalLine = goals[key]
  return goalLine === undefined ? undefined : Math.min(last, Math.max(1, goalLine))
}

const digitsOf = (lines: number): CSSProperties => ({ '--digits': String(lines).length }) as CSSProperties
