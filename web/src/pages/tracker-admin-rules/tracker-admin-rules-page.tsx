import type { ReactNode } from 'react'
import styles from '../../frame/administration.module.css'
import { TrackerAdminFrame } from '../../frame/tracker-admin-frame.tsx'
import type { PageProps } from '../../page.ts'
import { texts } from '../../texts/texts.ts'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import { DateRules } from './date-rules.tsx'
import { Dependencies } from './dependencies.tsx'
import { Triggers } from './triggers.tsx'

const words = trackerAdminTexts.trackerRules

/** Rules about the values of artifacts: the order of dates, dependencies of lists, and triggers of parents. */
export const TrackerAdminRulesPage = ({ params }: PageProps): ReactNode => (
  <TrackerAdminFrame id={params['id']} title={texts.trackerAdmin.pages.rules} intro={words.intro}>
    {(tracker) => (
      <div className={styles.page}>
        <DateRules tracker={tracker} />
        <Dependencies tracker={tracker} />
        <Triggers tracker={tracker} />
      </div>
    )}
  </TrackerAdminFrame>
)
