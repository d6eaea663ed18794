import { describe } from 'vitest'
import { describeWireFieldContract } from '../../kit/wire-field-contract.ts'
import { everyType } from './every-type.ts'

describe('field values on the wire (docs/api/field-values.md)', () => describeWireFieldContract(everyType))
