import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { deleteComment, editComment } from '../data/comments.ts'
import { Failure } from '../data/failure.ts'
import { type HistoryEntry, isEdited } from '../data/history.ts'
import { announce } from '../design/announce.tsx'
import { Badge } from '../design/badge.tsx'
import { Button, IconButton } from '../design/button.tsx'
import { DateTime } from '../design/date-time.tsx'
import { Icon } from '../design/icon.tsx'
import { joinClasses } from '../design/join-classes.ts'
import { focusNeighborOf } from '../design/keep-focus.ts'
import { Menu, MenuItem } from '../design/menu.tsx'
import { Notice } from '../design/notice.tsx'
import { RichText } from '../design/rich-text.tsx'
import { showToast } from '../design/toast.tsx'
import { TextEditor } from '../fields/editors/text-editor.tsx'
import type { TextDraft } from '../fields/editors/text-source.ts'
import { texts } from '../texts/texts.ts'
import { ChangesetAuthor } from './changeset-author.tsx'
import styles from './comment.module.css'

const words = texts.artifact.comments

interface CommentProps {
  readonly artifact: number
  readonly entry: HistoryEntry
}

/** A comment in its box; authors and administrators edit and delete it. */
export function Comment({ artifact, entry }: CommentProps): ReactNode {
  const [mode, setMode] = useState<'read' | 'edit' | 'remove'>('read')
  const menu = useRef<HTMLSpanElement>(null)
  const confirmation = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    // The control that had the focus is gone.
    if (mode === 'read' && wasOpen.current) menu.current?.querySelector('button')?.focus()
    wasOpen.current = mode !== 'read'
  }, [mode])
  const comment = entry.last_comment
  const groups = comment.ugroups ?? []
  return (
    <div className={joinClasses(styles.comment, groups.length > 0 && styles.private)}>
      <header>
        <ChangesetAuthor changeset={entry} />
        <a href={`#comment-${entry.id}`} className={styles.date}>
          <DateTime at={entry.submitted_on} />
        </a>
        {isEdited(entry) && <span className={styles.date}>{texts.artifact.edited}</span>}
        {groups.length > 0 && (
          <Badge kind="caution">
            <Icon name="lock" />
            {texts.artifact.onlyFor(groups.map(({ label }) => label).join(', '))}
          </Badge>
        )}
        {comment.can_update === true && mode === 'read' && (
          <span ref={menu} className={styles.menu}>
            <Menu label={words.actions} trigger={<IconButton icon="more" label={words.actions} />}>
              <MenuItem icon="edit" onAction={() => setMode('edit')}>
                {words.edit}
              </MenuItem>
              <MenuItem icon="trash" isDangerous onAction={() => setMode('remove')}>
                {words.remove}
              </MenuItem>
            </Menu>
          </span>
        )}
      </header>
      {mode === 'edit' ? (
        <EditForm artifact={artifact} entry={entry} onDone={() => setMode('read')} />
      ) : (
        <RichText html={comment.post_processed_body} />
      )}
      {mode === 'remove' && (
        <div
          ref={confirmation}
          role="alert"
          className={styles.confirm}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.preventDefault()
            setMode('read')
          }}
        >
          <span>{words.confirmRemoval}</span>
          <Button onPress={() => setMode('read')} autoFocus>
            {texts.states.cancel}
          </Button>
          <Button kind="danger" onPress={() => void remove(artifact, entry.id, confirmation.current)}>
            {words.remove}
          </Button>
        </div>
      )}
    </div>
  )
}

/** The comment as it was written, in its format. */
const sourceOfComment = ({ last_comment: { commonmark, body, format } }: HistoryEntry): TextDraft =>
  commonmark === undefined ? { content: body, format } : { content: commonmark, format: 'commonmark' }

/** The focus of the button goes to what follows before the comment is gone, and back if it stays. */
async function remove(artifact: number, changeset: number, confirmation: HTMLElement | null): Promise<void> {
  const focused = confirmation?.ownerDocument.activeElement
  focusNeighborOf(confirmation?.closest('li') ?? null)
  try {
    await deleteComment(artifact, changeset)
    announce(words.removed)
  } catch (thrown) {
    if (focused instanceof HTMLElement) focused.focus()
    showToast(thrown instanceof Failure ? thrown.message : texts.states.problem, 'negative')
  }
}

function EditForm({ artifact, entry, onDone }: CommentProps & { readonly onDone: () => void }): ReactNode {
  const [draft, setDraft] = useState<TextDraft>(() => sourceOfComment(entry))
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const send = async (): Promise<void> => {
    const body = draft.content
    if (body.trim() === '' || isSending) return
    setSending(true)
    setError(null)
    try {
      await editComment(artifact, entry.id, body)
      announce(words.saved)
      onDone()
    } catch (thrown) {
      setError(thrown instanceof Failure ? thrown.message : texts.states.problem)
      setSending(false)
    }
  }
  const onKey = (event: KeyboardEvent): void => {
    const isChanged = draft.content !== sourceOfComment(entry).content
    if (event.key === 'Escape' && !event.defaultPrevented && !isChanged && !isSending) {
      event.preventDefault()
      onDone()
    }
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void send()
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      onKeyDown={onKey}
    >
      <div className={styles.editor}>
        <TextEditor
          look="comment"
          label={words.editLabel}
          value={draft}
          onChange={setDraft}
          takesFocus
          isReadOnly={isSending}
        />
      </div>
      {error !== null && (
        <div role="alert">
          <Notice kind="negative" title={error} />
        </div>
      )}
      <footer>
        <Button onPress={onDone}>{texts.states.cancel}</Button>
        <Button type="submit" kind="primary" isPending={isSending}>
          {words.save}
        </Button>
      </footer>
    </form>
  )
}
