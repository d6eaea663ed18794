import { lazy, type ReactNode, Suspense, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { TrackerRepresentation } from '../../../src/trackers/representations/tracker.ts'
import { queryCache } from '../data/queries.ts'
import { useSession } from '../data/session.ts'
import { trackerKey } from '../data/trackers.ts'
import { IconButton } from '../design/button.tsx'
import { Menu, MenuItem } from '../design/menu.tsx'
import { useShortcut } from '../design/shortcut.ts'
import { texts } from '../texts/texts.ts'
import { useCurrentProject } from './current-project.tsx'

const TrackerChooser = lazy(() => import('./tracker-chooser.tsx').then((file) => ({ default: file.TrackerChooser })))

const words = texts.commands

/**
 * The button for new artifacts and projects. Its shortcut opens the form of a new artifact of the tracker in view;
 * elsewhere in a project it shows its trackers first.
 */
export function CreateButton(): ReactNode {
  const project = useCurrentProject()
  const session = useSession().data
  const isSignedIn = session?.user != null
  const [isChoosing, setChoosing] = useState(false)
  const tracker = project?.tracker ?? null
  useShortcut(
    'create',
    () => {
      if (tracker === null) setChoosing(true)
      else if (findCreatable(tracker) !== undefined) navigate(`/trackers/${tracker}/new`)
    },
    project !== null && isSignedIn,
  )
  const here = tracker === null ? undefined : findCreatable(tracker)
  const mayCreateProjects = session?.can_create_projects === true
  if (!isSignedIn || (project === null && !mayCreateProjects)) return null
  return (
    <>
      <Menu trigger={<IconButton icon="plus" label={words.create} />} label={words.create}>
        {here && (
          <MenuItem icon="plus" href={`/trackers/${here.id}/new`}>
            {texts.creation.create(here.item_name)}
          </MenuItem>
        )}
        {project && (
          <MenuItem icon="list" onAction={() => setChoosing(true)}>
            {words.newArtifact}
          </MenuItem>
        )}
        {mayCreateProjects && (
          <MenuItem icon="folder" href="/projects/new">
            {words.newProject}
          </MenuItem>
        )}
      </Menu>
      {isChoosing && project !== null && (
        <Suspense fallback={null}>
          <TrackerChooser project={project.id} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </>
  )
}

/** A tracker with a field that the user may set, by its structure, which its pages have loaded. */
function findCreatable(id: number): TrackerRepresentation | undefined {
  const tracker = queryCache.getQueryData<TrackerRepresentation>(trackerKey(id))
  return tracker?.fields.some(({ permissions }) => permissions.includes('create')) ? tracker : undefined
}
