import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { Icon } from '../design/icon.tsx'
import { texts } from '../texts/texts.ts'
import styles from './rail.module.css'

const ProjectPicker = lazy(() => import('./project-picker.tsx').then((file) => ({ default: file.ProjectPicker })))

/** The name of the project in view, which leads to another one. */
export function ProjectSwitch({ children }: { readonly children: string }): ReactNode {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.switch}
        title={texts.frame.otherProject}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        {children}
        <Icon name="chevron-down" />
      </button>
      {isOpen && (
        <Suspense>
          <ProjectPicker trigger={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
