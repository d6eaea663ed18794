import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import type { ListedUserGroupRepresentation } from '../../../src/projects/representations/user-group.ts'
import { useArtifact } from '../data/artifacts.ts'
import { addComment } from '../data/comments.ts'
import { openTabDraft } from '../data/drafts.ts'
import { Failure } from '../data/failure.ts'
import { useAfterFirstView } from '../data/live.ts'
import { useResource } from '../data/queries.ts'
import { announce } from '../design/announce.tsx'
import { Button } from '../design/button.tsx'
import { ShortcutKeys } from '../design/keys.tsx'
import { Notice } from '../design/notice.tsx'
import { isShortcut } from '../design/shortcut.ts'
import { UserBadge } from '../design/user-badge.tsx'
import { TextEditor } from '../fields/editors/text-editor.tsx'
import { usePageActions } from '../frame/page-actions.ts'
import { texts } from '../texts/texts.ts'
import styles from './comment-form.module.css'

const words = texts.artifact.comments

interface CommentFormProps {
  readonly artifact: number
  readonly project: number
  readonly user: { readonly id: number } & Parameters<typeof UserBadge>[0]['user']
}

interface DraftContent {
  readonly body: string
  readonly group: string
}

/** The box for a new comment. Its text survives a reload, a crash and an expired session. */
export function CommentForm({ artifact, project, user }: CommentFormProps): ReactNode {
  const [draft] = useState(() => openTabDraft<DraftContent>(user.id, `artifact ${artifact} comment`))
  const [initial] = useState<DraftContent>(() => draft.read() ?? { body: '', group: '' })
  // Not a state, because only an empty text looks different here.
  const body = useRef(initial.body)
  const [isEmpty, setEmpty] = useState(initial.body.trim() === '')
  const [group, setGroup] = useState(initial.group)
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const [isRetrying, setRetrying] = useState(false)
  const isComplete = useAfterFirstView()
  const hasGroups = useArtifact(String(artifact)).data?.has_private_comments === true
  const groups = useResource<readonly ListedUserGroupRepresentation[]>(`/projects/${project}/user_groups`, undefined, {
    isWanted: hasGroups && isComplete,
    staleTime: 300_000,
  })
  /** Each comment has an editor of its own. */
  const [sentCount, setSentCount] = useState(0)
  usePageActions([
    {
      id: 'comment',
      label: texts.keyboard.shortcuts.comment,
      icon: 'edit',
      shortcut: 'comment',
      run: () => field.current?.focus(),
    },
  ])
  const edit = (next: DraftContent): void => {
    body.current = next.body
    setEmpty(next.body.trim() === '')
    setGroup(next.group)
    draft.keepSoon(next.body === '' ? undefined : next)
  }
  const send = async (): Promise<void> => {
    if (isEmpty || isSending) return
    setSending(true)
    setError(null)
    try {
      const ugroups = group === '' || !hasGroups ? [] : [group]
      const input = { body: body.current, format: 'commonmark', ugroups } as const
      await addComment(artifact, user.id, input, (at) => setRetrying(at !== null))
      edit({ body: '', group: '' })
      setSentCount((count) => count + 1)
      announce(words.added)
    } catch (thrown) {
      setError(thrown instanceof Failure ? thrown.message : texts.states.problem)
      field.current?.focus()
    } finally {
      setSending(false)
      setRetrying(false)
    }
  }
  const sendByKey = (event: KeyboardEvent): void => {
    if (!isShortcut(event, 'send')) return
    event.preventDefault()
    void send()
  }
  return (
    <form
      className={styles.form}
      data-section="comment"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      onKeyDown={sendByKey}
    >
      <span className={styles.avatar}>
        <UserBadge user={user} isNameHidden isLarge />
      </span>
      <div className={styles.box}>
        <TextEditor
          key={sentCount}
          look="comment"
          area={field}
          label={words.label}
          value={{ content: body.current, format: 'commonmark' }}
          onChange={({ content }) => edit({ body: content, group })}
          // The browser computes the style of a placeholder with each key, also where text covers it.
          placeholder={isEmpty ? words.placeholder : undefined}
          isReadOnly={isSending}
          takesFocus={sentCount > 0}
        />
        {error !== null && (
          <div role="alert">
            <Notice kind="negative" title={error} />
          </div>
        )}
        <div role="status">{isRetrying && <Notice kind="caution" title={texts.states.retrying} />}</div>
        <footer>
          {hasGroups && (
            <select
              aria-label={words.visibility}
              className={styles.groups}
              value={group}
              onChange={(event) => edit({ body: body.current, group: event.currentTarget.value })}
            >
              <option value="">{words.everyone}</option>
              <optgroup label={words.onlyGroup}>
                {groups.data?.map((group) => (
                  // Names of the groups that every project has are English in the API.
                  <option key={group.id} value={group.id} lang={group.id.includes('_') ? 'en' : undefined}>
                    {group.label}
                  </option>
                ))}
              </optgroup>
            </select>
          )}
          <span className={styles.keys} aria-hidden="true">
            <ShortcutKeys id="send" />
          </span>
          <Button type="submit" kind="primary" isDisabled={isEmpty} isPending={isSending}>
            {words.submit}
          </Button>
        </footer>
      </div>
    </form>
  )
}
