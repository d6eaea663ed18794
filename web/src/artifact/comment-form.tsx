import { type KeyboardEvent, lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react'
import type { ListedUserGroupRepresentation } from '../../../src/projects/representations/user-group.ts'
import { useArtifact } from '../data/artifacts.ts'
import { addComment } from '../data/comments.ts'
import { openLastingDraft } from '../data/drafts.ts'
import { Failure } from '../data/failure.ts'
import { useResource } from '../data/queries.ts'
import { announce } from '../design/announce.tsx'
import { Button } from '../design/button.tsx'
import { Notice } from '../design/notice.tsx'
import { isShortcut } from '../design/shortcut.ts'
import { UserBadge } from '../design/user-badge.tsx'
import { VisuallyHidden } from '../design/visually-hidden.tsx'
import { usePageActions } from '../frame/page-actions.ts'
import { texts } from '../texts/texts.ts'
import styles from './comment-form.module.css'

const TextTools = lazy(() => import('./kinds/text-tools.tsx').then((file) => ({ default: file.TextTools })))

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
  const id = useId()
  const draft = openLastingDraft<DraftContent>(user.id, `artifact ${artifact} comment`)
  const [content, setContent] = useState<DraftContent>(() => draft.read() ?? { body: '', group: '' })
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const [isRetrying, setRetrying] = useState(false)
  const hasGroups = useArtifact(String(artifact)).data?.has_private_comments === true
  const groups = useResource<readonly ListedUserGroupRepresentation[]>(`/projects/${project}/user_groups`, undefined, {
    isWanted: hasGroups,
  })
  const [isUsed, setUsed] = useState(false)
  usePageActions([
    {
      id: 'comment',
      label: texts.keyboard.shortcuts.comment,
      icon: 'edit',
      shortcut: 'comment',
      run: () => field.current?.focus(),
    },
  ])
  const isEmpty = content.body.trim() === ''
  const edit = (next: DraftContent): void => {
    setContent(next)
    draft.keep(next.body === '' ? undefined : next)
  }
  const send = async (): Promise<void> => {
    if (isEmpty || isSending) return
    setSending(true)
    setError(null)
    try {
      const ugroups = content.group === '' || !hasGroups ? [] : [content.group]
      const input = { body: content.body, format: 'commonmark', ugroups } as const
      await addComment(artifact, user.id, input, (at) => setRetrying(at !== null))
      edit({ body: '', group: '' })
      announce(words.added)
    } catch (thrown) {
      setError(thrown instanceof Failure ? thrown.message : texts.states.problem)
    } finally {
      setSending(false)
      setRetrying(false)
      field.current?.focus()
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
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <span className={styles.avatar}>
        <UserBadge user={user} isNameHidden />
      </span>
      <div className={styles.box}>
        <label htmlFor={id}>
          <VisuallyHidden>{words.label}</VisuallyHidden>
        </label>
        <textarea
          ref={field}
          id={id}
          rows={3}
          value={content.body}
          placeholder={words.placeholder}
          readOnly={isSending}
          onChange={(event) => edit({ ...content, body: event.currentTarget.value })}
          onKeyDown={sendByKey}
          onFocus={() => setUsed(true)}
        />
        {isUsed && (
          <Suspense fallback={null}>
            <TextTools area={field} project={project} isMarkdown />
          </Suspense>
        )}
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
              value={content.group}
              onChange={(event) => edit({ ...content, group: event.currentTarget.value })}
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
          <kbd className={styles.keys}>{words.keys}</kbd>
          <Button type="submit" kind="primary" isDisabled={isEmpty} isPending={isSending}>
            {words.submit}
          </Button>
        </footer>
      </div>
    </form>
  )
}
