import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatBytes } from '../../data/format-bytes.ts'
import { announce } from '../../design/announce.tsx'
import { Button } from '../../design/button.tsx'
import { Form, FormActions } from '../../design/form.tsx'
import { Notice } from '../../design/notice.tsx'
import { texts } from '../../texts/texts.ts'
import { pauseArchiveUpload, resumeArchiveUpload, startArchiveUpload, useArchiveUpload } from './archive-uploads.ts'
import { CancelButton } from './cancel-button.tsx'
import { FileInput } from './file-input.tsx'
import { formatPercent } from './format-percent.ts'
import styles from './import.module.css'
import type { ProjectImport } from './project-import.ts'

const words = texts.newProject.archive

/** The upload of this tab, or what is there of one that a reload interrupted. */
export function UploadProgress({ found }: { readonly found: ProjectImport }): ReactNode {
  const upload = useArchiveUpload(found.id)
  const share = upload === undefined ? 0 : upload.sent / upload.size
  const quarter = Math.floor(share * 4)
  const announced = useRef(0)
  useEffect(() => {
    if (quarter <= announced.current) return
    announced.current = quarter
    announce(words.sent(formatPercent(quarter / 4)))
  }, [quarter])
  if (upload === undefined) return <Continue found={found} />
  const { state, sent, size, message } = upload
  return (
    <section className={styles.stage} aria-label={words.uploading}>
      <p>{state === 'paused' ? words.paused : state === 'offline' ? words.offline : words.uploading}</p>
      <progress className={styles.bar} aria-label={words.uploading} max={size} value={sent} />
      <p className={styles.fact}>{words.bytes(formatBytes(sent), formatBytes(size), formatPercent(share))}</p>
      {state === 'refused' && <Notice kind="negative" title={message} />}
      <div className={styles.actions}>
        {(state === 'sending' || state === 'offline') && (
          <Button onPress={() => pauseArchiveUpload(found.id)}>{words.pause}</Button>
        )}
        {(state === 'paused' || state === 'refused') && (
          <Button onPress={() => resumeArchiveUpload(found.id)}>{words.resume}</Button>
        )}
        <CancelButton id={found.id} href={found.upload_href} />
      </div>
    </section>
  )
}

function Continue({ found }: { readonly found: ProjectImport }): ReactNode {
  const [file, setFile] = useState<File | null>(null)
  const isOther = file !== null && (file.name !== found.file_name || file.size !== found.file_size)
  const send = async (): Promise<void> => {
    if (file !== null && !isOther) startArchiveUpload(found.id, found.upload_href, file)
  }
  return (
    <Form onSend={send} label={words.uploading}>
      <Notice kind="caution" title={words.interrupted(formatPercent(found.received_size / found.file_size))}>
        {words.interruptedText(found.file_name)}
      </Notice>
      <FileInput name="file" label={words.file} hint={words.fileHint} file={file} onFile={setFile} />
      {isOther && <Notice kind="negative" title={words.otherFile(found.file_name, formatBytes(found.file_size))} />}
      <FormActions>
        <Button kind="primary" type="submit">
          {words.resume}
        </Button>
        <CancelButton id={found.id} href={found.upload_href} />
      </FormActions>
    </Form>
  )
}
