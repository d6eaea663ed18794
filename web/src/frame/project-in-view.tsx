import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'

export interface InView {
  readonly id: number
  readonly label: string
  readonly shortname: string | null
}

const Shown = createContext<InView | null>(null)
/** Apart from what is shown: who only says it does not wait for it. */
const Show = createContext<(project: InView | null) => void>(() => undefined)

/** Pages say which project they belong to; the rail shows it. */
export function ProjectInView({ children }: { readonly children: ReactNode }): ReactNode {
  const [project, setProject] = useState<InView | null>(null)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  // From one page of a project to another the rail stays as it is.
  const show = useCallback((next: InView | null) => {
    clearTimeout(leaving.current)
    if (next !== null) setProject(next)
    else leaving.current = setTimeout(() => setProject(null), 1000)
  }, [])
  return (
    <Show value={show}>
      <Shown value={project}>{children}</Shown>
    </Show>
  )
}

export const useProjectInView = (): InView | null => useContext(Shown)

/** Called by a page of a project, again and again with what is known by then. */
export function useInProject(project: InView | undefined): void {
  const show = useContext(Show)
  const [id, label, shortname] = [project?.id, project?.label, project?.shortname ?? null]
  useEffect(() => {
    if (id === undefined || label === undefined) return
    show({ id, label, shortname })
    return () => show(null)
  }, [show, id, label, shortname])
}
