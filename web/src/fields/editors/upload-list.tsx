import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatBytes } from '../../data/format-bytes.ts'
import {
  cancelUpload,
  type FileUpload,
  openUploads,
  pauseUpload,
  resumeUpload,
  type UploadPlace,
  useUploads,
} from '../../data/uploads.ts'
import { announce } from '../../design/announce.tsx'
import { Icon, type IconName } from '../../design/icon.tsx'
import { joinClasses } from '../../design/join-classes.ts'
import { texts } from '../../texts/texts.ts'
import styles from './upload-list.module.css'
import { percentOf, watchUploads } from './upload-progress.ts'

const words = texts.uploads

interface UploadListProps {
  readonly place: UploadPlace
  /** Label of the field. */
  readonly label: string
}

/** Files on their way, with what the user can do about each. */
export function UploadList({ place, label }: UploadListProps): ReactNode {
  const uploads = useUploads(place.name)
  useEffect(() => {
    openUploads(place)
    watchUploads()
  }, [place])
  if (uploads.length === 0) return null
  return (
    <ul className={styles.list} aria-label={words.list(label)}>
      {uploads.map((upload) => (
        <UploadRow key={upload.key} upload={upload} />
      ))}
    </ul>
  )
}

function UploadRow({ upload }: { readonly upload: FileUpload }): ReactNode {
  const { key, name, size, sent, state } = upload
  const input = useRef<HTMLInputElement>(null)
  const [note, setNote] = useState<string | null>(null)
  const resume = (file?: File): void => {
    const isResumed = resumeUpload(key, file)
    const refusal = file === undefined ? null : words.otherFile(name, formatBytes(size))
    setNote(isResumed ? null : refusal)
    if (isResumed) return
    if (refusal === null) input.current?.click()
    else announce(refusal, 'assertive')
  }
  const { kind } = state
  const isRefused = kind === 'refused'
  return (
    <li className={styles.row} data-state={kind}>
      <span className={styles.tile}>
        <Icon name="file" />
      </span>
      <div className={styles.content}>
        <span className={styles.name} title={`${name} (${formatBytes(size)})`}>
          {name}
        </span>
        <progress aria-label={name} max={Math.max(size, 1)} value={kind === 'complete' ? Math.max(size, 1) : sent} />
        <p className={joinClasses(styles.status, (isRefused || note !== null) && styles.refused)}>
          {note ?? statusOf(upload)}
        </p>
      </div>
      <div className={styles.actions}>
        {(kind === 'sending' || kind === 'waiting') && (
          <RowButton icon="pause" label={words.pause(name)} onClick={() => pauseUpload(key)} />
        )}
        {kind === 'paused' && <RowButton text={words.resume} label={words.resumeFile(name)} onClick={() => resume()} />}
        {isRefused && state.canRetry && (
          <RowButton text={words.retry} label={words.retryFile(name)} onClick={() => resume()} />
        )}
        {kind === 'interrupted' && (
          <RowButton
            text={words.chooseAgain}
            label={words.chooseAgainFile(name)}
            onClick={() => input.current?.click()}
          />
        )}
        {kind !== 'complete' && (
          <RowButton
            icon="close"
            label={isRefused ? words.dismiss(name) : words.cancel(name)}
            onClick={() => cancelUpload(key)}
          />
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          event.currentTarget.value = ''
          if (file !== undefined) resume(file)
        }}
      />
    </li>
  )
}

function statusOf({ state, size, sent, bytesPerSecond }: FileUpload): string {
  const percent = words.percent(percentOf(sent, size))
  switch (state.kind) {
    case 'waiting':
      return words.waiting
    case 'sending': {
      if (bytesPerSecond === null || bytesPerSecond === 0) return percent
      const left = words.left(Math.max(1, Math.ceil((size - sent) / bytesPerSecond)))
      return [percent, words.speed(formatBytes(bytesPerSecond)), left].join(' · ')
    }
    case 'paused':
      return words.pausedAt(percent)
    case 'offline':
      return words.offline
    case 'interrupted':
      return words.interrupted
    case 'refused':
      return state.message
    case 'complete':
      return words.attaching
    default:
      return state satisfies never
  }
}

interface RowButtonProps {
  readonly icon?: IconName
  readonly text?: string
  readonly label: string
  onClick(): void
}

const RowButton = ({ icon, text, label, onClick }: RowButtonProps): ReactNode => (
  <button type="button" aria-label={label} title={icon && label} onClick={onClick}>
    {icon ? <Icon name={icon} /> : text}
  </button>
)
