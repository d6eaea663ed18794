import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../test/kit/each-database.ts'
import { type Database, openDatabase } from '../db/db.ts'
import { type AnswerClaim, claimAnswer, findAnswer, removeAnswers, saveAnswer } from './idempotent-answers.ts'

describeOnEachDatabase((place) => {
  describe('a response stored under a key', () => {
    let db: Database
    beforeAll(async () => {
      db = await place.open()
    })

    const claimOf = (key_hash: string, created_on = 1000): AnswerClaim => ({
      caller: 'u101',
      key_hash,
      route: 'POST /things',
      body_hash: 'x',
      created_on,
    })
    const claim = (of: AnswerClaim, until = 0) => db.write((tx) => claimAnswer(tx, of, until))

    it('is claimed once, until it expires', async () => {
      expect(await claim(claimOf('once'))).toBe(true)
      expect(await claim(claimOf('once', 2000), 999)).toBe(false)
      expect((await findAnswer(db.read, claimOf('once'), 999))?.created_on).toBe(1000)
      expect(await findAnswer(db.read, claimOf('once'), 1000)).toBeUndefined()
      expect(await claim(claimOf('once', 2000), 1000)).toBe(true)
      expect((await findAnswer(db.read, claimOf('once'), 1000))?.created_on).toBe(2000)
    })

    it('is stored separately for each caller and key', async () => {
      const claim = claimOf('kept')
      await db.write(async (tx) => {
        expect(await claimAnswer(tx, claim, 0)).toBe(true)
        expect(await claimAnswer(tx, { ...claim, caller: 'u102' }, 0)).toBe(true)
        await saveAnswer(tx, claim, 'sealed')
      })
      expect((await findAnswer(db.read, claim, 0))?.encrypted_response).toBe('sealed')
      expect((await findAnswer(db.read, { ...claim, caller: 'u102' }, 0))?.encrypted_response).toBe('')
    })

    it('can be claimed by a waiting request if its transaction was rolled back', async () => {
      const undone = db.write(async (tx) => {
        await claimAnswer(tx, claimOf('free'), 0)
        await pause(30)
        throw new Error('refused')
      })
      const waited = claim(claimOf('free'))
      await expect(undone).rejects.toThrow('refused')
      expect(await waited).toBe(true)
    })

    it('is removed when it expires', async () => {
      await claim(claimOf('old', 500))
      await claim(claimOf('young', 501))
      await db.write((tx) => removeAnswers(tx, 500))
      expect(await findAnswer(db.read, claimOf('old'), 0)).toBeUndefined()
      expect(await findAnswer(db.read, claimOf('young'), 0)).toBeDefined()
    })

    it.skipIf(place.dialect === 'sqlite')('that takes longer than the statement timeout is a conflict', async () => {
      const impatient = await openDatabase({ ...place.options(), statementTimeoutMs: 100 })
      try {
        let claimed = (): void => {}
        const hasClaimed = new Promise<void>((resolve) => {
          claimed = resolve
        })
        let release = (): void => {}
        const slow = db.write(async (tx) => {
          await claimAnswer(tx, claimOf('slow'), 0)
          claimed()
          await new Promise<void>((resolve) => {
            release = resolve
          })
        })
        await hasClaimed
        const waiting = impatient.write((tx) => claimAnswer(tx, claimOf('slow'), 0))
        await expect(waiting).rejects.toMatchObject({ name: 'Refusal', kind: 'conflict' })
        release()
        await slow
      } finally {
        await impatient.close()
      }
    })
  })
})
