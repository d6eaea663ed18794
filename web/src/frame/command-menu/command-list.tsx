import type { MouseEvent, ReactNode } from 'react'
import { Icon } from '../../design/icon.tsx'
import { KeyCaps, ShortcutKeys } from '../../design/keys.tsx'
import { followLink } from '../../design/link.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './command-menu.module.css'
import type { Ranges } from './fuzzy-match.ts'
import type { Line, Section } from './line.ts'

const words = texts.commands

/** The id of the line that searches all projects. */
export const searchLine = 'search'

interface CommandListProps {
  readonly id: string
  readonly sections: readonly Section[]
  /** The line that searches all projects; null: there is none. */
  readonly search: { readonly text: string; readonly url: string; readonly isDisabled: boolean } | null
  readonly active: string | null
  readonly elementId: (line: string) => string
  readonly onClose: () => void
}

/** The lines of the command menu: options of its input, which keeps the focus. */
export const CommandList = ({ id, sections, search, active, elementId, onClose }: CommandListProps): ReactNode => (
  <div role="listbox" id={id} aria-label={words.title} className={styles.list}>
    {sections.map((section) => (
      // biome-ignore lint/a11y/useSemanticElements: a group of options is no set of fields
      <div key={section.id} role="group" aria-labelledby={`${id}-${section.id}`} className={styles.section}>
        <div role="presentation" id={`${id}-${section.id}`} className={styles.header}>
          {section.title}
        </div>
        {section.lines.map((line) => (
          <CommandLine
            key={line.id}
            line={line}
            elementId={elementId(line.id)}
            isActive={line.id === active}
            onClose={onClose}
          />
        ))}
      </div>
    ))}
    {search !== null && (
      <Option
        elementId={elementId(searchLine)}
        isActive={active === searchLine}
        isDisabled={search.isDisabled}
        href={search.url}
        onChoose={onClose}
      >
        <Icon name="search" />
        <span className={styles.label}>{words.searchFor(search.text)}</span>
        <KeyCaps keys="Shift+Enter" />
      </Option>
    )}
  </div>
)

interface CommandLineProps {
  readonly line: Line
  readonly elementId: string
  readonly isActive: boolean
  readonly onClose: () => void
}

function CommandLine({ line, elementId, isActive, onClose }: CommandLineProps): ReactNode {
  const { label, ranges, mark, number, detail, shortcut, href, run } = line
  const choose = (): void => {
    const dialog = document.querySelector('[role="dialog"]')
    onClose()
    if (run !== undefined) whenGone(dialog, run)
  }
  return (
    <Option elementId={elementId} isActive={isActive} href={href} onChoose={choose}>
      <span className={styles.mark}>{mark}</span>
      <span className={styles.label}>
        {number !== undefined && <span className={styles.number}>{number}</span>}
        <Marked text={label} ranges={ranges} />
        {detail !== undefined && <span className={styles.detail}>{detail}</span>}
      </span>
      {shortcut !== undefined && <ShortcutKeys id={shortcut} />}
    </Option>
  )
}

interface OptionProps {
  readonly elementId: string
  readonly isActive: boolean
  readonly isDisabled?: boolean
  readonly href: string | undefined
  readonly onChoose: () => void
  readonly children: ReactNode
}

/** An action, or a link that also opens in a new tab. */
function Option({ elementId, isActive, isDisabled = false, href, onChoose, children }: OptionProps): ReactNode {
  const shared = {
    ...{ id: elementId, role: 'option', 'aria-selected': isActive, className: styles.line, tabIndex: -1 },
    ...{ 'data-focused': isActive || undefined, 'aria-disabled': isDisabled || undefined },
  } as const
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    followLink(event)
    onChoose()
  }
  return href === undefined || isDisabled ? (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: an option, with the keys of the input
    <div {...shared} onClick={isDisabled ? undefined : onChoose}>
      {children}
    </div>
  ) : (
    <a {...shared} href={href} onClick={follow}>
      {children}
    </a>
  )
}

/** Waits until the dialog has given the focus back. */
const whenGone = (dialog: Element | null, run: () => void): number =>
  requestAnimationFrame(() => (dialog?.isConnected ? whenGone(dialog, run) : requestAnimationFrame(run)))

/** A text with the parts that match. */
function Marked({ text, ranges }: { readonly text: string; readonly ranges: Ranges }): ReactNode {
  const parts = ranges.flatMap(([from, to], index): readonly ReactNode[] => [
    text.slice(ranges[index - 1]?.[1] ?? 0, from),
    <mark key={from}>{text.slice(from, to)}</mark>,
  ])
  return (
    <span className={styles.text}>
      {parts}
      {text.slice(ranges.at(-1)?.[1] ?? 0)}
    </span>
  )
}
