import { type ReactNode, useId, useState } from 'react'
import { useLocation } from 'wouter'
import type { ProjectRepresentation } from '../../../src/projects/representations/project.ts'
import { sendChange } from '../data/client.ts'
import { renewProjects } from '../data/projects.ts'
import { useSession } from '../data/session.ts'
import { Button, LinkButton } from '../design/button.tsx'
import { Icon, type IconName } from '../design/icon.tsx'
import { reportFailure } from '../design/show-error.ts'
import { texts } from '../texts/texts.ts'
import styles from './first-project.module.css'

const words = texts.newProject.first

/** The ways to the first project, in place of an empty list. */
export function FirstProject(): ReactNode {
  const session = useSession().data
  return (
    <section className={styles.first} aria-label={words.title}>
      <h2>{words.title}</h2>
      <p className={styles.text}>{words.text}</p>
      <ul className={styles.cards}>
        <Card icon="plus" {...words.create}>
          <LinkButton kind="primary" href="/projects/new">
            {words.create.action}
          </LinkButton>
        </Card>
        {session?.can_import_projects && (
          <Card icon="download" {...words.archive}>
            <LinkButton href="/projects/new?from=archive">{words.archive.action}</LinkButton>
          </Card>
        )}
        {session?.is_site_administrator && (
          <Card icon="app" {...words.sample}>
            <SampleButton />
          </Card>
        )}
      </ul>
    </section>
  )
}

interface CardProps {
  readonly icon: IconName
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}

function Card({ icon, title, text, children }: CardProps): ReactNode {
  const id = useId()
  return (
    <li className={styles.card} aria-labelledby={id}>
      <Icon name={icon} />
      <h3 id={id}>{title}</h3>
      <p>{text}</p>
      {children}
    </li>
  )
}

/** Adds the sample project and opens it. */
function SampleButton(): ReactNode {
  const [, navigate] = useLocation()
  const [isAdding, setAdding] = useState(false)
  const add = async (): Promise<void> => {
    setAdding(true)
    try {
      const { shortname } = await sendChange<ProjectRepresentation>('POST', '/sample_project')
      await renewProjects()
      navigate(`/projects/${shortname}`)
    } finally {
      setAdding(false)
    }
  }
  return (
    <Button isPending={isAdding} onPress={() => void reportFailure(add())}>
      {words.sample.action}
    </Button>
  )
}
