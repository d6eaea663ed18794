import { parseCount } from './parse-count.ts'

/** Parses an id. Untrusted; validated by the lookup that follows. */
export const parseId = <Id extends number>(text: string): Id => parseCount('id', text) as Id
