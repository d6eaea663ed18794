import type { FieldType } from '../field-type/field-type.ts'
import type { FieldTypeName } from '../model/field.ts'
import { aid } from '../types/aid.ts'
import { artLink } from '../types/art-link.ts'
import { atid } from '../types/atid.ts'
import { burndown } from '../types/burndown.ts'
import { burnup } from '../types/burnup.ts'
import { cb } from '../types/cb.ts'
import { column } from '../types/column.ts'
import { computed } from '../types/computed.ts'
import { cross } from '../types/cross.ts'
import { date } from '../types/date.ts'
import { duration } from '../types/duration.ts'
import { encrypted } from '../types/encrypted.ts'
import { fieldset } from '../types/fieldset.ts'
import { file } from '../types/file.ts'
import { float } from '../types/float.ts'
import { int } from '../types/int.ts'
import { linebreak } from '../types/linebreak.ts'
import { luby } from '../types/luby.ts'
import { lud } from '../types/lud.ts'
import { msb } from '../types/msb.ts'
import { perm } from '../types/perm.ts'
import { priority } from '../types/priority.ts'
import { rb } from '../types/rb.ts'
import { sb } from '../types/sb.ts'
import { separator } from '../types/separator.ts'
import { shared } from '../types/shared.ts'
import { staticrichtext } from '../types/staticrichtext.ts'
import { string } from '../types/string.ts'
import { subby } from '../types/subby.ts'
import { subon } from '../types/subon.ts'
import { tbl } from '../types/tbl.ts'
import { text } from '../types/text.ts'
import { ttmstepdef } from '../types/ttmstepdef.ts'
import { ttmstepexec } from '../types/ttmstepexec.ts'

/** Every field type; a new one is a file of types/ and a line here. */
export const fieldTypes: Readonly<Record<FieldTypeName, FieldType>> = {
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

export const getFieldType = (name: FieldTypeName): FieldType => fieldTypes[name]

/** Whether a text names a field type. */
export const isFieldTypeName = (name: string): name is FieldTypeName => Object.hasOwn(fieldTypes, name)
