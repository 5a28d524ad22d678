/** Undo and redo of the fields. */
import type { SigningField } from '@vialdesk/contract/documents/signing-fields'

export type Fields = readonly SigningField[]

export interface History {
  readonly fields: Fields
  readonly past: readonly Fields[]
  readonly future: readonly Fields[]
  /** The name of a change that still goes on, such as a drag or typing into a label. It is undone as a whole. */
  readonly step: string | undefined
}

const MAX_STEPS = 200

export const startHistory = (fields: Fields): History => ({ fields, past: [], future: [], step: undefined })

/** Records a change. A change with the name of the running step becomes part of it. */
export function commit(history: History, fields: Fields, step?: string): History {
  if (fields === history.fields) return history
  const goesOn = step !== undefined && step === history.step
  const past = goesOn ? history.past : [...history.past, history.fields].slice(-MAX_STEPS)
  return { fields, past, future: [], step }
}

/** The fields before the step, if it is running. */
export const fieldsBefore = (history: History, step: string): Fields =>
  history.step === step ? (history.past.at(-1) ?? history.fields) : history.fields

/** The next change begins a new step. */
export const endStep = (history: History): History => (history.step === undefined ? history : { ...history, step: undefined })

/** Removes a running step as if it had never begun. */
export function cancelStep(history: History, step: string): History {
  const before = history.past.at(-1)
  if (history.step !== step || !before) return history
  return { ...history, fields: before, past: history.past.slice(0, -1), step: undefined }
}

export function undo({ fields, past, future }: History): History {
  const before = past.at(-1)
  if (!before) return { fields, past, future, step: undefined }
  return { fields: before, past: past.slice(0, -1), future: [fields, ...future], step: undefined }
}

export function redo({ fields, past, future }: History): History {
  const [after, ...rest] = future
  if (!after) return { fields, past, future, step: undefined }
  return { fields: after, past: [...past, fields], future: rest, step: undefined }
}
