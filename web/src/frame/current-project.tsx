import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'

export interface CurrentProject {
  readonly id: number
  readonly label: string
  readonly shortname: string | null
  /** The tracker in view. */
  readonly tracker?: number | null
}

const Shown = createContext<CurrentProject | null>(null)
/** A separate context, so that pages that only set the project do not render again with it. */
const Show = createContext<(project: CurrentProject | null) => void>(() => undefined)

/** The project of the current page, shown in the rail. */
export function CurrentProjectProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [project, setProject] = useState<CurrentProject | null>(null)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  // From one page of a project to another the rail stays as it is.
  const show = useCallback((next: CurrentProject | null) => {
    clearTimeout(leaving.current)
    if (next !== null) setProject((current) => (current !== null && isSame(current, next) ? current : next))
    else leaving.current = setTimeout(() => setProject(null), 1000)
  }, [])
  return (
    <Show value={show}>
      <Shown value={project}>{children}</Shown>
    </Show>
  )
}

/** What shows the project is not rendered again by another page about it. */
const isSame = (one: CurrentProject, other: CurrentProject): boolean =>
  one.id === other.id && one.label === other.label && one.shortname === other.shortname && one.tracker === other.tracker

export const useCurrentProject = (): CurrentProject | null => useContext(Shown)

/** Sets the current project; called again when more of it is known. */
export function useSetCurrentProject(project: CurrentProject | undefined): void {
  const show = useContext(Show)
  const [id, label, shortname] = [project?.id, project?.label, project?.shortname ?? null]
  const tracker = project?.tracker ?? null
  useEffect(() => {
    if (id === undefined || label === undefined) return
    show({ id, label, shortname, tracker })
    return () => show(null)
  }, [show, id, label, shortname, tracker])
}
