import type { Database } from '../../kit/db/db.ts'
import { inList } from '../../kit/db/sql.ts'
import { type Check, healthy, ill } from './check.ts'

/** Of each kind; an installation that has more has the same trouble. */
const most = 100
/** Fields that store ids of list values. */
const lists = ['sb', 'rb', 'msb', 'cb']

/** Whether workflows and field dependencies are of list fields: older versions imported those of other fields. */
export async function checkRules({ read }: Pick<Database, 'read'>): Promise<Check[]> {
  const workflows = await read
    .selectFrom('workflow')
    .innerJoin('field', 'field.id', 'workflow.field_id')
    .select(['workflow.tracker_id', 'field.id', 'field.name'])
    .where((eb) => eb.not(inList('field.type', lists)))
    .orderBy('workflow.tracker_id')
    .limit(most)
    .execute()
  const rules = await read
    .selectFrom('list_rule')
    .innerJoin('field', (join) =>
      join.on((eb) =>
        eb.or([eb('field.id', '=', eb.ref('source_field_id')), eb('field.id', '=', eb.ref('target_field_id'))]),
      ),
    )
    .select(['list_rule.tracker_id', 'field.id', 'field.name'])
    .distinct()
    .where((eb) => eb.not(inList('field.type', lists)))
    .orderBy('list_rule.tracker_id')
    .orderBy('field.id')
    .limit(most)
    .execute()
  const told = (what: string, { tracker_id, id, name }: (typeof rules)[number]): Check =>
    ill(
      'rules',
      `tracker ${tracker_id}: ${what} is on the field ${name} (${id}), which is no list of fixed values; remove it`,
    )
  const found = [
    ...workflows.map((row) => told('its workflow', row)),
    ...rules.map((row) => told('a field dependency', row)),
  ]
  return found.length > 0 ? found : [healthy('rules', 'workflows and field dependencies are on list fields')]
}
