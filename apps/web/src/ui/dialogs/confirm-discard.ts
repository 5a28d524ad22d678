import { confirm } from './confirm.tsx'

/** The question before unsaved changes are lost. */
export const discardQuestion = {
  title: 'Leave without saving?',
  consequence: 'Your changes will be lost.',
  verb: 'Leave',
  cancel: 'Stay',
  danger: true,
}

/** Asks before unsaved changes are discarded. Without changes the answer is yes at once. */
export const confirmDiscard = (isDirty: boolean): Promise<boolean> => (isDirty ? confirm(discardQuestion) : Promise.resolve(true))
