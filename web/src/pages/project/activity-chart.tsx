import type { ReactNode } from 'react'
import { VisuallyHidden } from '../../design/visually-hidden.tsx'
import { pageLocale } from '../../texts/language.ts'
import { texts } from '../../texts/texts.ts'
import styles from './activity.module.css'

const words = texts.projects.activity
const height = 40
const kinds = ['created', 'updated', 'comments'] as const

interface ActivityDay {
  readonly date: string
  readonly created: number
  readonly updated: number
  readonly comments: number
}

const shortDay = new Intl.DateTimeFormat(pageLocale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const nameOf = ({ date }: ActivityDay): string => shortDay.format(new Date(`${date}T00:00:00Z`))

/** One bar for each day; the same figures are a table for screen readers. */
export function ActivityChart({ days }: { readonly days: readonly ActivityDay[] }): ReactNode {
  const totals = days.map((day) => kinds.reduce((sum, kind) => sum + day[kind], 0))
  const scale = height / Math.max(1, ...totals)
  const sums = kinds.map((kind) => days.reduce((sum, day) => sum + day[kind], 0))
  const [first, last] = [days[0], days.at(-1)]
  return (
    <div className={styles.figures}>
      <div className={styles.chart}>
        <svg
          viewBox={`0 0 ${days.length * 10} ${height}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          focusable="false"
        >
          {days.map((day, place) => (
            <g key={day.date}>
              <title>
                {texts.states.labelled(nameOf(day), kinds.map((kind) => words.counted[kind](day[kind])).join(', '))}
              </title>
              <rect className={styles.ground} x={place * 10 + 1} y={height - 1} width={8} height={1} />
              {kinds.map((kind, index) => {
                const below = kinds.slice(0, index + 1).reduce((sum, each) => sum + day[each], 0)
                return (
                  <rect
                    key={kind}
                    data-kind={kind}
                    x={place * 10 + 1}
                    y={height - below * scale}
                    width={8}
                    height={day[kind] * scale}
                  />
                )
              })}
            </g>
          ))}
        </svg>
        <p className={styles.axis} aria-hidden="true">
          <span>{first && nameOf(first)}</span>
          <span>{last && nameOf(last)}</span>
        </p>
      </div>
      <ul className={styles.legend}>
        {kinds.map((kind, index) => (
          <li key={kind} data-kind={kind}>
            {words.counted[kind](sums[index] ?? 0)}
          </li>
        ))}
      </ul>
      <VisuallyHidden isBlock>
        <table>
          <caption>{words.table}</caption>
          <thead>
            <tr>
              <th scope="col">{words.day}</th>
              {kinds.map((kind) => (
                <th key={kind} scope="col">
                  {words.columns[kind]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.date}>
                <th scope="row">{nameOf(day)}</th>
                {kinds.map((kind) => (
                  <td key={kind}>{day[kind]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </div>
  )
}
