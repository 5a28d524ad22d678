import { confirm } from './confirm.tsx'

/** Asks before unsaved changes are discarded. Without changes the answer is yes at once. */
export const confirmDiscard = (isDirty: boolean): Promise<boolean> =>
  isDirty
    ? confirm({
        title: 'Close without saving?',
        consequence: 'Your changes will be lost.',
        verb: 'Close',
        cancel: 'Stay',
        danger: true,
      })
    : Promise.resolve(true)
