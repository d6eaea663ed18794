import type { System } from './caller.ts'

/**
 * Proof that a policy permitted `action` on `subject`; only a policy issues it (kit/messages/decide.ts). The private member makes
 * the compiler refuse an object that only looks like a permit, and a copy of a permit with another subject.
 */
export declare class Permit<Action extends string, Subject> {
  private readonly granted: true
  private constructor()
  readonly action: Action
  readonly subject: Subject
}

/** Proof that work which no user requested may write; kit/messages/system-permits.ts creates them all. */
export type SystemPermit<Action extends string> = Permit<Action, System>
