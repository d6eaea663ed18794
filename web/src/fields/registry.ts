import type { ValueEntry } from '../data/trackers.ts'
import type { Field } from './field-context.tsx'
import type { FieldType } from './field-type.ts'
import { layoutElement } from './traits.ts'
import { aid } from './types/aid.tsx'
import { artLink } from './types/art-link.tsx'
import { atid } from './types/atid.tsx'
import { burndown } from './types/burndown.tsx'
import { burnup } from './types/burnup.ts'
import { cb } from './types/cb.ts'
import { column } from './types/column.ts'
import { computed } from './types/computed.tsx'
import { cross } from './types/cross.tsx'
import { date } from './types/date.tsx'
import { duration } from './types/duration.tsx'
import { encrypted } from './types/encrypted.tsx'
import { fieldset } from './types/fieldset.ts'
import { file } from './types/file.tsx'
import { float } from './types/float.tsx'
import { int } from './types/int.tsx'
import { linebreak } from './types/linebreak.ts'
import { luby } from './types/luby.tsx'
import { lud } from './types/lud.tsx'
import { msb } from './types/msb.ts'
import { perm } from './types/perm.tsx'
import { priority } from './types/priority.tsx'
import { rb } from './types/rb.ts'
import { sb } from './types/sb.ts'
import { separator } from './types/separator.ts'
import { shared } from './types/shared.ts'
import { staticrichtext } from './types/staticrichtext.ts'
import { string } from './types/string.tsx'
import { subby } from './types/subby.tsx'
import { subon } from './types/subon.tsx'
import { tbl } from './types/tbl.tsx'
import { text } from './types/text.tsx'
import { ttmstepdef } from './types/ttmstepdef.tsx'
import { ttmstepexec } from './types/ttmstepexec.ts'

/** Every field type; a new one is a file of types/ and a line here. */
const fieldTypes: Readonly<Record<Field['type'], FieldType>> = {
  string,
  text,
  int,
  float,
  duration,
  date,
  sb,
  rb,
  msb,
  cb,
  tbl,
  file,
  art_link: artLink,
  perm,
  computed,
  lud,
  subon,
  subby,
  luby,
  aid,
  atid,
  priority,
  cross,
  burndown,
  burnup,
  shared,
  ttmstepdef,
  ttmstepexec,
  Encrypted: encrypted,
  fieldset,
  column,
  linebreak,
  separator,
  staticrichtext,
}

/** Of a type that a newer server has, the pages show nothing. */
export const getFieldType = (name: Field['type']): FieldType => fieldTypes[name] ?? layoutElement

/** Whether the entry stands for no value. */
export const isEmptyEntry = (entry: ValueEntry): boolean => getFieldType(entry.type).isEmpty(entry)

/** Whether users can change values of the type. */
export const isEditableType = (name: Field['type']): boolean => getFieldType(name).loadEditor !== undefined
