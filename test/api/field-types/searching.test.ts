import { describe } from 'vitest'
import { describeSearchContract } from '../../kit/search-contract.ts'
import { everyType } from './every-type.ts'
import { searching } from './searching.ts'

describe('filters and queries by field (docs/api/queries.md §1.4, §2.4)', () =>
  describeSearchContract(everyType, searching))
