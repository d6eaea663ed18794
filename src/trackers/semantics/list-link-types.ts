import type { SemanticDefinitions } from '../model/definition.ts'
import { semanticEntries } from './registry.ts'

/** Link types that the semantics of a tracker refer to. */
export const listLinkTypes = (all: SemanticDefinitions): string[] =>
  semanticEntries.flatMap(([name, semantic]) => {
    const definition = all[name]
    return definition === undefined ? [] : (semantic.linkTypeOf?.(definition) ?? [])
  })
