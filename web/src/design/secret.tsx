import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { texts } from '../texts/texts.ts'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import styles from './secret.module.css'

interface SecretProps {
  readonly title: string
  readonly label: string
  /** A key, or several lines of recovery codes. */
  readonly secret: string
  readonly children?: ReactNode
  /** Can be kept as a file of this name as well. */
  readonly download?: { readonly name: string; readonly label: string }
  /** The secret is nowhere afterwards. */
  readonly onClose: () => void
}

/**
 * Shows a secret once: never in a URL, a cache or a log, and hidden while its tab is in the background. Asks before
 * leaving if it was not copied.
 */
export function Secret({ title, label, secret, children, download, onClose }: SecretProps): ReactNode {
  const id = useId()
  const [isCopied, setCopied] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const isTabShown = useTabVisible()
  const words = isTabShown ? secret : texts.states.hidden
  useLeaveWarning(!isCopied)
  useBackGuard(!isCopied, () => setLeaving(true))
  const save = (name: string): void => {
    saveAs(name, secret)
    setCopied(true)
  }
  return (
    <Dialog title={title} isOpen mustDecide>
      {children}
      <p>{texts.states.shownOnce}</p>
      <div className={styles.secret}>
        <label htmlFor={id}>{label}</label>
        <textarea
          id={id}
          readOnly
          rows={Math.max(2, secret.split('\n').length)}
          value={words}
          spellCheck={false}
          data-secret
          onFocus={(event) => event.currentTarget.select()}
          onCopy={() => setCopied(true)}
        />
        <div className={styles.ways}>
          <CopyButton kind="primary" text={secret} onCopied={() => setCopied(true)} />
          {download && (
            <Button icon="download" onPress={() => save(download.name)}>
              {download.label}
            </Button>
          )}
        </div>
      </div>
      {isLeaving && !isCopied ? (
        <>
          <p role="alert">{texts.states.notCopied}</p>
          <DialogActions>
            <Button kind="danger" onPress={onClose}>
              {texts.states.leaveAnyway}
            </Button>
            <Button autoFocus onPress={() => setLeaving(false)}>
              {texts.states.stay}
            </Button>
          </DialogActions>
        </>
      ) : (
        <DialogActions>
          <Button onPress={() => (isCopied ? onClose() : setLeaving(true))}>{texts.states.done}</Button>
        </DialogActions>
      )}
    </Dialog>
  )
}

function useTabVisible(): boolean {
  const [isShown, setShown] = useState(!document.hidden)
  useEffect(() => {
    const look = (): void => setShown(!document.hidden)
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isShown
}

function useLeaveWarning(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isWanted])
}

/** The Back button of the browser also needs a confirmation. */
function useBackGuard(isWanted: boolean, ask: () => void): void {
  const latestAsk = useRef(ask)
  latestAsk.current = ask
  useEffect(() => {
    if (!isWanted) return
    history.pushState(history.state, '', location.href)
    const guard = (): void => {
      history.pushState(history.state, '', location.href)
      latestAsk.current()
    }
    addEventListener('popstate', guard)
    return () => removeEventListener('popstate', guard)
  }, [isWanted])
}

function saveAs(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
