import { type Caller, rulesThePlatform } from '../kit/caller.ts'
import { decide } from '../kit/decide.ts'
import type { Permit } from '../kit/permit.ts'

/** Contract 10 §12.5: an import makes accounts and projects, so it is for site administrators and the operator. */
export const mayImport = (caller: Caller): Permit<'import', 'platform'> =>
  decide('import', 'platform', rulesThePlatform(caller) ? 'yes' : { no: 'forbidden' })
