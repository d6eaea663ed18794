import type { ReactNode } from 'react'
import type { TrackerRepresentation } from '../../../src/trackers/representations/tracker.ts'
import { useSession } from '../data/session.ts'
import { useMayAdminister } from '../data/tracker-admin.ts'
import { useTracker } from '../data/trackers.ts'
import { ColorMark } from '../design/badge.tsx'
import { PageHead } from '../design/page-head.tsx'
import { Skeleton } from '../design/skeleton.tsx'
import { texts } from '../texts/texts.ts'
import { useSetCurrentProject } from './current-project.tsx'
import { NotFound } from './not-found.tsx'
import { QueryResult } from './query-result.tsx'
import { Refused } from './refused.tsx'

interface TrackerAdminFrameProps {
  readonly id: string | undefined
  readonly title: string
  readonly intro: string
  readonly actions?: (tracker: TrackerRepresentation) => ReactNode
  readonly children: (tracker: TrackerRepresentation) => ReactNode
}

/** A page that administers a tracker. The API decides whether the user administers the tracker. */
export function TrackerAdminFrame({ id, ...page }: TrackerAdminFrameProps): ReactNode {
  const from = useTracker(id)
  const tracker = from.data
  useSetCurrentProject(
    tracker && { id: tracker.project.id, label: tracker.project.label, shortname: null, tracker: tracker.id },
  )
  return (
    <QueryResult from={from}>
      {(shown) => (from.isPlaceholderData ? <Skeleton /> : <Administered tracker={shown} {...page} />)}
    </QueryResult>
  )
}

function Administered({
  tracker,
  title,
  intro,
  actions,
  children,
}: Omit<TrackerAdminFrameProps, 'id'> & { readonly tracker: TrackerRepresentation }): ReactNode {
  const session = useSession().data
  const overview = `/trackers/${tracker.id}`
  const isAdministrator = useMayAdminister(tracker)
  // A visitor may be an administrator who is not signed in.
  if (!isAdministrator && session !== undefined && session.user === null) return <NotFound />
  if (!isAdministrator)
    return (
      <Refused
        reason={texts.trackerAdmin.onlyAdministrators}
        back={{ href: overview, title: texts.states.toProject(tracker.label) }}
      />
    )
  return (
    <>
      <PageHead
        title={title}
        mark={<ColorMark color={tracker.color_name} />}
        path={[
          { title: tracker.project.label, href: `/projects/${tracker.project.id}` },
          { title: tracker.label, href: overview },
        ]}
        actions={actions?.(tracker)}
      >
        {intro}
      </PageHead>
      {children(tracker)}
    </>
  )
}
