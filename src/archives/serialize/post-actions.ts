import { buildElement, type Markup } from '../../kit/xml/write.ts'
import type { PostActionDefinition } from '../../trackers/model/definition.ts'
import { buildReferenceElement } from '../../trackers/xml/xml-elements.ts'

const dateTypes = { clear: '1', current: '2' } as const

/** Writes the post actions of a transition (docs/api/archive-format.md §2.6). */
export function writePostAction(action: PostActionDefinition): Markup {
  switch (action.kind) {
    case 'set_date': {
      const valuetype = action.value === null ? '0' : dateTypes[action.value]
      return buildElement('postaction_field_date', { valuetype }, buildReferenceElement('field_id', action.field))
    }
    case 'set_int':
      return buildElement(
        'postaction_field_int',
        { value: action.value },
        buildReferenceElement('field_id', action.field),
      )
    case 'set_float':
      return buildElement(
        'postaction_field_float',
        { value: action.value },
        buildReferenceElement('field_id', action.field),
      )
    case 'run_job':
      return buildElement('postaction_ci_build', { job_url: action.jobUrl })
    case 'frozen_fields':
      return buildElement(
        'postaction_frozen_fields',
        {},
        ...action.fields.map((key) => buildReferenceElement('field_id', key)),
      )
    case 'hidden_fieldsets':
      return buildElement(
        'postaction_hidden_fieldsets',
        {},
        ...action.fieldsets.map((key) => buildReferenceElement('fieldset_id', key)),
      )
    case 'other':
      return buildElement(action.name, {})
    default:
      return action satisfies never
  }
}
