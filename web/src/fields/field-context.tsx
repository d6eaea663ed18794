import { createContext, type ReactNode, use, useMemo } from 'react'
import type { FieldRepresentation } from '../../../src/trackers/representations/field.ts'
import type { TrackerRepresentation } from '../../../src/trackers/representations/tracker.ts'
import { useSession } from '../data/session.ts'
import type { ValueEntry } from '../data/trackers.ts'

export type Field = FieldRepresentation

/** What values and their editors need to know about where they are. */
export interface FieldContext {
  /** null: it is not created yet. */
  readonly artifact: number | null
  readonly project: number
  readonly tracker: TrackerRepresentation
  /** Values as shown, by field: lists that depend on others look there. */
  readonly values: ReadonlyMap<number, ValueEntry>
  /** Fields that the workflow does not allow to change, with the reason. */
  readonly frozen: ReadonlyMap<number, string>
}

/** With the id of the user: reading the session in each value would take longer than rendering the value. */
interface ProvidedContext extends FieldContext {
  /** null: a visitor, or not known yet. */
  readonly user: number | null
}

const Context = createContext<ProvidedContext | null>(null)

interface FieldContextProviderProps {
  /** null: the tracker is not known yet. */
  readonly value: FieldContext | null
  readonly children: ReactNode
}

/** Around all values of one artifact, or of the form of a new one. */
export function FieldContextProvider({ value, children }: FieldContextProviderProps): ReactNode {
  const user = useSession().data?.user?.id ?? null
  return <Context value={useMemo(() => value && { ...value, user }, [value, user])}>{children}</Context>
}

/** null: the value is not among those of one artifact. */
export const useAnyFieldContext = (): FieldContext | null => use(Context)

export function useFieldContext(): ProvidedContext {
  const context = use(Context)
  if (context === null) throw new Error('Values need a FieldContextProvider around them')
  return context
}
