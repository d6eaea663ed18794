import type { SemanticDefinitions } from '../model/definition.ts'
import { semanticEntries } from './registry.ts'

/** Whether a semantic of a tracker refers to another one, which must be created first. */
export const refersToTracker = (all: SemanticDefinitions): boolean =>
  semanticEntries.some(([name, semantic]) => {
    const definition = all[name]
    return definition !== undefined && semantic.hasTracker?.(definition) === true
  })
