import type { Database } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import { listTypesHolding } from '../../fields/registry/capabilities.ts'
import { type Check, failCheck, passCheck } from './check.ts'

/** Limit per kind of rows. */
const maxFindings = 100
/** Fields that store ids of list values. */
const lists = listTypesHolding('choice', 'choices')

/** Checks that workflows and field dependencies are on list fields: older versions imported them on other fields. */
export async function checkRules({ read }: Pick<Database, 'read'>): Promise<Check[]> {
  const workflows = await read
    .selectFrom('workflow')
    .innerJoin('field', 'field.id', 'workflow.field_id')
    .select(['workflow.tracker_id', 'field.id', 'field.name'])
    .where((eb) => eb.not(inList('field.type', lists)))
    .orderBy('workflow.tracker_id')
    .limit(maxFindings)
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
    .limit(maxFindings)
    .execute()
  const describeRule = (what: string, { tracker_id, id, name }: (typeof rules)[number]): Check =>
    failCheck(
      'rules',
      `tracker ${tracker_id}: ${what} is on field ${name} (id ${id}), which is not a list of static values; remove it`,
    )
  const problems = [
    ...workflows.map((row) => describeRule('its workflow', row)),
    ...rules.map((row) => describeRule('a field dependency', row)),
  ]
  return problems.length > 0 ? problems : [passCheck('rules', 'workflows and field dependencies are on list fields')]
}
