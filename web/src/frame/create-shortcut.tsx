import { lazy, type ReactNode, Suspense, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { TrackerRepresentation } from '../../../src/trackers/representations/tracker.ts'
import { buildQueryKey, queryCache } from '../data/queries.ts'
import { useSession } from '../data/session.ts'
import { useShortcut } from '../design/shortcut.ts'
import { useCurrentProject } from './current-project.tsx'

const TrackerChooser = lazy(() => import('./tracker-chooser.tsx').then((file) => ({ default: file.TrackerChooser })))

/** `c` opens the form of a new artifact of the tracker in view; elsewhere in a project it shows its trackers first. */
export function CreateShortcut(): ReactNode {
  const project = useCurrentProject()
  const isSignedIn = useSession().data?.user != null
  const [isChoosing, setChoosing] = useState(false)
  useShortcut(
    'create',
    () => {
      const tracker = project?.tracker ?? null
      if (tracker === null) setChoosing(true)
      else if (mayCreate(tracker)) navigate(`/trackers/${tracker}/new`)
    },
    project !== null && isSignedIn,
  )
  if (!isChoosing || project === null) return null
  return (
    <Suspense fallback={null}>
      <TrackerChooser project={project.id} onClose={() => setChoosing(false)} />
    </Suspense>
  )
}

/** By the structure of the tracker, which its pages have loaded. */
const mayCreate = (tracker: number): boolean =>
  queryCache
    .getQueryData<TrackerRepresentation>(buildQueryKey(`/trackers/${tracker}`))
    ?.fields.some(({ permissions }) => permissions.includes('create')) ?? false
