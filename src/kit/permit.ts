declare const granted: unique symbol

/** Proof that a policy permitted `action` on `subject`; only a policy issues it (kit/decide.ts). */
export interface Permit<Action extends string, Subject> {
  readonly action: Action
  readonly subject: Subject
  readonly [granted]: true
}
