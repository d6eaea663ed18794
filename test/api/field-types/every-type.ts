import type { FieldTypeName } from '../../../src/fields/model/field.ts'
import type { FieldExamples } from '../../kit/wire-field-examples.ts'
import { dates } from './dates.ts'
import { files } from './files.ts'
import { links } from './links.ts'
import { createListExamples } from './lists.ts'
import { durations, floats, ints, sums } from './numbers.ts'
import { openLists } from './open-lists.ts'
import { permissions } from './permissions.ts'
import { executions, steps } from './steps.ts'
import {
  artifactIds,
  burndowns,
  burnups,
  crossReferences,
  modifiers,
  numbersInTracker,
  ranks,
  rejectEveryValue,
  sharedFields,
  submittedOn,
  submitters,
  updatedOn,
} from './system-fields.ts'
import { encrypted, strings, texts } from './texts.ts'

/** What every type accepts, rejects and returns on the wire; a new type adds its own examples. */
export const everyType: Readonly<Record<FieldTypeName, readonly FieldExamples[]>> = {
  string: strings,
  text: texts,
  int: ints,
  float: floats,
  duration: durations,
  date: dates,
  sb: createListExamples('sb'),
  rb: createListExamples('rb'),
  msb: createListExamples('msb'),
  cb: createListExamples('cb'),
  tbl: openLists,
  file: files,
  art_link: links,
  perm: permissions,
  computed: sums,
  lud: updatedOn,
  subon: submittedOn,
  subby: submitters,
  luby: modifiers,
  aid: artifactIds,
  atid: numbersInTracker,
  priority: ranks,
  cross: crossReferences,
  burndown: burndowns,
  burnup: burnups,
  shared: sharedFields,
  ttmstepdef: steps,
  ttmstepexec: executions,
  Encrypted: encrypted,
  fieldset: rejectEveryValue('block'),
  column: rejectEveryValue('pillar'),
  linebreak: rejectEveryValue('break'),
  separator: rejectEveryValue('line_across'),
  staticrichtext: rejectEveryValue('note'),
}
