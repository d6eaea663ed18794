import { isUniqueViolation } from '../../database/sql/sql.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import { mayAdministerSite } from '../../site/policy.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { checkLabel, checkShortName, type LinkTypeWithUsage, maxLinkTypes } from '../model/link-type.ts'
import { countLinkTypes, insertLinkType, lockLinkType } from '../store/link-types.ts'

export interface LinkTypeInput {
  readonly shortName?: string | undefined
  readonly forwardLabel?: string | undefined
  readonly reverseLabel?: string | undefined
}

/** docs/api/link-types.md §3: a type that links of every project may have from now on. */
export async function addLinkType(
  world: Pick<CommandWorld, 'db' | 'clock'>,
  caller: Caller,
  input: LinkTypeInput,
): Promise<LinkTypeWithUsage> {
  const permit = mayAdministerSite(caller)
  const type = {
    shortName: checkShortName(input.shortName),
    forwardLabel: checkLabel('forward', input.forwardLabel),
    reverseLabel: checkLabel('reverse', input.reverseLabel),
    isSystem: false,
  }
  try {
    await world.db.write(async (tx) => {
      if ((await lockLinkType(tx, type.shortName)) !== undefined) throw alreadyExistsError(type.shortName)
      if ((await countLinkTypes(tx)) >= maxLinkTypes) throw tooManyError
      await insertLinkType(tx, permit, type)
      const entry = { at: world.clock.now(), by: caller, action: 'link type added', subject: 'site' }
      await tx.audit({ ...entry, detail: { ...type } })
    })
  } catch (error) {
    throw isUniqueViolation(error) ? alreadyExistsError(type.shortName) : error
  }
  return { ...type, isUsed: false }
}

const alreadyExistsError = (shortName: string): Refusal =>
  new Refusal('invalid', message`a type with ${shortName} as shortname already exists.`)

const tooManyError = new Refusal(
  'invalid',
  message`The site has ${maxLinkTypes} link types. Delete an unused one first.`,
)
