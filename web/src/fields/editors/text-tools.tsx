import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react'
import iconStyles from '../../design/icon.module.css'
import { listKeyCaps } from '../../design/keys.tsx'
import { isShortcut } from '../../design/shortcut.ts'
import { type ShortcutId, shortcuts } from '../../design/shortcut-table.ts'
import { UserBadge } from '../../design/user-badge.tsx'
import { texts } from '../../texts/texts.ts'
import { locateCharacter } from './caret-position.ts'
import { editArea } from './edit-area.ts'
import { insertLink, type TextEdit, type TextState, toggleLines, toggleMark } from './text-edits.ts'
import styles from './text-tools.module.css'
import { type Mentions, useMentions } from './use-mentions.ts'
import { usePictures } from './use-pictures.ts'

const words = texts.editing

interface Tool {
  readonly id: keyof typeof words.tools
  /** Strokes on a square of 16. */
  readonly shape: string
  readonly shortcut?: ShortcutId
  edit(state: TextState): TextEdit
}

const tools: readonly Tool[] = [
  {
    id: 'bold',
    shape: 'M4.500 3h4a2.400 2.400 0 0 1 0 4.800h-4zM4.500 7.800h4.700a2.600 2.600 0 0 1 0 5.200H4.500z',
    shortcut: 'bold',
    edit: (state) => toggleMark(state, '**'),
  },
  {
    id: 'italic',
    shape: 'M7 3h5M4 13h5M9.500 3l-3 10',
    shortcut: 'italic',
    edit: (state) => toggleMark(state, '_'),
  },
  {
    id: 'code',
    shape: 'M5 4.500L1.500 8 5 11.500M11 4.500L14.500 8 11 11.500',
    edit: (state) => toggleMark(state, '`'),
  },
  {
    id: 'link',
    shape:
      'M7 9a2.500 2.500 0 0 0 3.500.2l2-2A2.500 2.500 0 0 0 9 3.700l-.8.8M9 7a2.500 2.500 0 0 0-3.500-.2l-2 2A2.500 2.500 0 0 0 7 12.300l.8-.8',
    shortcut: 'link',
    edit: insertLink,
  },
  {
    id: 'list',
    shape: 'M6 4h8M6 8h8M6 12h8M2.500 4h.1M2.500 8h.1M2.500 12h.1',
    edit: (state) => toggleLines(state, 'list'),
  },
  {
    id: 'numbers',
    shape:
      'M6.500 4h7.500M6.500 8h7.500M6.500 12h7.500M2 2.800l1-.5v3.400M1.800 10.300c.5-.8 2-.6 1.800.4-.1.600-1.800 1.300-1.800 2.300h2',
    edit: (state) => toggleLines(state, 'numbers'),
  },
  { id: 'quote', shape: 'M3 3.500v9M6.500 5h7M6.500 8h7M6.500 11h4.500', edit: (state) => toggleLines(state, 'quote') },
]

const pictureShape = 'M2 3h12v10H2zM2 11l3.500-3.500 3 3L11 8l3 3M10.500 5.800h.1'

interface TextToolsProps {
  readonly area: RefObject<HTMLTextAreaElement | null>
  readonly project: number
  /** Marks of Markdown have no meaning in other formats. */
  readonly isMarkdown: boolean
  /** Another view than the source is shown. */
  readonly isHidden?: boolean
}

/** What makes a text area an editor: a toolbar, keys, mentions and pictures. */
export function TextTools({ area, project, isMarkdown, isHidden = false }: TextToolsProps): ReactNode {
  const listId = useId()
  const mentions = useMentions(area, project, listId)
  const pictures = usePictures(area, isMarkdown)
  const input = useRef<HTMLInputElement>(null)
  const run = ({ edit }: Tool): void => {
    const element = area.current
    if (element === null) return
    const { value: text, selectionStart: start, selectionEnd: end } = element
    editArea(element, edit({ text, start, end }))
  }
  useEffect(() => {
    const element = area.current
    if (element === null || !isMarkdown) return
    const onKey = (event: globalThis.KeyboardEvent): void => {
      // A character is typed.
      if (event.altKey || (event.key.length === 1 && !event.ctrlKey && !event.metaKey)) return
      const tool = tools.find(({ shortcut }) => shortcut !== undefined && isShortcut(event, shortcut))
      const { value: text, selectionStart: start, selectionEnd: end } = element
      // Without a selection its key opens the command menu.
      if (tool === undefined || (tool.id === 'link' && start === end)) return
      event.preventDefault()
      editArea(element, tool.edit({ text, start, end }))
    }
    element.addEventListener('keydown', onKey)
    return () => element.removeEventListener('keydown', onKey)
  }, [area, isMarkdown])
  return (
    <>
      {isMarkdown && !isHidden && (
        <div role="toolbar" aria-label={words.formatting} className={styles.toolbar} onKeyDown={moveFocus}>
          {tools.map((tool, position) => (
            <ToolButton
              key={tool.id}
              label={words.tools[tool.id]}
              keys={tool.shortcut && listKeyCaps(shortcuts[tool.shortcut].keys).join(' ')}
              shape={tool.shape}
              isFirst={position === 0}
              onPress={() => run(tool)}
            />
          ))}
          {pictures !== undefined && (
            <ToolButton label={words.tools.picture} shape={pictureShape} onPress={() => input.current?.click()} />
          )}
        </div>
      )}
      {pictures !== undefined && (
        <input
          ref={input}
          type="file"
          accept="image/*"
          multiple
          hidden
          onChange={(event) => {
            pictures([...(event.currentTarget.files ?? [])])
            event.currentTarget.value = ''
          }}
        />
      )}
      {mentions.options.length > 0 && <MentionList area={area} id={listId} mentions={mentions} />}
    </>
  )
}

/** A toolbar is one tab stop. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (step === 0) return
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button.matches(':focus'))
  buttons[(at + step + buttons.length) % buttons.length]?.focus()
  event.preventDefault()
}

interface ToolButtonProps {
  readonly label: string
  readonly keys?: string | undefined
  readonly shape: string
  readonly isFirst?: boolean
  onPress(): void
}

const ToolButton = ({ label, keys, shape, isFirst = false, onPress }: ToolButtonProps): ReactNode => (
  <button
    type="button"
    tabIndex={isFirst ? 0 : -1}
    aria-label={label}
    title={keys === undefined ? label : `${label} (${keys})`}
    // The selection stays visible.
    onPointerDown={(event) => event.preventDefault()}
    onClick={onPress}
  >
    <svg className={iconStyles.icon} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={shape} />
    </svg>
  </button>
)

interface MentionListProps {
  readonly area: RefObject<HTMLTextAreaElement | null>
  readonly id: string
  readonly mentions: Mentions
}

/** The list below the caret. The focus stays in the text area, which names the active option. */
function MentionList({ area, id, mentions: { trigger, options, active, choose } }: MentionListProps): ReactNode {
  const list = useRef<HTMLDivElement>(null)
  const from = trigger?.from ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: its size depends on the options
  useLayoutEffect(() => {
    const [element, text] = [list.current, area.current]
    if (element === null || text === null) return
    const place = (): void => {
      if (!element.matches(':popover-open')) element.showPopover()
      const caret = locateCharacter(text, from)
      const { width, height } = element.getBoundingClientRect()
      const below = caret.top + caret.lineHeight + 4
      const isBelow = below + height <= innerHeight - 8
      const top = isBelow ? below : Math.max(8, caret.top - height - 4)
      element.style.setProperty('inset-block-start', `${top}px`)
      element.style.setProperty('left', `${Math.max(8, Math.min(caret.left, innerWidth - width - 8))}px`)
    }
    place()
    addEventListener('scroll', place, { capture: true, passive: true })
    addEventListener('resize', place)
    return () => {
      removeEventListener('scroll', place, { capture: true })
      removeEventListener('resize', place)
    }
  }, [area, from, options])
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })
  return (
    <div ref={list} popover="manual" className={styles.popover}>
      <p className={styles.heading}>{trigger?.kind === 'artifact' ? words.mentionArtifacts : words.mentionUsers}</p>
      <div
        role="listbox"
        id={id}
        aria-label={trigger?.kind === 'artifact' ? words.mentionArtifacts : words.mentionUsers}
      >
        {options.map((option, position) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text area
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text area
          <div
            key={option.id}
            id={`${id}-${position}`}
            role="option"
            aria-selected={position === active}
            className={styles.option}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(option)}
          >
            <span className={styles.label}>
              {option.user === undefined ? option.label : <UserBadge user={option.user} />}
            </span>
            <span className={styles.detail}>{option.detail}</span>
          </div>
        ))}
      </div>
    </div>
  )
}
