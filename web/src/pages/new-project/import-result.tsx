import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigation } from '../../data/navigation.ts'
import { ColorMark } from '../../design/badge.tsx'
import { LinkButton } from '../../design/button.tsx'
import { Link } from '../../design/link.tsx'
import { Notice } from '../../design/notice.tsx'
import { projectImportTexts } from '../../texts/part-texts/project-import-texts.ts'
import styles from './import.module.css'
import { Counts, Findings } from './import-report.tsx'
import type { ProjectImport } from './project-import.ts'

const words = projectImportTexts

/** What came in, with links to it. */
export function ImportResult({ projectImport }: { readonly projectImport: ProjectImport }): ReactNode {
  const trackers = useNavigation(projectImport.id).data?.project?.trackers
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.querySelector<HTMLElement>('[data-notice]')?.focus(), [])
  return (
    <>
      <div ref={notice}>
        <Notice kind="positive" title={words.done(projectImport.shortname)} isFocusable />
      </div>
      <div className={styles.actions}>
        <LinkButton kind="primary" href={`/projects/${projectImport.shortname}`}>
          {words.open}
        </LinkButton>
      </div>
      <section className={styles.part} aria-label={words.arrived}>
        <h2>{words.arrived}</h2>
        {projectImport.counts && <Counts counts={projectImport.counts} />}
        <ul className={styles.trackers}>
          {trackers?.map(({ id, label, color_name }) => (
            <li key={id}>
              <ColorMark color={color_name} />
              <Link href={`/trackers/${id}`}>{label}</Link>
            </li>
          ))}
        </ul>
      </section>
      {projectImport.remarks.length > 0 && (
        <Findings
          title={words.remarks}
          none={words.noRemarks}
          list={projectImport.remarks}
          further={projectImport.further_remarks}
        />
      )}
    </>
  )
}
