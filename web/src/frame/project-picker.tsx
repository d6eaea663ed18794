import { type ReactNode, type RefObject, useId, useRef } from 'react'
import { useLocation } from 'wouter'
import type { ProjectRepresentation } from '../../../src/projects/representations/project.ts'
import { readList } from '../data/client.ts'
import { useSession } from '../data/session.ts'
import { type PickerOption, PickerPopover } from '../fields/editors/picker.tsx'
import { texts } from '../texts/texts.ts'
import { buildProjectUrl } from './project-url.ts'

interface ProjectPickerProps {
  readonly trigger: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

/** The projects of the user, and by typing all that the user sees; the chosen one opens. */
export function ProjectPicker({ trigger, onClose }: ProjectPickerProps): ReactNode {
  const id = useId()
  const [, navigate] = useLocation()
  const isSignedIn = useSession().data?.user != null
  const found = useRef(new Map<string, ProjectRepresentation>())
  const search = async (text: string, signal: AbortSignal): Promise<readonly PickerOption[]> => {
    const own = isSignedIn && text === '' ? JSON.stringify({ is_member_of: true }) : undefined
    const query = { query: own, search: text === '' ? undefined : text, limit: 20 }
    const { items } = await readList<ProjectRepresentation>('/projects', query, signal)
    for (const project of items) found.current.set(String(project.id), project)
    return items.map((project) => ({ id: String(project.id), label: project.label, detail: project.shortname }))
  }
  return (
    <>
      <span id={id} hidden>
        {texts.frame.projects}
      </span>
      <PickerPopover
        trigger={trigger}
        labelId={id}
        options={[]}
        search={search}
        selection={[]}
        isMultiple={false}
        onChoose={([option]) => {
          const project = found.current.get(option?.id ?? '')
          if (project !== undefined) navigate(buildProjectUrl(project))
        }}
        onClose={onClose}
      />
    </>
  )
}
