import { describe } from 'vitest'
import { searchContract } from '../../kit/search-contract.ts'
import { everyType } from './every-type.ts'
import { searching } from './searching.ts'

describe('a field that is searched (contract 20 §3.4, §4.4)', () => searchContract(everyType, searching))
