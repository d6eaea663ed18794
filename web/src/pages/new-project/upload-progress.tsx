import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatBytes } from '../../data/format-bytes.ts'
import { announce } from '../../design/announce.tsx'
import { Button } from '../../design/button.tsx'
import { Form, FormActions } from '../../design/form.tsx'
import { formatPercent } from '../../design/format-percent.ts'
import { Notice } from '../../design/notice.tsx'
import { projectImportTexts } from '../../texts/part-texts/project-import-texts.ts'
import { pauseArchiveUpload, resumeArchiveUpload, startArchiveUpload, useArchiveUpload } from './archive-uploads.ts'
import { CancelButton } from './cancel-button.tsx'
import { FileInput } from './file-input.tsx'
import styles from './import.module.css'
import type { ProjectImport } from './project-import.ts'

const words = projectImportTexts

/** The upload of this tab, or what is there of one that a reload interrupted. */
export function UploadProgress({ projectImport }: { readonly projectImport: ProjectImport }): ReactNode {
  const upload = useArchiveUpload(projectImport.id)
  const share = upload === undefined ? 0 : upload.sentBytes / upload.size
  const quarter = Math.floor(share * 4)
  const announced = useRef(0)
  useEffect(() => {
    if (quarter <= announced.current) return
    announced.current = quarter
    announce(words.uploadedShare(formatPercent(quarter / 4)))
  }, [quarter])
  if (upload === undefined) return <Continue projectImport={projectImport} />
  const { state, sentBytes, size, message } = upload
  return (
    <section className={styles.stage} aria-label={words.uploading}>
      <p>{state === 'paused' ? words.paused : state === 'offline' ? words.offline : words.uploading}</p>
      <progress className={styles.bar} aria-label={words.uploading} max={size} value={sentBytes} />
      <p className={styles.fact}>{words.bytes(formatBytes(sentBytes), formatBytes(size), formatPercent(share))}</p>
      {state === 'refused' && <Notice kind="negative" title={message} />}
      <div className={styles.actions}>
        {(state === 'sending' || state === 'offline') && (
          <Button onPress={() => pauseArchiveUpload(projectImport.id)}>{words.pause}</Button>
        )}
        {(state === 'paused' || state === 'refused') && (
          <Button onPress={() => resumeArchiveUpload(projectImport.id)}>{words.resume}</Button>
        )}
        <CancelButton id={projectImport.id} href={projectImport.upload_href} />
      </div>
    </section>
  )
}

function Continue({ projectImport }: { readonly projectImport: ProjectImport }): ReactNode {
  const [file, setFile] = useState<File | null>(null)
  const isOther = file !== null && (file.name !== projectImport.file_name || file.size !== projectImport.file_size)
  const send = async (): Promise<void> => {
    if (file !== null && !isOther) startArchiveUpload(projectImport.id, projectImport.upload_href, file)
  }
  return (
    <Form onSend={send} label={words.uploading}>
      <Notice
        kind="caution"
        title={words.interrupted(formatPercent(projectImport.received_size / projectImport.file_size))}
      >
        {words.interruptedText(projectImport.file_name)}
      </Notice>
      <FileInput name="file" label={words.file} hint={words.fileHint} file={file} onFile={setFile} />
      {isOther && (
        <Notice
          kind="negative"
          title={words.otherFile(projectImport.file_name, formatBytes(projectImport.file_size))}
        />
      )}
      <FormActions>
        <Button kind="primary" type="submit">
          {words.resume}
        </Button>
        <CancelButton id={projectImport.id} href={projectImport.upload_href} />
      </FormActions>
    </Form>
  )
}
