import type { SemanticsBy } from '../model/definition.ts'
import { type ApiSemanticName, apiSemantics } from '../semantics/registry.ts'
import type { SemanticResolvers } from '../semantics/semantic.ts'
import type { SemanticsInput } from './input-schemas.ts'

/** Parses the semantics of the API (docs/api/trackers.md §3.7) and checks the type of their fields. */
export const parseSemantics = <F, V, T>(
  input: SemanticsInput,
  resolvers: SemanticResolvers<F, V, T>,
): Pick<SemanticsBy<F, V, T>, ApiSemanticName> =>
  Object.fromEntries(
    apiSemantics.flatMap(({ name, api }) => {
      const part = input[name] ?? undefined
      return part === undefined ? [] : [[name, api.parse(part as never, resolvers)]]
    }),
  )
