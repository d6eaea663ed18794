import type { ReactNode } from 'react'
import type { NavigationProject } from '../../data/navigation.ts'
import { LinkButton } from '../../design/button.tsx'
import { Icon, type IconName } from '../../design/icon.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './ways-to-begin.module.css'

const words = texts.projects.begin

/** What an administrator can do first in a project without trackers. */
export function WaysToBegin({ project }: { readonly project: NavigationProject }): ReactNode {
  const settings = `/projects/${project.shortname}/admin`
  const ways: readonly (readonly [icon: IconName, text: keyof typeof words.ways, href: string])[] = [
    ['list', 'tracker', `${settings}/trackers`],
    ['user', 'members', `${settings}/members`],
    ['branch', 'subversion', `${settings}/svn`],
  ]
  return (
    <div className={styles.begin}>
      <p>{words.text}</p>
      <ul>
        {ways.map(([icon, name, href]) => (
          <li key={name}>
            <Icon name={icon} />
            <h3>{words.ways[name].title}</h3>
            <p>{words.ways[name].text}</p>
            <LinkButton href={href}>{words.ways[name].action}</LinkButton>
          </li>
        ))}
      </ul>
    </div>
  )
}
