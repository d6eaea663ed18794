import type { ComponentProps, ReactNode } from 'react'
import styles from './file-chooser.module.css'
import { Icon } from './icon.tsx'

/** An input for a file, chosen or dropped on it: browsers do both. Children stand after it. */
export const FileChooser = ({ children, ...input }: ComponentProps<'input'>): ReactNode => (
  <div className={styles.drop}>
    <Icon name="download" />
    <input {...input} type="file" />
    {children}
  </div>
)
