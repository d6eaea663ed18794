import { describe } from 'vitest'
import { searchContract } from '../../kit/search-contract.ts'
import { everyType } from './every-type.ts'
import { searching } from './searching.ts'

describe('a field that is searched (docs/api/queries.md §1.4, §2.4)', () => searchContract(everyType, searching))
