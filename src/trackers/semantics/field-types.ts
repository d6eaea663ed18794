import { isSetBySystem, listTypesHolding } from '../../fields/registry/capabilities.ts'

export const listTypes = listTypesHolding('choice', 'choices')
export const userListTypes = listTypesHolding('choice', 'choices', 'openChoices')
export const numberTypes = listTypesHolding('number', 'sum')
export const effortTypes = listTypesHolding('number', 'sum', 'choice')
export const titleTypes = listTypesHolding('line', 'text')
export const textTypes = listTypesHolding('text')
/** Moments that users set. */
export const dateTypes = listTypesHolding('moment').filter((type) => !isSetBySystem(type))
