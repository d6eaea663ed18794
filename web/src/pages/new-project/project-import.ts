import type { Static } from 'typebox'
import type { ImportRepresentation } from '../../../../src/archives/representations/import.ts'

export type ProjectImport = Static<typeof ImportRepresentation>
