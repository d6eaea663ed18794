import { createContext, type ReactNode, use } from 'react'
import type { FieldRepresentation } from '../../../src/trackers/representations/field.ts'
import type { TrackerRepresentation } from '../../../src/trackers/representations/tracker.ts'
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

const Context = createContext<FieldContext | null>(null)

/** Around all values of one artifact, or of the form of a new one. */
export const FieldContextProvider = ({
  value,
  children,
}: {
  readonly value: FieldContext
  readonly children: ReactNode
}): ReactNode => <Context value={value}>{children}</Context>

/** null: the value is not among those of one artifact. */
export const useAnyFieldContext = (): FieldContext | null => use(Context)

export function useFieldContext(): FieldContext {
  const context = use(Context)
  if (context === null) throw new Error('Values need a FieldContextProvider around them')
  return context
}
