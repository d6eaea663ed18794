import { type ReactNode, useRef } from 'react'
import { formatBytes } from '../../data/format-bytes.ts'
import { FieldFrame } from '../../design/field.tsx'
import { FileChooser } from '../../design/file-chooser.tsx'
import { projectImportTexts } from '../../texts/part-texts/project-import-texts.ts'
import styles from './import.module.css'

const words = projectImportTexts

interface FileInputProps {
  readonly name: string
  readonly label: string
  readonly hint: string
  readonly file: File | null
  readonly onFile: (file: File | null) => void
}

/** A zip file. */
export function FileInput({ name, label, hint, file, onFile }: FileInputProps): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  const choose = (newFile: File | null): void => {
    const isZip = newFile === null || (/\.zip$/i.test(newFile.name) && newFile.size > 0)
    // The form reports it like other wrong values, when it is sent.
    input.current?.setCustomValidity(isZip ? '' : words.notZip)
    onFile(isZip ? newFile : null)
  }
  return (
    <FieldFrame name={name} label={label} hint={hint} isRequired>
      {({ onInput, ...control }) => (
        <FileChooser
          {...control}
          ref={input}
          accept=".zip,application/zip"
          onChange={(event) => {
            onInput()
            choose(event.currentTarget.files?.[0] ?? null)
          }}
        >
          {file !== null && <span className={styles.size}>{formatBytes(file.size)}</span>}
        </FileChooser>
      )}
    </FieldFrame>
  )
}
