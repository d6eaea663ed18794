import type { SemanticsBy } from '../model/definition.ts'
import { semanticEntries } from './registry.ts'
import type { ReferenceMap } from './semantic.ts'

/** Replaces the references of all semantics; those that refer to something that is not included are left out. */
export const mapSemantics = <F, V, T, F2, V2, T2>(
  all: SemanticsBy<F, V, T>,
  map: ReferenceMap<F, V, T, F2, V2, T2>,
): SemanticsBy<F2, V2, T2> =>
  Object.fromEntries(
    semanticEntries.flatMap(([name, semantic]) => {
      const value = all[name]
      const mapped = value && semantic.mapReferences(value, map, all)
      return mapped === undefined ? [] : [[name, mapped]]
    }),
  )
