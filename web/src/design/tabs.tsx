import type { ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs as TabSet } from 'react-aria-components/Tabs'
import styles from './tabs.module.css'

interface TabsProps {
  readonly label: string
  readonly tabs: readonly { readonly id: string; readonly title: string; readonly content: ReactNode }[]
}

/** Tabs within one page. Views with a URL of their own use `TabLinks`. */
export const Tabs = ({ label, tabs }: TabsProps): ReactNode => (
  <TabSet className={styles.tabs}>
    <TabList aria-label={label} className={styles.list}>
      {tabs.map(({ id, title }) => (
        <Tab key={id} id={id} className={styles.tab}>
          {title}
        </Tab>
      ))}
    </TabList>
    {tabs.map(({ id, content }) => (
      <TabPanel key={id} id={id} className={styles.panel}>
        {content}
      </TabPanel>
    ))}
  </TabSet>
)
