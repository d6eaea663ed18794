import { defineRoute } from '../../http/declarations/route.ts'
import type { PasskeyId, UserId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { renamePasskey } from '../commands/rename-passkey.ts'
import { maxLabelLength } from '../model/passkey.ts'
import { mayChangeFactors } from '../policy.ts'

export const patchUsersIdSecondFactorsPasskeysPid = defineRoute({
  method: 'PATCH',
  url: '/users/:id/second_factors/passkeys/:pid',
  access: 'required',
  scope: { none: 'credentials' },
  isExtension: true,
  summary: 'Update the label of a passkey of the caller.',
  params: Type.Object({
    id: Type.Unsafe<UserId>(Type.Integer()),
    pid: Type.Unsafe<PasskeyId>(Type.Integer({ description: 'Id of the passkey.' })),
  }),
  body: Type.Object({ label: Type.String({ minLength: 1, maxLength: maxLabelLength }) }),
  answers: { 200: null },
  async answer({ caller, params, credential, body }, world) {
    await renamePasskey(world, mayChangeFactors(caller, params.id, credential), params.pid, body.label)
    return {}
  },
})
